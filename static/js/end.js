// The end of a game: send the result on, copy it, save its story as a picture, print the page. Each button shows up only
// where the browser can do it; the text can be selected by hand in any case.

import { picture } from "./picture.js";

const ways = {
  print: () => window.print(),
  send: async (button) => {
    const files = await story(button.dataset.title);
    const result = { title: button.dataset.title, text: text() };
    const withPicture = { ...result, files };
    navigator.share(navigator.canShare?.(withPicture) ? withPicture : result).catch(() => null);
  },
  save: async (button) => {
    const [file] = await story(button.dataset.title);
    const link = document.createElement("a");
    [link.href, link.download] = [URL.createObjectURL(file), file.name];
    link.click();
    URL.revokeObjectURL(link.href);
  },
  copy: async (button) => {
    await navigator.clipboard.writeText(text());
    button.nextElementSibling.textContent = button.dataset.done;
  },
};
const possible = { print: true, save: true, send: Boolean(navigator.share), copy: Boolean(navigator.clipboard) };

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-way]");
  if (button) ways[button.dataset.way](button);
});
document.addEventListener("patched", show);
show();

function text() {
  return document.getElementById("result").value;
}

// The story of the game as a file; none where no round was played.
async function story(title) {
  const drawing = document.querySelector(".story > svg");
  return drawing ? [new File([await picture(drawing, title)], "chinchon.png", { type: "image/png" })] : [];
}

function show() {
  for (const button of document.querySelectorAll("[data-way]")) button.hidden = !possible[button.dataset.way];
}
