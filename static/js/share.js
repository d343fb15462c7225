// Copying and the phone's share sheet. Without this script, and where a browser has neither, the address can be
// scanned or selected all the same.

const plain = document.getElementById("plain");
const canShare = typeof navigator.share === "function";
if (plain && !canShare && !window.isSecureContext) plain.hidden = false;

for (const tools of document.querySelectorAll("[data-share]")) {
  const address = tools.dataset.share;
  const text = tools.parentElement.querySelector(".address");
  const [copy, share] = ["copy", "share"].map((name) => tools.querySelector(`[data-do=${name}]`));
  const label = copy.querySelector("span");

  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const done = (await written(address)) || selected(text);
    label.textContent = done ? copy.dataset.done : copy.dataset.failed;
  });

  share.hidden = !canShare;
  share.addEventListener("click", async () => {
    try {
      await navigator.share({ title: `Chinchón: ${tools.dataset.title}`, url: address });
    } catch {
      // Closed without sending: that is an answer, too.
    }
  });
}

// A second tap while the first is on its way would come with a link that is dead by then.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

async function written(address) {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    return false; // no clipboard over plain http, or it was not allowed
  }
}

// Select the address; older browsers, and all of them over plain http, can copy what is selected.
function selected(text) {
  getSelection().selectAllChildren(text);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
