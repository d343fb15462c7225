// Keeps an open page at the newest state of its game, and says so on pages that are being typed in.
// A stream where the browser and everything in between can; asking now and then where they cannot.

const main = document.querySelector("main[data-live]");
if (main) start(main.dataset.live, main.dataset.pulse, main.dataset.tag, "typing" in main.dataset);

function start(liveUrl, pulseUrl, tag, typing) {
  const askEvery = 4000;
  const patience = 8000; // so long a stream may take to say its first word before it counts as held up
  let stream = null;
  let asking = null;
  let heldUp = null;
  let busy = false;
  let missed = null; // news that came while the page was being fetched

  open();
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());

  function open() {
    close();
    if (!window.EventSource) return poll();
    stream = new EventSource(`${liveUrl}?tag=${encodeURIComponent(tag)}`);
    heldUp = setTimeout(poll, patience);
    stream.onopen = () => clearTimeout(heldUp);
    stream.addEventListener("changed", (event) => {
      const [newest, viewers] = event.data.split(" ");
      // A whole club must not fetch the page in the same moment.
      setTimeout(() => heard(newest), viewers > 20 ? Math.random() * viewers * 3 : 0);
    });
    stream.addEventListener("closed", () => location.reload());
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) poll();
    };
  }

  function close() {
    stream?.close();
    clearTimeout(heldUp);
    clearInterval(asking);
    stream = asking = null;
  }

  function poll() {
    close();
    asking = setInterval(ask, askEvery);
  }

  async function ask() {
    const response = await fetch(pulseUrl, { cache: "no-cache" }).catch(() => null);
    if (!response) return;
    if (response.status === 404) location.reload();
    if (response.ok) heard(await response.text());
  }

  async function heard(newest) {
    if (newest === tag) return;
    if (typing) {
      main.querySelector("[data-news]").hidden = false;
      return;
    }
    if (busy) {
      missed = newest;
      return;
    }
    busy = true;
    const response = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    const text = response?.ok && (await response.text().catch(() => null));
    busy = false;
    if (response && !response.ok) return location.reload();
    if (!text) return setTimeout(heard, 2000, newest); // no connection at the moment: the news is not said twice
    patch(new DOMParser().parseFromString(text, "text/html"));
    const later = missed;
    missed = null;
    if (later) heard(later);
  }

  function needs(page) {
    return [...page.querySelectorAll("link[rel=stylesheet], script[src]")].map((part) => part.getAttribute("href") || part.getAttribute("src")).join(" ");
  }

  // The new page in the place of the old one; what the person holds on to stays: focus, open details, scroll.
  function patch(page) {
    const fresh = page.querySelector("main[data-live]");
    // A page of another kind, the end say, has styles and scripts of its own, which only loading it brings.
    if (!fresh || needs(page) !== needs(document)) return location.reload();
    const focused = document.activeElement?.id || document.activeElement?.getAttribute?.("href");
    const opened = [...main.querySelectorAll("details")].map((details) => details.open);
    const scrolled = [...main.querySelectorAll(".scroll")].map((box) => [box.scrollLeft, box.scrollTop]);
    tag = fresh.dataset.tag;
    document.title = page.title;
    main.replaceChildren(...fresh.childNodes);
    for (const part of [".top", ".actions"]) {
      const [before, after] = [document.querySelector(part), page.querySelector(part)];
      if (before && after) before.replaceWith(after);
      else if (before) before.remove();
      else if (after) main.after(after);
    }
    main.querySelectorAll("details").forEach((details, i) => (details.open = opened[i] ?? details.open));
    main.querySelectorAll(".scroll").forEach((box, i) => scrolled[i] && ([box.scrollLeft, box.scrollTop] = scrolled[i]));
    if (focused) {
      const again = document.getElementById(focused) || [...document.links].find((link) => link.getAttribute("href") === focused);
      again?.focus({ preventScroll: true });
    }
    document.dispatchEvent(new CustomEvent("patched"));
  }
}
