#!/usr/bin/env python3
"""Checks that every list of the responses has the words of the enum `Response`, all of them and in its order.

check_responses.py ROOT          checks the project
check_responses.py --self-test   checks the check
"""

import re
import sys
import tempfile
from pathlib import Path

ENUM = "include/carom/response/response.hpp"
LISTS = {
    "bindings/c/include/carom/carom.h": "carom_response",
    "bindings/python/carom/_world.py": "RESPONSES",
    "bindings/wasm/src/types.ts": "RESPONSES",
    "docs/scenes.md": "| response | does |",
    "schema/scene.schema.json": '"response"',
    "src/io/scene/scene_words.hpp": "k_responses",
    "src/io/scene/scene_rules_test.cpp": "/rules/0/response",
    "tests/scenes/bad/rule_response.expected": "/rules/0/response",
    "tests/scenes/check_steps.py": "RESPONSES",
    "tests/wasm/typed_use.ts": "const response",
}
NEAR = 3000  # characters after its name in which a list begins and ends


def words(text):
    body = re.search(r"enum class Response[^{]*\{(.*?)\};", text, re.S).group(1)
    return re.findall(r"^\s*(\w+),", re.sub(r"//[^\n]*", "", body), re.M)


def problems(root, lists=LISTS):
    expected = words((root / ENUM).read_text(encoding="utf-8"))
    ordered = re.compile(".*?".join(rf"\b(?:CAROM_)?{word}\b" for word in expected), re.S | re.I)
    for path, name in lists.items():
        text = (root / path).read_text(encoding="utf-8")
        if not any(ordered.search(text[match.start():match.start() + NEAR]) for match in re.finditer(re.escape(name), text)):
            yield f"{path}: no list at \"{name}\" with {', '.join(expected)}, in this order"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ENUM).parent.mkdir(parents=True)
        (root / ENUM).write_text("enum class Response : int {\n  one,  ///< two,\n  two,\n};\n", encoding="utf-8")

        def told(text):
            (root / "list").write_text(text, encoding="utf-8")
            return list(problems(root, {"list": "WORDS"}))

        assert told('WORDS = ("one", "two")') == []
        assert len(told('WORDS = ("two", "one")')) == 1
        assert len(told('WORDS = ("one", "twofold")')) == 1
        assert len(told('OTHERS = ("one", "two")')) == 1
    print("check_responses checks as it should")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = list(problems(Path(sys.argv[1])))
    for line in found:
        print(line)
    print(f"check_responses: {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
