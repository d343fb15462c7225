// Keeps the screen on while a game runs: a switch, remembered on this device. The browser gives the lock back whenever
// the page is hidden, so it is asked for again when the page returns.

const control = document.getElementById("awake");
const hint = document.getElementById("awake-hint");
const name = "awake";
let lock = null;

// Storage may be forbidden; then nothing is remembered.
const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The switch still works for this page.
  }
};

if (control && navigator.wakeLock) start();
else if (hint && !isSecureContext && !kept("awake-told")) {
  hint.hidden = false;
  keep("awake-told", "yes");
}

function start() {
  control.hidden = false;
  set(kept(name) === "on");
  control.addEventListener("click", () => {
    set(!isOn());
    keep(name, isOn() ? "on" : "off");
  });
  document.addEventListener("visibilitychange", hold);
}

function isOn() {
  return control.getAttribute("aria-checked") === "true";
}

function set(on) {
  control.setAttribute("aria-checked", String(on));
  hold();
}

async function hold() {
  if (!isOn()) {
    await lock?.release();
    lock = null;
  } else if (document.visibilityState === "visible" && (!lock || lock.released)) {
    try {
      lock = await navigator.wakeLock.request("screen");
      if (!isOn()) hold();
    } catch {
      lock = null; // refused, with a low battery for example: asked again when the page returns
    }
  }
}
