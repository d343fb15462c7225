// The table view on the whole screen, where the browser can do it.

if (document.fullscreenEnabled) {
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#full")) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
  document.addEventListener("patched", show);
  show();
}

function show() {
  const full = document.getElementById("full");
  if (full) full.hidden = false;
}
