// The card picker: a deck to tap cards from, the chosen ones in a row, and what the server says of them.
//
// <card-picker> is used in a dialog (scoring a round) and directly on a page (checking a hand). The page sets
// `judge`, a function from the cards as text to a promise of a verdict (or null):
//   melds, loose: lists of cards as text, as they are best or as they were laid
//   wrong: for each meld as laid why it is none, or ""
//   lines: [{ text, mark }] with mark "check", "cross" or ""
//   better: { melds, loose, text } or null;  laid: [{ name, cards, meld, owner }];  discards: [{ card, text }]
// It sends "picked" whenever the cards change and "done" when they are ready. All words come from the page.

import { CardPictures, element } from "./cards.js";

const FEWEST = 7; // from here on there is a verdict
const MOST = 8;
const SYMBOLS = { "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♣": "C", "♧": "C", "♠": "S", "♤": "S" };
const FRENCH = { 1: "A", 11: "J", 12: "Q", 13: "K" };

class CardPicker extends CardPictures {
  judge = async () => null;
  owner = "";
  least = FEWEST; // cards from which a claim is judged

  connectedCallback() {
    this.words = JSON.parse(this.dataset.texts);
    this.tiles = new Map([...this.querySelectorAll(".tile")].map((tile) => [tile.dataset.card, tile]));
    for (const [name, where] of Object.entries({ row: ".held", boxArea: ".boxes", deck: ".deck", said: ".verdict" })) {
      this[name] = this.querySelector(where);
    }
    for (const name of ["empty", "laying", "done"]) this[`${name}Button`] = this.querySelector(`[data-${name}]`);
    this.boxes = [...this.querySelectorAll(".box")];
    this.asked = 0;
    this.start("");
    this.deck.addEventListener("click", (event) => this.tap(event.target.closest(".tile")));
    this.deck.addEventListener("keydown", (event) => this.walk(event));
    this.boxArea.addEventListener("click", (event) => {
      const box = event.target.closest(".box");
      if (box && !event.target.closest(".in-hand")) this.activate(this.boxes.indexOf(box));
    });
    this.emptyButton.addEventListener("click", () => this.change(() => {
      const { held, laid, isLaying, emptied } = this;
      this.reset();
      if (held.length) this.emptied = { held, laid, isLaying };
      else Object.assign(this, emptied);
    }));
    this.doneButton.addEventListener("click", () => this.dispatchEvent(new Event("done")));
    this.layingButton.addEventListener("click", () => this.change(() => {
      this.isLaying = !this.isLaying;
      this.laid = [[], []];
      this.active = 0;
    }));
  }

  // What is held

  // Begin with these cards; `taken`: the names of those who hold a card already, by card; `next`: who comes next.
  start(text, { owner = "", taken = new Map(), next = "" } = {}) {
    this.owner = owner;
    this.taken = taken;
    this.reset();
    const groups = this.read(text);
    this.held = groups.flat().slice(0, MOST);
    const melds = groups.filter((group) => group.length >= 3).slice(0, 2);
    if (groups.length > 1) {
      this.isLaying = true;
      this.laid = [melds[0] || [], melds[1] || []];
    }
    this.doneButton.textContent = next ? this.words.next.replace("{name}", () => next) : this.words.done;
    this.update();
  }

  reset() {
    this.held = [];
    this.laid = [[], []];
    this.isLaying = false;
    this.active = 0;
    this.emptied = null; // what the button emptied just now: it brings it back
  }

  // Cards as they are written, group by group; what is no card of this deck is left out.
  read(text) {
    return text.split(/[/|\n]/).map((part) => part.split(/[\s,;]+/).map((word) => this.code(word)).filter(Boolean))
      .filter((group) => group.length);
  }

  code(word) {
    const plain = word.split("=")[0].replace(/./gu, (letter) => SYMBOLS[letter] || letter).toUpperCase();
    const numbered = plain.replace(/^(\d+)(?=[DHCS]$)/, (rank) => FRENCH[rank] || rank);
    return [plain.toLowerCase(), numbered, plain].find((code) => this.tiles.has(code)) || "";
  }

