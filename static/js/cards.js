// Drawing cards, alone and as hands, as templates/macros/cards.html does. All words come from the page.

export function element(name, options = {}, ...content) {
  const made = Object.assign(document.createElement(name), options);
  made.append(...content);
  return made;
}

export class CardPictures extends HTMLElement {
  // A hand to look at: melds, loose cards, a remark.
  spread(melds, loose, text = "") {
    const list = element("ul", { className: "hand" }, ...melds.map((meld) => element("li", {}, this.picture(meld))));
    if (loose.length) list.append(element("li", { className: "loose" }, this.picture(loose)));
    if (text) list.append(element("li", { className: "remark", textContent: text }));
    return list;
  }

  // "Bea lays ... on ... of Ana", with the cards drawn.
  lays({ name, cards, meld, owner }) {
    const parts = { "{name}": name, "{card}": this.picture(cards), "{meld}": this.picture(meld), "{owner}": owner };
    const pattern = name === owner ? this.words.own : this.words.lays;
    return element("li", {}, ...pattern.split(/(\{\w+\})/).map((part) => parts[part] ?? part));
  }

  picture(cards) {
    return element("span", { className: "cards" }, element("span", { className: "sr", textContent: this.names(cards) }),
      ...cards.map((code) => this.draw(code)));
  }

  names(cards) {
    return cards.map((code) => this.name(code)).join(", ");
  }

  name(code) {
    const [printed, natural] = code.split("=");
    const tile = this.tiles.get(printed);
    tile.dataset.name ||= tile.getAttribute("aria-label");
    if (!natural) return tile.dataset.name;
    return this.words.as.replace("{card}", tile.dataset.name).replace("{natural}", this.name(natural));
  }

  // One card, as templates/macros/cards.html draws it.
  draw(code) {
    const [printed, natural] = code.split("=");
    const isJoker = printed === "JK";
    const suit = isJoker ? "" : printed.slice(-1);
    const index = isJoker ? "JK" : printed.slice(0, -1);
    const { figure } = this.tiles.get(printed).dataset;
    const use = (id, x, y, size) => `<use href="${this.dataset.sprite}#${id}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
    let parts = "";
    if (isJoker) parts = use("J", 7, 16, 26) + `<text x="6" y="14">JK</text>`;
    else {
      if ("oceb".includes(suit)) parts += `<use href="${this.dataset.sprite}#p${suit}"/>`;
      parts += figure ? use(figure, 8.5, 18, 23) + use(suit, 24.5, 6.5, 9.5) : use(suit, 7.5, 17.5, 25);
      if (figure && !natural) parts += use(suit, 6, 44, 9.5);
      parts += `<text x="5.5" y="16">${index}</text>`;
    }
    if (natural) parts += `<text x="6" y="54">${natural.slice(0, -1)}</text>` + use(natural.slice(-1), 22, 43, 12);
    else parts += isJoker ? `<text x="6" y="54">JK</text>` : `<text x="-34.5" y="-44" transform="rotate(180)">${index}</text>`;
    const holder = document.createElement("template");
    holder.innerHTML = `<svg class="card ${suit || "joker"}" viewBox="0 0 40 60" aria-hidden="true">${parts}</svg>`;
    return holder.content.firstChild;
  }

  icon(name) {
    const holder = document.createElement("template");
    holder.innerHTML = `<svg class="icon" aria-hidden="true"><use href="${this.dataset.icons}#${name}"/></svg>`;
    return holder.content.firstChild;
  }
}
