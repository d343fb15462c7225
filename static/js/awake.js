// Keeps the screen on while a game runs: a switch, remembered on this device. The browser takes the lock back whenever
// the page is hidden, so it is asked for again when the page returns.

const name = "awake";
let lock = null;

// Storage may be forbidden; then nothing is remembered beyond this page.
let memory = {};
function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory[key];
  }
}
function keep(key, value) {
  memory[key] = value;
  try {
    localStorage.setItem(key, value);
  } catch {
    // Remembered in `memory`.
  }
}

if (navigator.wakeLock) {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#awake")) return;
    keep(name, kept(name) === "on" ? "off" : "on");
    show();
  });
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("patched", show);
  show();
} else if (!isSecureContext && kept("awake-told") !== "yes") {
  const hint = document.getElementById("awake-hint");
  if (hint) {
    hint.hidden = false;
    keep("awake-told", "yes");
  }
}

function show() {
  const control = document.getElementById("awake");
  if (!control) return;
  control.hidden = false;
  control.setAttribute("aria-checked", String(kept(name) === "on"));
  hold();
}

async function hold() {
  const wanted = kept(name) === "on";
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (document.visibilityState === "visible" && (!lock || lock.released)) {
    try {
      lock = await navigator.wakeLock.request("screen");
      if (kept(name) !== "on") hold(); // switched off while it was asked for
    } catch {
      lock = null; // refused, with a low battery for example: asked again when the page returns
    }
  }
}