  // The cards as the form takes them. As they lie: melds first, the loose ones in pieces too short to be one.
  get text() {
    if (!this.isLaying) return this.held.join(" ");
    const loose = this.laid.filter((meld) => meld.length < 3).flat().concat(this.free());
    const pieces = this.laid.filter((meld) => meld.length >= 3);
    for (let at = 0; at < loose.length; at += 2) pieces.push(loose.slice(at, at + 2));
    return pieces.map((piece) => piece.join(" ")).join(" / ");
  }

  free() {
    const laid = this.laid.flat();
    return this.held.filter((code) => {
      const at = laid.indexOf(code);
      if (at >= 0) laid.splice(at, 1);
      return at < 0;
    });
  }

  copies(code) {
    return Number(code === "JK" ? this.dataset.jokers : this.dataset.packs) - (this.taken.get(code)?.length || 0);
  }

  count(code) {
    return this.held.filter((one) => one === code).length;
  }

  // Taps

  // A tap takes a card; when no further copy is left, it puts back what was taken.
  tap(tile) {
    if (!tile) return;
    const code = tile.dataset.card;
    const own = this.count(code);
    if (own < this.copies(code)) {
      if (this.held.length === MOST) return this.say([{ text: this.words.full, mark: "cross" }]);
      this.change(() => this.held.push(code));
    } else if (own) {
      this.change(() => { this.held = this.held.filter((one) => one !== code); });
    } else {
      this.say([{ text: this.taker(code), mark: "cross" }]);
    }
  }

  taker(code) {
    return this.words.has.replace("{card}", this.name(code)).replace("{name}", () => this.taken.get(code).join(", "));
  }

  put(code, place) {
    this.change(() => {
      if (place >= 0) this.laid[place].splice(this.laid[place].indexOf(code), 1);
      else if (this.isLaying) this.laid[this.active].push(code);
      else this.held.splice(this.held.lastIndexOf(code), 1);
    });
    (this.querySelector(".in-hand") || this.layingButton).focus({ preventScroll: true });
  }

  activate(place) {
    this.active = place;
    this.boxes.forEach((box, number) => {
      box.classList.toggle("is-next", number === place);
      box.querySelector("button").setAttribute("aria-pressed", String(number === place));
    });
  }

  walk(event) {
    const step = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const tile = event.target.closest(".tile");
    if (!step || !tile) return;
    event.preventDefault();
    const columns = [...this.deck.children].map((column) => [...column.children]);
    const column = columns.findIndex((tiles) => tiles.includes(tile));
    const goal = columns[column + step[0]];
    goal?.[Math.min(columns[column].indexOf(tile) + step[1], goal.length - 1)]?.focus();
  }

  change(how) {
    how();
    this.update();
    this.dispatchEvent(new Event("picked"));
  }

  // What is shown

  update() {
    const mine = ++this.asked;
    this.verdict = null;
    this.render();
    const { length } = this.held;
    const enough = length >= (this.isLaying ? this.least : FEWEST);
    this.say(enough ? [] : [{ text: this.isLaying ? this.words.group : length ? `${length} / ${FEWEST}` : this.words.tap }]);
    if (!enough) return;
    this.judge(this.text).then((verdict) => {
      if (mine !== this.asked || !verdict) return;
      this.verdict = verdict;
      this.render();
      this.tell(verdict);
    });
  }

