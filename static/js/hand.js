// Checking a hand: the deck lies on the page, and the server says what the cards are worth.

import "./picker.js";

const form = document.getElementById("hand");
const picker = document.querySelector("card-picker");
const cards = form.elements.cards;
const typed = cards.closest("details");

picker.least = 3;
picker.judge = async (text) => {
  const answer = await fetch(picker.dataset.check, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": picker.dataset.csrf },
    body: JSON.stringify({ cards: text, rules: form.elements.rules.value, packs: Number(form.elements.packs.value) }),
  }).then((response) => response.json(), () => null);
  if (!answer) return null;
  return answer.best ? verdict(answer) : { melds: [], loose: picker.held, wrong: [], lines: [{ text: answer.detail, mark: "cross" }] };
};

function verdict({ best, claim, close, discards, may_close: mayClose, text }) {
  const found = discards.filter((one) => one.legal);
  const mark = mayClose ? "check" : "cross";
  const asLaid = claim && [claim.text, claim.better_text].filter(Boolean).join(" ");
  const better = claim?.better;
  return {
    melds: best.melds.map((meld) => meld.cards),
    loose: best.loose,
    wrong: claimed(claim),
    lines: [
      ...(text ? [{ text, mark }] : []),
      ...(close && !close.legal && text ? close.problems : []).map((why) => ({ text: why, mark: "" })),
      ...(found.length ? [] : [{ text: asLaid || best.text, mark: "" }]),
    ],
    better: better && { melds: better.melds.map((meld) => meld.cards), loose: better.loose, text: better.text },
    discards: found,
  };
}

// For each meld as laid why it is none.
function claimed(claim) {
  const wrong = ["", ""];
  for (const { meld, text } of claim?.problems || []) if (meld !== null) wrong[meld] = text;
  return wrong;
}

picker.addEventListener("picked", () => {
  cards.value = picker.text;
  const asked = new URLSearchParams(new FormData(form));
  history.replaceState(null, "", `?${asked}`); // a reload, or a link sent on, shows the same hand
  document.getElementById("language").elements.next.value = location.pathname + location.search;
});
form.addEventListener("change", () => {
  const deck = form.elements.rules.selectedOptions[0].dataset.deck;
  cards.disabled = !cards.value || deck !== form.dataset.deck; // another deck has other cards
  form.submit();
});
cards.addEventListener("change", (event) => {
  event.stopPropagation();
  const words = cards.value.split(/[\s,;/|]+/).filter(Boolean);
  if (picker.read(cards.value).flat().length !== words.length) form.submit(); // the server says what cannot be read
  else picker.start(cards.value);
});
document.body.classList.add("picking");
typed.open = cards.getAttribute("aria-invalid") === "true";
picker.after(typed);
picker.start(cards.value);
