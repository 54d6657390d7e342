"""Writes every golden picture and text, and the pictures of the README: `make pictures`."""

from tests.companion.lights import scenes as lights
from tests.companion.pages import scenes as pages
from tests.companion.tables.piratenclaim import test_map_pictures as maps
from tests.companion.ui import layouts
from tests.pictures import page_icons, showcase
from tests.pictures.golden import outdated_files, save

if __name__ == "__main__":
    golden = {**lights.pictures(), **pages.pictures(), **maps.pictures(), **layouts.pictures()}
    for path in outdated_files(golden):
        path.unlink()
    save({**golden, **showcase.pictures()})
    for path, text in pages.texts().items():
        path.write_text(text, encoding="utf-8")
    page_icons.save_icons()
