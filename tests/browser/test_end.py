"""The end of a game on a real phone: its story as a picture, saved or sent on."""

import base64
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SHEET = """
window.shared = [];
navigator.canShare = (what) => Boolean(what.files?.length);
navigator.share = async (what) => { window.shared.push([what.text, what.files.map((file) => file.type)]); };
"""
COLOURS = """async (source) => {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const points = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return new Set(points).size;
}"""


def test_the_story_is_saved_as_a_picture(page: Page, site: Any, tmp_path: Path) -> None:
    """A PNG, three times as sharp as the page, with every line's colour in it and nothing left out by the policy."""
    page.goto(site.path("over"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").click()
    assert download.value.suggested_filename == "chinchon.png"
    file = tmp_path / "story.png"
    download.value.save_as(file)
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert width > 900 < height * 2
    colours = page.evaluate(COLOURS, "data:image/png;base64," + base64.b64encode(content).decode())
    assert colours > 50, "a picture of lines in several colours, smoothed at their edges"


def test_the_result_is_sent_with_its_picture(page: Page, site: Any) -> None:
    """Where the phone can send files, the picture goes along with the text."""
    page.add_init_script(SHEET)
    page.goto(site.path("over"))
    page.get_by_role("button", name="Send").click()
    page.wait_for_function("() => window.shared.length")
    ((text, (file,)),) = page.evaluate("window.shared")
    assert "Ana" in text
    assert file == "image/png"


def test_wide_names_leave_the_totals_and_the_headline_whole(page: Page, site: Any) -> None:
    """Sixty wide letters: the headline of the picture shrinks, and what a name is cut off for is not its total."""
    page.goto(site.path("over"))
    said = page.locator(".story .line > text").all_text_contents()
    assert {re.match("−?[0-9]+ ", text) is not None for text in said} == {True}
    drawn = page.evaluate(
        """async (headline) => {
          const shown = [];
          const write = XMLSerializer.prototype.serializeToString;
          XMLSerializer.prototype.serializeToString = function (svg) {
            document.body.append(svg);
            shown.push(svg.querySelector(":scope > text").getBBox().width, svg.viewBox.baseVal.width);
            return write.call(this, svg);
          };
          const address = [...performance.getEntriesByType("resource")].find(({ name }) => name.includes("/picture."));
          await (await import(address.name)).picture(document.querySelector(".story > svg"), headline);
          return shown;
        }""",
        "W" * 60 + " wins!",
    )
    assert drawn[0] <= drawn[1]
