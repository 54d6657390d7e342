"""The recipes of docs/library.md: the examples below each heading."""

import re
from pathlib import Path

LIBRARY = Path(__file__).parents[2] / "docs" / "library.md"


def recipes(text: str) -> dict[str, str]:
    """Returns the Python code of each recipe by its heading."""
    _, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    found = {}
    for section in sections:
        heading, _, body = section.partition("\n")
        if blocks := re.findall(r"^```python\n(.*?)^```$", body, flags=re.MULTILINE | re.DOTALL):
            found[heading] = "\n".join(blocks)
    return found
