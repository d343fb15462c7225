// The end of a game: send the result on, copy it, print the page. Each button shows up only where the browser can do it;
// the text can be selected by hand in any case.

const result = document.getElementById("result");
const send = document.querySelector("[data-share]");
const copy = document.querySelector("[data-copy]");
const print = document.querySelector("[data-print]");

if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
if (send && result && navigator.share) {
  send.hidden = false;
  send.addEventListener("click", () => {
    navigator.share({ title: send.dataset.share, text: result.value }).catch(() => {
      // The person changed his mind.
    });
  });
}
if (copy && result && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(result.value);
    copy.nextElementSibling.textContent = copy.dataset.copy;
  });
}
