// Scoring a round with one thumb: own number keys, focus that moves on by itself, a preview at every digit.
// The form works without any of this; the script only fills it in and asks the server what would happen.

import { element } from "./cards.js";
import { tieCards } from "./round-cards.js";

const form = document.getElementById("round");
const keys = document.getElementById("keys");
const book = document.getElementById("book");
if (form && keys && book) start();

function start() {
  const rows = [...form.querySelectorAll(".entry")];
  const most = Number(form.dataset.most);
  const whose = keys.querySelector(".whose");
  const said = keys.querySelector(".said");
  const closings = keys.querySelector(".closings");
  const digits = keys.querySelector(".digits");
  const draftName = `draft:${form.getAttribute("action")}`;
  let active = null;
  let left = null; // the row that focus left by itself: a plus reopens it
  let asked = 0;
  let waiting = null;
  let more = false; // the closer gets the number keys: over the limit, or a false close
  let anew = false; // just come to this box: a digit takes the place of what it holds

  const points = (row) => row.querySelector(".points");
  const cards = (row) => row.querySelector("details input");
  const closer = () => form.elements.closer.value;
  const name = (row) => row.querySelector("b").textContent;
  const isCloser = (row) => row.dataset.seat === closer();
  const filled = (row) => points(row).value !== "" || cards(row).value.trim() !== "" || isCloser(row);

  document.body.classList.add("keyed");
  keys.hidden = false;
  book.value = "book";
  book.lastElementChild.textContent = book.dataset.book;
  for (const row of rows) {
    points(row).inputMode = "none"; // our keys, never the system's
    points(row).addEventListener("focus", () => activate(row));
    row.addEventListener("click", (event) => {
      if (!event.target.closest("details, .chip, .pick, .shown-hand")) activate(row);
    });
  }
  restore();
  tieCards(form, rows, { judge, keep });
  activate(rows.find((row) => !filled(row)) || null);
  changed();

  form.addEventListener("input", changed);
  form.addEventListener("change", (event) => {
    if (event.target.name === "closer") {
      more = false;
      activate(rows.find((row) => !filled(row)) || active);
    } else if (event.target.name.startsWith("cards_")) {
      rest();
      changed();
    }
  });
  form.addEventListener("focusin", (event) => event.target.name?.startsWith("cards_") && rest());
  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.dataset.key) press(key.dataset.key);
    else if (key.dataset.points) close(key.dataset.points, "");
    else if (key.dataset.kind) close(key.dataset.kind === "false-close" ? points(active).value : "", key.dataset.kind);
    else openDigits();
    changed();
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter === book || event.submitter === null) {
      event.preventDefault();
      send();
    }
  });
  addEventListener("pageshow", (event) => event.persisted && book.removeAttribute("aria-busy"));

  function activate(row) {
    if (row !== active) [more, anew] = [false, true];
    active = row;
    for (const other of rows) other.classList.toggle("is-active", other === row);
    const closing = Boolean(row) && isCloser(row) && !more;
    closings.hidden = !closing;
    digits.hidden = closing || !(row || left);
    whose.textContent = row ? keys.dataset[closing ? "close" : "points"].replace("{name}", () => name(row))
      : rows.every(filled) ? keys.dataset.full : "";
    document.documentElement.style.scrollPaddingBottom = `${keys.parentElement.offsetHeight}px`; // the keys hide nobody
    if (row) row.scrollIntoView({ block: "nearest" });
    mark();
  }

  // A hand is given as cards: the keys make room until a row is tapped.
  function rest() {
    left = null;
    activate(null);
  }

  function press(key) {
    if (key === "next") {
      // Pressed by habit after the focus moved on by itself: nobody is to be skipped.
      if (left && active && points(active).value === "") left = null;
      else next();
      return;
    }
    if (key === "+") return plus();
    if (!active) return;
    const field = points(active);
    if (key === "back") {
      anew = false;
      field.value = field.value.slice(0, -1);
      return;
    }
    if (anew) field.value = "";
    anew = false;
    const terms = field.value.split("+");
    const term = terms.pop();
    terms.push(term === "0" ? key : term + key);
    field.value = terms.join("+").slice(0, 40);
    const value = Number(terms.at(-1));
    if (terms.length === 1 && (value === 0 || value * 10 > most)) next(true);
  }

  function plus() {
    if (left && (!active || points(active).value === "")) activate(left);
    if (active && /\d$/.test(points(active).value)) points(active).value += "+";
    left = null;
    anew = false;
  }

  function next(byItself = false) {
    const from = active;
    const place = rows.indexOf(active);
    const order = [...rows.slice(place + 1), ...rows.slice(0, place)];
    if (from) points(from).value = points(from).value.replace(/\++$/, "");
    left = byItself ? from : null;
    const silent = rows.find((row) => isCloser(row) && points(row).value === "" && form.elements.kind.value === "");
    activate(order.find((row) => !filled(row)) || (byItself ? null : silent || order[0]) || null);
  }

  function close(value, kind) {
    points(active).value = value;
    for (const radio of form.elements.kind) radio.checked = radio.value === kind;
    if (kind === "false-close") return openDigits();
    next(true);
  }

  function openDigits() {
    more = true;
    activate(active);
  }

  function mark() {
    for (const button of closings.querySelectorAll("button")) {
      const chosen = button.dataset.kind ? form.elements.kind.value === button.dataset.kind
        : form.elements.kind.value === "" && active && (points(active).value || "0") === button.dataset.points;
      button.setAttribute("aria-pressed", String(Boolean(chosen)));
    }
  }

  // What would happen: the server says it, in the person's language.

  function changed() {
    mark();
    keep();
    clearTimeout(waiting);
    waiting = setTimeout(ask, 60);
  }

  async function ask() {
    const mine = ++asked;
    const answer = await preview(typed());
    if (mine !== asked || !answer) return;
    show(answer);
  }

  function preview(round) {
    return fetch(form.dataset.preview, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${form.dataset.token}`,
        "X-CSRFToken": form.elements.csrf_token.value,
      },
      body: JSON.stringify(round),
    }).then((response) => (response.ok ? response.json() : null), () => null);
  }

  // The round as typed, but with these cards in this row.
  function judge(row, text) {
    const round = typed();
    round.entries[rows.indexOf(row)].cards = text;
    return preview(round);
  }

  function typed() {
    const sum = (text) => (/^\d+(\+\d+)*\+?$/.test(text) ? text.split("+").reduce((all, one) => all + Number(one), 0) : null);
    const kind = form.elements.kind.value;
    return {
      closer: Number(closer()) || null,
      kind: kind && kind !== "false-close" ? kind : null,
      false_close: kind === "false-close",
      lay_off: { yes: true, no: false }[form.elements.lay_off.value] ?? null,
      correcting: Number(form.dataset.correcting) || null,
      entries: rows.map((row) => ({
        seat: Number(row.dataset.seat),
        points: sum(points(row).value),
        cards: cards(row).value,
      })),
    };
  }

  function show(answer) {
    const at = (list, row) => list.find((one) => String(one.seat) === row.dataset.seat);
    const told = []; // what is cut off in a row, so that it does not grow, stands in full above the keys
    // Once the close is called false, why it was is no news any more.
    const ruled = form.elements.kind.value === "false-close" && closings.querySelector("[data-kind=false-close]");
    for (const row of rows) {
      const line = at(answer.lines, row);
      const fault = at(answer.faults, row)?.text;
      const called = ruled && isCloser(row) ? ruled.textContent : "";
      const fate = line ? [called, line.fate].filter(Boolean).map((text) => ` · ${text}`).join("") : "";
      const parts = fault ? [fault] : line ? [worth(row, line), ` = ${minus(line.total)}`, fate] : [];
      row.querySelector("output").replaceChildren(...parts.map((text) => element("span", { textContent: text })));
      row.classList.toggle("is-wrong", Boolean(fault));
      if (line) { // put right: what the server's page had to say of it is over
        row.querySelector(".wide")?.remove();
        for (const box of row.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid");
      }
      // A box that is empty and yet counts shows what for.
      points(row).placeholder = !line ? "" : isCloser(row) ? minus(line.scored) : cards(row).value ? line.points : "";
      const news = fault || line?.fate;
      if (news) told.push(`${news.includes(name(row)) ? "" : `${name(row)}: `}${news}.`.replace(/\.\.$/, "."));
    }
    const whole = answer.faults.find((fault) => fault.seat === null)?.text;
    said.textContent = whole || (!ruled && answer.objections[0]) || answer.ending || told.join(" ") || answer.hint || answer.consequences[0] || "";
    book.classList.toggle("is-ready", answer.complete);
    form.dispatchEvent(new CustomEvent("previewed", { detail: answer }));
  }

  function worth(row, { scored }) {
    if (isCloser(row)) return keys.dataset.closed.replace("{points}", minus(scored));
    return scored < 0 ? minus(scored) : `+${scored}`;
  }

  function minus(value) {
    return String(value).replace("-", "−");
  }

  // Booking: a lost connection is tried again with the same key, so it books once.

  async function send() {
    if (book.getAttribute("aria-busy")) return;
    book.setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    asked += 1; // a preview that comes late must not take the place of what booking has to say
    const content = new URLSearchParams(new FormData(form));
    content.set("action", "book");
    for (;;) {
      const response = await fetch(form.getAttribute("action"), { method: "POST", body: content, redirect: "manual" }).catch(() => null);
      if (response && response.type === "opaqueredirect") {
        sessionStorage.removeItem(draftName);
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(40);
        location.assign(form.dataset.board);
        return;
      }
      if (response && response.status < 500) break;
      said.textContent = book.dataset.waiting;
      await new Promise((done) => {
        setTimeout(done, 2000);
        addEventListener("online", done, { once: true });
      });
    }
    // Not booked: let the server's page say why, with everything typed in it.
    const action = document.createElement("input");
    Object.assign(action, { type: "hidden", name: "action", value: "book" });
    form.append(action);
    form.submit();
  }

  // What was typed survives a reload and the back button.

  function keep() {
    const values = {};
    for (const [name, value] of new FormData(form)) if (name !== "csrf_token") values[name] = value;
    sessionStorage.setItem(draftName, JSON.stringify(values));
  }

  function restore() {
    if ("typed" in form.dataset) return;
    const draft = JSON.parse(sessionStorage.getItem(draftName) || "null");
    if (!draft || draft.version !== form.elements.version.value) return;
    const chosen = new URLSearchParams(location.search).get("closer");
    for (const [name, value] of Object.entries(draft)) {
      const field = form.elements[name];
      if (field && !(name === "closer" && chosen)) field.value = value;
    }
  }
}
