// A drawing of the page as a picture of its own. Styles and signs of other files do not come along with a drawing, so
// each part is given what it looks like as attributes, and each sign its lines.

const LOOKS = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "color", "font-family",
  "font-size", "font-weight",
];
const SHARPER = 3;
const MARGIN = 12;
const HEADLINE = 30;
const LARGE = 16; // the letters of the headline, unless it is too long for them

// A PNG of this drawing under a headline.
export async function picture(svg, headline) {
  const copy = svg.cloneNode(true);
  const originals = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((part, i) => look(part, originals[i]));
  look(copy, svg);
  const sprites = new Map(); // each file of signs is fetched and read once
  for (const use of copy.querySelectorAll("use")) use.replaceWith(await sign(use, sprites));
  const { width, height } = frame(copy, headline, getComputedStyle(svg.parentElement).backgroundColor);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * SHARPER, height * SHARPER];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function look(part, original) {
  const style = getComputedStyle(original);
  for (const name of LOOKS) part.setAttribute(name, style.getPropertyValue(name));
}

// The lines of a sign, in the place of the reference to it.
async function sign(use, sprites) {
  const [file, id] = use.getAttribute("href").split("#");
  if (!sprites.has(file)) {
    const text = await (await fetch(file)).text();
    sprites.set(file, new DOMParser().parseFromString(text, "image/svg+xml"));
  }
  const symbol = sprites.get(file).getElementById(id);
  const own = make("svg", { viewBox: symbol.getAttribute("viewBox") });
  for (const { name, value } of use.attributes) if (name !== "href") own.setAttribute(name, value);
  own.append(...[...symbol.childNodes].map((node) => document.importNode(node, true)));
  return own;
}

// Room around the drawing, something behind it, and the headline above.
function frame(svg, headline, background) {
  const { width, height } = svg.viewBox.baseVal;
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN + HEADLINE };
  const place = { x: -MARGIN, y: -MARGIN - HEADLINE };
  const title = make("text", { x: width / 2, y: -MARGIN, "text-anchor": "middle", "font-weight": 700 });
  title.setAttribute("font-size", LARGE * Math.min(1, width / widthOf(headline, svg.getAttribute("font-family"))));
  title.setAttribute("fill", svg.getAttribute("color"));
  title.textContent = headline;
  svg.prepend(make("rect", { ...place, ...size, fill: background }), title);
  for (const [name, value] of Object.entries(size)) svg.setAttribute(name, value);
  svg.setAttribute("viewBox", `${place.x} ${place.y} ${size.width} ${size.height}`);
  return size;
}

function widthOf(headline, family) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `700 ${LARGE}px ${family}`;
  return context.measureText(headline).width;
}

function make(tag, attributes) {
  const part = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
  return part;
}
