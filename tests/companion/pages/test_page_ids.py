import inspect
import pkgutil
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import companion.pages
import companion.tables
from companion.core.table_registry import TABLES


def page_classes(*packages: ModuleType) -> set[type]:
    found = set()
    for package in packages:
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(each.name)
            classes = (member for _, member in inspect.getmembers(module, inspect.isclass))
            found |= {one for one in classes if one.__module__ == each.name and hasattr(one, "press")}
    return {page for page in found if not any(issubclass(other, page) for other in found - {page})}


def test_no_two_pages_share_an_id() -> None:
    shared = Counter(page.name for page in page_classes(companion.pages, companion.tables))  # type: ignore[attr-defined]
    assert [name for name, number in shared.items() if number > 1] == []


def test_all_pages_of_all_tables_are_among_them() -> None:
    known = page_classes(companion.pages, companion.tables)
    assert {page for table in TABLES.values() for page in table.pages} <= known


def test_every_id_is_documented() -> None:
    protocol = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
    listed = set(re.findall(r"[a-z_]+", protocol[protocol.index("Each page has a unique id.") :]))
    assert {page.name for page in page_classes(companion.pages, companion.tables)} - listed == set()  # type: ignore[attr-defined]
