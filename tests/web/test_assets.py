"""Static files: what a module imports is found under its hashed name, and changes the name of whoever imports it."""

import re
from pathlib import Path

from scorekeeper.web.assets import prepared


def _written(folder: Path, imported: str) -> Path:
    (folder / "js").mkdir(parents=True)
    (folder / "js/a.js").write_text('import { one } from "./z.js";\nimport "./z.js";\n')
    (folder / "js/z.js").write_text(imported)
    return folder


def test_imports_lead_to_the_hashed_names(tmp_path: Path) -> None:
    """Also where the one that imports comes first by name."""
    assets = prepared(_written(tmp_path, "export const one = 1;\n"))
    text = (Path(assets.folder.name) / assets.names["js/a.js"]).read_text()
    imported = Path(assets.names["js/z.js"]).name
    assert re.fullmatch(r"z\.[0-9a-f]{10}\.js", imported)
    assert text == f'import {{ one }} from "./{imported}";\nimport "./{imported}";\n'


def test_a_changed_module_renames_whoever_imports_it(tmp_path: Path) -> None:
    """Both are cached for ever: the old one must not go on importing the old other."""
    before = prepared(_written(tmp_path / "before", "export const one = 1;\n"))
    after = prepared(_written(tmp_path / "after", "export const one = 2;\n"))
    assert before.names["js/a.js"] != after.names["js/a.js"]


def test_every_import_is_led_on() -> None:
    """No module of the app imports in a way that is not understood here."""
    source = Path(__file__).parents[2] / "static"
    assets = prepared(source)
    for path in (source / "js").glob("*.js"):
        said = re.findall(r'^import\b.*"(.+)";$', path.read_text(), flags=re.MULTILINE)
        led = (Path(assets.folder.name) / assets.names[f"js/{path.name}"]).read_text()
        assert all((source / "js" / name).is_file() and f'"{name}"' not in led for name in said), path.name
