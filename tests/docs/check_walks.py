#!/usr/bin/env python3
"""Checks the walks of docs/architecture.md, from "predicted" to "recorded", against the code: every file is there, every
function is in its file, and no walk has more than ten hops.

check_walks.py ROOT          checks the project
check_walks.py --self-test   checks the check, on walks that are wrong
"""

import re
import sys
import tempfile
from pathlib import Path

MOST_HOPS = 10
FILE = re.compile(r"^((?:\w+/)*\w+\.[ch]pp): (.+)$", re.S)
NAME = re.compile(r"^(?:\w+::)*(\w+)$")


def walks(text):
    """Each walk, as its hops; a hop is the text between backticks that belongs to it."""
    for paragraph in re.split(r"\n\s*\n", text):
        if re.match(r"1\. `[\w/]+\.[ch]pp: ", paragraph):
            yield [re.findall(r"`([^`]+)`", hop) for hop in re.split(r"\n(?=\d+\. )", paragraph)]
        elif paragraph.startswith("The walk: "):
            yield [re.findall(r"`([^`]+)`", hop) for hop in paragraph.split("→")]


def problems(root):
    found = list(walks((root / "docs/architecture.md").read_text(encoding="utf-8")))
    if not found:
        yield "docs/architecture.md has no walk"
    for number, walk in enumerate(found, 1):
        if len(walk) > MOST_HOPS:
            yield f"walk {number} has {len(walk)} hops, more than {MOST_HOPS}"
        code = None
        for token in (token for hop in walk for token in hop):
            name = " ".join(token.split())
            if match := FILE.match(name):
                files = sorted(root.glob(f"src/**/{match.group(1)}"))
                if len(files) != 1:
                    yield f"walk {number}: {match.group(1)} is {len(files)} files below src"
                    break
                code, name = files[0].read_text(encoding="utf-8"), match.group(2)
            match = NAME.match(name)
            if code is None or not match or not re.search(rf"\b{match.group(1)}\b", code):
                yield f"walk {number}: {token} is not where it says"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "docs").mkdir()
        (root / "src/a").mkdir(parents=True)
        (root / "src/a/x.cpp").write_text("void A::go() { stop(); }\n", encoding="utf-8")

        def told(text):
            (root / "docs/architecture.md").write_text(text, encoding="utf-8")
            return list(problems(root))

        assert told("Walk:\n\n1. `x.cpp: A::go` goes\n2. `a/x.cpp: stop`, `go`\n") == []
        assert told("The walk: `x.cpp:\ngo` → `stop`\n") == []
        assert len(told("no walk")) == 1
        assert len(told("1. `x.cpp: A::gone` goes\n")) == 1
        assert len(told("1. `y.cpp: go` goes\n")) == 1
        assert len(told("The walk: `x.cpp: go` → `went`\n")) == 1
        assert len(told("1. `x.cpp: go`\n" + "".join(f"{k}. `go`\n" for k in range(2, 12)))) == 1
    print("check_walks: finds what is wrong, and nothing in a good walk")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = list(problems(Path(sys.argv[1])))
    for problem in found:
        print(problem)
    print(f"check_walks: {len(found)} problems")
    return 1 if found else 0


sys.exit(main())