  render() {
    const { verdict } = this;
    for (const [code, tile] of this.tiles) {
      const own = this.count(code);
      const takers = this.taken.get(code) || [];
      const left = this.copies(code) - own;
      const state = `${own} ${left} ${takers}`;
      if (tile.state === state) continue;
      tile.state = state;
      tile.setAttribute("aria-pressed", String(own > 0));
      tile.classList.toggle("is-out", left === 0);
      tile.lastElementChild.replaceChildren(...(own ? [this.icon("check")] : []), ...(own > 1 ? [`${own}`] : []),
        ...(takers.length && !own ? [takers.join(", ")] : []));
      tile.setAttribute("aria-label", [this.name(code), ...takers].join(", "));
    }
    this.layingButton.hidden = this.held.length < Math.min(this.least, 6) && !this.isLaying;
    this.layingButton.setAttribute("aria-checked", String(this.isLaying));
    this.emptyButton.hidden = !this.held.length && !this.emptied;
    const full = this.held.length > 0;
    this.emptyButton.lastElementChild.textContent = full ? this.words.empty : this.words.undo;
    this.emptyButton.firstElementChild.replaceWith(this.icon(full ? "erase" : "undo"));
    this.classList.toggle("is-laying", this.isLaying);
    this.boxArea.hidden = !this.isLaying;
    this.deck.hidden = this.isLaying;
    const groups = this.isLaying || !verdict ? [this.isLaying ? this.free() : this.held] : [...verdict.melds, verdict.loose];
    const arranged = !this.isLaying && Boolean(verdict);
    this.row.replaceChildren(...groups.filter((group) => group.length).map((group) => this.group(group,
      arranged && (group === verdict.loose ? "loose" : "meld"), -1)));
    this.row.classList.toggle("is-arranged", arranged);
    if (this.isLaying) this.renderBoxes();
  }

  renderBoxes() {
    const { verdict } = this;
    let number = 0;
    this.boxes.forEach((box, place) => {
      const cards = this.laid[place];
      const isMeld = cards.length >= 3;
      const isWhole = cards.length === this.held.length; // one group makes no claim
      let wrong = isMeld && verdict ? (verdict.wrong[number] ?? "") : null;
      if (isMeld) number += 1;
      if (isWhole && isMeld && verdict) wrong = verdict.melds.length === 1 && !verdict.loose.length ? "" : this.words.whole;
      box.classList.toggle("is-right", wrong === "");
      box.classList.toggle("is-wrong", Boolean(wrong));
      box.children[1].replaceChildren(...cards.map((code) => this.button(code, place)));
      const text = wrong === "" ? this.words.right : wrong || (cards.length && !isMeld ? this.words.short : "");
      box.lastElementChild.replaceChildren(...(wrong === null ? [] : [this.icon(wrong ? "cross" : "check")]), text);
    });
    this.activate(this.active);
  }

  tell({ melds, loose, lines, better, laid = [], discards = [] }) {
    this.say(lines);
    const spoken = [...melds.map((meld) => ["meld", meld]), ...(loose.length ? [["loose", loose]] : [])]
      .map(([word, cards]) => this.words[word].replace("{cards}", this.names(cards))).join(" ");
    if (!this.isLaying) this.said.prepend(element("p", { className: "sr", textContent: spoken }));
    if (better) {
      const show = element("button", { type: "button", className: "button quiet", textContent: this.words.better });
      show.addEventListener("click", () => show.replaceWith(this.spread(better.melds, better.loose, better.text)));
      this.said.append(show);
    }
    if (discards.length) this.said.append(element("ul", { className: "discards" }, ...discards.map(({ card, text }) =>
      element("li", {}, this.picture([card]), text))));
    if (laid.length) this.said.append(element("ul", { className: "laid" }, ...laid.map((one) => this.lays(one))));
  }

  say(lines) {
    this.said.replaceChildren(...lines.map(({ text, mark }) => element("p", { className: mark ? `is-${mark}` : "" },
      ...(mark ? [this.icon(mark)] : []), element("span", { textContent: text }))));
  }

  // Pictures

  group(cards, kind, place) {
    return element("div", { className: kind ? `lie ${kind}` : "lie" }, ...cards.map((code) => this.button(code, place)));
  }

  button(code, place) {
    const made = element("button", { type: "button", className: "in-hand" });
    const word = this.isLaying && place < 0 ? this.words.lay : this.words.back;
    made.setAttribute("aria-label", word.replace("{card}", this.name(code)));
    made.append(this.draw(code));
    made.addEventListener("click", () => this.put(code.split("=")[0], place));
    return made;
  }
}

customElements.define("card-picker", CardPicker);
