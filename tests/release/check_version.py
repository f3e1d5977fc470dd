"""The version stands in CMakeLists.txt; what repeats it, because others read it there, must agree."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main():
    version = re.search(r"^project\(carom VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    found = {
        "CITATION.cff": re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1],
        "bindings/wasm/package.json": json.loads((ROOT / "bindings/wasm/package.json").read_text())["version"],
        "web/package.json": json.loads((ROOT / "web/package.json").read_text())["version"],
        "CHANGELOG.md": version if f"## [{version}]" in changelog or f"What will become {version}." in changelog else "another",
    }
    wrong = [f"{file}: {value}, expected {version}" for file, value in found.items() if value != version]
    print("\n".join(wrong) or f"version {version} everywhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
