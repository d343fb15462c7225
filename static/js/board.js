// The table view on the whole screen, where the browser can do it.

const full = document.getElementById("full");
if (full && document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}
