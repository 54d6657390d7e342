"""Draws every golden picture anew: `make pictures`."""

from __future__ import annotations

from tests.companion.lights import scenes as lights
from tests.companion.pages import scenes as pages
from tests.companion.screen import samples
from tests.pictures.golden import keep

if __name__ == "__main__":
    keep({**samples.pictures(), **lights.pictures(), **pages.pictures()})
