// The end of a game: send the result on, copy it, print the page. Each button shows up only where the browser can do it;
// the text can be selected by hand in any case.

const ways = {
  print: () => window.print(),
  send: (button) => navigator.share({ title: button.dataset.title, text: text() }).catch(() => null),
  copy: async (button) => {
    await navigator.clipboard.writeText(text());
    button.nextElementSibling.textContent = button.dataset.done;
  },
};
const possible = { print: true, send: Boolean(navigator.share), copy: Boolean(navigator.clipboard) };

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-way]");
  if (button) ways[button.dataset.way](button);
});
document.addEventListener("patched", show);
show();

function text() {
  return document.getElementById("result").value;
}

function show() {
  for (const button of document.querySelectorAll("[data-way]")) button.hidden = !possible[button.dataset.way];
}
