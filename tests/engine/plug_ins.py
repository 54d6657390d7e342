"""Plug-ins for tests: packages with entry points, in a folder that is on the path only during a test."""

from pathlib import Path


def install(folder: Path, package: str, **entry_points: dict[str, str]) -> Path:
    """Writes a package's metadata, as an installer does.

    Args:
        folder: where to write it.
        package: its name.
        **entry_points: the modules by name, for the last part of each group (`games`, `tables`).

    Returns:
        The folder, for the path.
    """
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [
        f"[companion.{group}]\n" + "".join(f"{name} = {module}\n" for name, module in modules.items())
        for group, modules in entry_points.items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    return folder
