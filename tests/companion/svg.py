"""Parses SVG documents that the companion has drawn."""

from xml.etree import ElementTree as ET

NAMESPACE = "{http://www.w3.org/2000/svg}"


class Drawing:
    def __init__(self, text: str) -> None:
        self._root = ET.fromstring(text)  # noqa: S314 - it is our own
        assert self._root.tag == f"{NAMESPACE}svg"

    @property
    def height(self) -> float:
        return float(self._root.get("height", ""))

    @property
    def texts(self) -> list[str]:
        return [each["words"] for each in self.all("text")]

    def all(self, kind: str) -> list[dict[str, str]]:
        """Returns the attributes of all elements of a kind, and their text."""
        return [{**each.attrib, "words": each.text or ""} for each in self._root.iter(f"{NAMESPACE}{kind}")]
