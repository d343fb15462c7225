// Cards instead of numbers: the picker fills a row's text field, and the row shows the hand.

import "./picker.js";

// `judge`: from a row and its cards as text to a promise of what the server says of the round; `keep`: keeps the draft.
export function tieCards(form, rows, { judge, keep }) {
  const dialog = document.getElementById("picker");
  const picker = dialog.querySelector("card-picker");
  const points = (row) => row.querySelector(".points");
  const cards = (row) => row.querySelector("details input");
  const name = (row) => row.querySelector("b").textContent;
  const seated = (seat) => name(rows.find((row) => row.dataset.seat === String(seat)));
  const handOf = (row, answer) => answer.hands.find((one) => String(one.seat) === row.dataset.seat);
  let picking = null; // the row whose cards are being picked

  for (const row of rows) {
    const pick = row.querySelector(".pick");
    pick.hidden = false;
    pick.addEventListener("click", () => open(row));
    show(row);
  }
  picker.judge = async (text) => {
    const mine = picking;
    const answer = await judge(mine, text);
    return answer && verdict(answer, mine);
  };
  picker.addEventListener("picked", () => {
    cards(picking).value = picker.text;
    points(picking).value = "";
    keep();
  });
  picker.addEventListener("done", () => {
    const next = unpicked();
    if (next) open(next);
    else dialog.close();
  });
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    show(picking);
    picking.querySelector(".pick").focus({ preventScroll: true });
    cards(picking).dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("previewed", ({ detail }) => rows.forEach((row) => show(row, detail)));

  function open(row) {
    picking = row;
    const taken = new Map();
    for (const other of rows) {
      if (other === row) continue;
      for (const code of picker.read(cards(other).value).flat()) taken.set(code, [...(taken.get(code) || []), name(other)]);
    }
    document.getElementById("picker-title").textContent = name(row);
    const next = unpicked();
    if (!dialog.open) dialog.showModal();
    picker.start(cards(row).value, { taken, next: next && name(next) });
  }

  // The next row that has neither cards nor points.
  function unpicked() {
    const place = rows.indexOf(picking);
    return [...rows.slice(place + 1), ...rows.slice(0, place)].find((row) => !cards(row).value && !points(row).value);
  }

  function verdict(answer, row) {
    const hand = handOf(row, answer);
    const faults = answer.faults.map(({ seat, text }) => (seat && String(seat) !== row.dataset.seat ? `${seated(seat)}: ${text}` : text));
    if (!hand) return faults.length ? { melds: [], loose: picker.held, wrong: [], lines: faults.map((text) => ({ text, mark: "cross" })) } : null;
    const line = answer.lines.find((one) => one.seat === hand.seat);
    return {
      ...hand,
      lines: [
        ...(hand.close ? [{ text: hand.close, mark: hand.may_close ? "check" : "cross" }] : []),
        { text: [hand.text, hand.better_text].filter(Boolean).join(" "), mark: "" },
        ...hand.problems.map((text) => ({ text, mark: "" })),
        ...(line && answer.laid_off && line.points !== hand.points ? [{ text: `${hand.points} → ${line.points}`, mark: "" }] : []),
      ],
      better: hand.better && { ...hand.better, melds: hand.better.melds.map((meld) => meld.cards) },
      laid: answer.hands.flatMap(laidOff).filter(({ seats }) => seats.includes(hand.seat)),
    };
  }

  // What this hand lays off, meld by meld.
  function laidOff({ seat, laid }) {
    const melds = new Map();
    for (const { card, meld, owner } of laid) {
      const key = `${owner} ${meld}`;
      if (!melds.has(key)) melds.set(key, { name: seated(seat), cards: [], meld, owner: seated(owner), seats: [seat, owner] });
      melds.get(key).cards.push(card);
    }
    return [...melds.values()];
  }

  // The hand in its row; before the server has arranged it, as it was typed, so that nothing moves when it has.
  function show(row, answer = { hands: [] }) {
    row.querySelector(".shown-hand")?.remove();
    const typed = picker.read(cards(row).value);
    if (!typed.length) return;
    const hand = handOf(row, answer) || { melds: typed, loose: [], laid: [] };
    const shown = document.createElement("div");
    shown.className = "shown-hand";
    shown.append(picker.spread(hand.melds, hand.loose));
    for (const laid of answer.laid_off ? laidOff(hand) : []) {
      const line = document.createElement("p");
      line.append(...picker.lays(laid).childNodes);
      shown.append(line);
    }
    shown.addEventListener("click", () => open(row));
    row.append(shown);
  }
}
