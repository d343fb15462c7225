"""Pictures of every page for the documentation, in both schemes, as a phone shows them: docs/screenshots/.

`python -m tools.screenshots [name ...]`: only these pages. The pictures have a palette of few colours, which makes
them small; nothing but the standard library is needed for that.
"""

import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.browser import chromium
from benchmarks.games import ROOT, Site, site

sys.path.insert(0, str(ROOT / "tests"))
from browser.pages import PLACES, Place

FOLDER = ROOT / "docs" / "screenshots"
PHONE: ViewportSize = {"width": 390, "height": 844}
COLOURS = 48
SIGNATURE = b"\x89PNG\r\n\x1a\n"
# What the README shows is said by the name alone; the other places of the tests that make no picture of their own.
LEFT_OUT = {"new-game-unfolded", "check-a-hand-french", "history-unfolded", "table", "board-watching"}
# Those that are shown in texts are twice as sharp.
SHARP = {"board", "round", "round-cards", "end"}


def take(page: Page, site: Site, place: Place, scheme: str) -> bytes:
    """A picture of one page."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.evaluate("sessionStorage.clear()")  # what was typed for the picture before
    page.goto(site.address + place.path if place.game is None else site.url(place.game, place.path, place.role))
    if place.then:
        place.then(page)
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    page.wait_for_timeout(250)
    return page.screenshot()


def pictures(browser: Browser, site: Site, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Each picture with the name of its file."""
    places = [place for place in PLACES if place.name not in LEFT_OUT and (not names or place.name in names)]
    for sharp in (False, True):
        context = browser.new_context(
            viewport=PHONE, device_scale_factor=2 if sharp else 1, is_mobile=True, has_touch=True, locale="en-IE"
        )
        page = context.new_page()
        # The home page lists what this phone has opened.
        for game in ("over", "fresh", "deciding", "lively"):
            page.goto(site.url(game))
        for place in places:
            if (place.name in SHARP) == sharp:
                yield f"{place.name}.png", take(page, site, place, "light")
                yield f"{place.name}-dark.png", take(page, site, place, "dark")
        context.close()


def main() -> None:
    """Take the pictures and say how large they are."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    names, total = sys.argv[1:], 0
    if not names:
        for old in FOLDER.glob("*.png"):
            old.unlink()
    with site() as running, chromium() as browser:
        for name, png in pictures(browser, running, names):
            small = reduced(png)
            (FOLDER / name).write_bytes(small)
            total += len(small)
            print(f"{name:32}{len(png) / 1000:8.1f} kB{len(small) / 1000:8.1f} kB")
    print(f"{'in all':32}{'':11}{total / 1000:8.1f} kB")


# Fewer colours: a PNG of a browser in, a PNG with a palette out.


def reduced(png: bytes, most: int = COLOURS) -> bytes:
    """The same picture with few colours."""
    width, height, pixels = _read(png)
    counted = Counter(pixels)
    palette = _palette(counted, most)
    nearest = {colour: _nearest(colour, palette) for colour in counted}
    lines = bytearray()
    for row in range(height):
        lines.append(0)
        lines += bytes(map(nearest.__getitem__, pixels[row * width : (row + 1) * width]))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(sum(palette, ()))),
        (b"IDAT", zlib.compress(bytes(lines), 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


Colour = tuple[int, int, int]


def _read(png: bytes) -> tuple[int, int, list[Colour]]:
    """Width, height and pixels of a PNG with eight bits a channel, without interlacing."""
    place, data, width, height, depth = len(SIGNATURE), b"", 0, 0, 3
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        body = png[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colours, _c, _f, interlaced = struct.unpack(">IIBBBBB", body)
            assert bits == 8 and colours in (2, 6) and not interlaced
            depth = 3 if colours == 2 else 4
        elif kind == b"IDAT":
            data += body
        place += length + 12
    raw, stride, before, pixels = zlib.decompress(data), width * depth, bytearray(width * depth), []
    for row in range(height):
        start = row * (stride + 1)
        line = bytearray(raw[start + 1 : start + 1 + stride])
        _unfilter(raw[start], line, before, depth)
        pixels += list(zip(line[0::depth], line[1::depth], line[2::depth], strict=True))
        before = line
    return width, height, pixels


def _unfilter(kind: int, line: bytearray, above: bytearray, depth: int) -> None:
    """Undo what PNG does to a line before it is packed."""
    for i in range(len(line)) if kind else ():
        left, up = line[i - depth] if i >= depth else 0, above[i]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            corner = above[i - depth] if i >= depth else 0
            guess = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        line[i] = (line[i] + guess) & 255


def _palette(counted: Counter[Colour], most: int) -> list[Colour]:
    """The colours that stand for all: the most frequent as they are, the others by halving the widest box."""
    kept = [colour for colour, _times in counted.most_common(most // 2)]
    boxes = [[colour for colour in counted if colour not in kept]]
    while boxes[0] and len(boxes) < most - len(kept):

        def spread(box: list[Colour]) -> tuple[float, int]:
            widths = [max(channel) - min(channel) for channel in zip(*box, strict=True)]
            return max(widths) * sum(counted[one] for one in box) ** 0.5, widths.index(max(widths))

        box = max(boxes, key=lambda one: spread(one)[0])
        channel = spread(box)[1]
        box.sort(key=lambda colour: colour[channel])
        if len(box) < 2:
            break
        boxes.remove(box)
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    for box in filter(None, boxes):
        weight = sum(counted[colour] for colour in box)
        mean = [round(sum(colour[i] * counted[colour] for colour in box) / weight) for i in range(3)]
        kept.append((mean[0], mean[1], mean[2]))
    return kept


def _nearest(colour: Colour, palette: list[Colour]) -> int:
    red, green, blue = colour
    distances = [(red - r) ** 2 * 2 + (green - g) ** 2 * 4 + (blue - b) ** 2 * 3 for r, g, b in palette]
    return distances.index(min(distances))


if __name__ == "__main__":
    main()
