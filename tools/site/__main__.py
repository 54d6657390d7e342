"""Makes the site of the docs: `make docs`. `python -m tools.site FOLDER` writes it there.

The pages are those of the checkout, with the links that they have there. Sphinx wants all of its pages in one folder:
they are copied into one, beside the front page, the rules as the program itself tells and draws them, and the few files
of the program that a page leads to. The library's reference is what `make api` makes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from companion.core.model import TABLES, is_playable
from companion.locale.translator import languages, translator_for
from companion.runtime.export_formats import rules_pictures

ROOT = Path(__file__).parents[2]


def main(folder: Path) -> int:
    """Builds the site; returns Sphinx's exit status: 1 if a link is broken, which Sphinx names."""
    pages = folder.with_name(f"{folder.name}-pages")
    for old in (folder, pages):
        shutil.rmtree(old, ignore_errors=True)
    copy_pages(pages)
    write_rules(pages / "rules")
    (folder / "library").mkdir(parents=True)
    (pages / "library").mkdir()
    subprocess.run([sys.executable, "-m", "tests.library", folder / "library"], cwd=ROOT, check=True)
    sphinx = (sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", pages / ".doctrees")
    done = subprocess.run([*sphinx, "-c", pages, pages, folder], check=False)
    print(f"The site is in {folder}/index.html" if not done.returncode else "The site is not whole: see above.")
    return done.returncode


def copy_pages(pages: Path) -> None:
    """Copies the pages of the checkout, and what is beside them."""
    shutil.copytree(ROOT / "docs", pages / "docs", ignore=shutil.ignore_patterns("training", "pig", "__pycache__"))
    for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, pages / name)
    for name in ("conf.py", "index.md"):
        shutil.copy(Path(__file__).parent / name, pages / name)


def write_rules(folder: Path) -> None:
    """Writes the rules of each game in each language, each section with the last of its pictures.

    Each catalog translates "English" as its own name.
    """
    folder.mkdir()
    contents = ["# The rules in short", "", "Of each game as the box and the page tell them.", ""]
    listed = []
    for name, table in TABLES.items():
        if not is_playable(name):
            continue
        pictures = {}
        for number in range(len(table.rules)):
            for drawn in rules_pictures(name, number)[-1:]:
                pictures[number] = f"{name}-{number + 1}.svg"
                (folder / pictures[number]).write_text(drawn)
        for language in languages():
            _ = translator_for(language)
            text = [f"# {table.game.title}, {_('English')}"]
            for number, section in enumerate(table.rules):
                text += ["", f"## {_(section.heading)}", ""]
                text += [f"![{_(section.heading)}]({pictures[number]}){{w=320px}}", ""] if number in pictures else []
                text += [_(section.text).replace("\n", "\n\n")]
            (folder / f"{name}-{language}.md").write_text("\n".join(text) + "\n")
            listed.append(f"{name}-{language}.md")
        links = ", ".join(f"[{translator_for(each)('English')}]({name}-{each}.md)" for each in languages())
        contents.append(f"- **{table.game.title}**: {links}")
    contents += ["", "```{toctree}", ":hidden:", "", *listed, "```"]
    (folder / "index.md").write_text("\n".join(contents) + "\n")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
