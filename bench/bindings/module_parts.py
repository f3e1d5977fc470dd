"""What the WebAssembly module consists of: bytes of code by what it comes from, and the largest functions.

    scripts/build wasm module && python3 bench/bindings/module_parts.py [HOW_MANY_FUNCTIONS]

The module is linked once more with the names of its functions, and without wasm-opt, which would join some.
"""

import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BUILD = Path(__file__).resolve().parent.parent.parent / "build/wasm"
PARTS = [  # the first that is found in a function's own name, its parameters left out
    ("sorting and heaps of the standard library", r"__introsort|__sort\d|insertion_sort|__sift_|nth_element|__rotate|partition"),
    ("vectors of the standard library", r"std::__2::vector<"),
    ("variants of the standard library", r"variant"),
    ("the rest of the standard library", r"^\S* ?std::__2"),
    ("fmt and nlohmann-json", r"fmt::|nlohmann"),
    ("rotating bodies (RotatingStep …)", r"carom::detail::Rotating"),
    ("event loop (Event …)", r"carom::detail::Event"),
    ("scenes and JSON (carom::io)", r"carom::io"),
    ("the C interface", r"^carom_"),
    ("kernels, swept loop, gravity, worlds", r"carom::"),
    ("the C library", r""),
]


def number(data, at):
    """A LEB128 number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def sections(data):
    at = 8
    while at < len(data):
        kind = data[at]
        size, start = number(data, at + 1)
        yield kind, data[start:start + size]
        at = start + size


def functions(data):
    """(bytes, name) of each function."""
    sizes, names, imported = [], {}, 0
    for kind, section in sections(data):
        if kind == 2:
            imported = sum(1 for _ in imports(section))
        elif kind == 10:
            count, at = number(section, 0)
            for _ in range(count):
                size, at = number(section, at)
                sizes.append(size)
                at += size
        elif kind == 0:
            length, at = number(section, 0)
            if section[at:at + length] == b"name":
                names = function_names(section, at + length)
    return [(size, names.get(k + imported, "?")) for k, size in enumerate(sizes)]


def imports(section):
    """The functions that are imported; other imports a reactor has none."""
    count, at = number(section, 0)
    for _ in range(count):
        for _ in range(2):
            length, at = number(section, at)
            at += length
        assert section[at] == 0, "expected functions alone"
        _, at = number(section, at + 1)
        yield at


def function_names(section, at):
    names = {}
    while at < len(section):
        kind = section[at]
        size, at = number(section, at + 1)
        end = at + size
        if kind == 1:
            count, at = number(section, at)
            for _ in range(count):
                index, at = number(section, at)
                length, at = number(section, at)
                names[index] = section[at:at + length].decode()
                at += length
        at = end
    return names


def main():
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder) / "named.wasm"
        commands = subprocess.run(["ninja", "-t", "commands", "module"], cwd=BUILD, check=True, text=True, stdout=subprocess.PIPE)
        link = commands.stdout.rstrip().splitlines()[-1].removeprefix(": && ").removesuffix(" && :")
        link = link.replace("-Wl,--strip-all", "--no-wasm-opt").replace("-o carom.wasm", f"-o {named}")
        subprocess.run(link, cwd=BUILD, check=True, shell=True)
        found = functions(named.read_bytes())
    parts = collections.Counter()
    for size, name in found:
        own = name.split("(carom", 1)[0]
        parts[next(part for part, pattern in PARTS if re.search(pattern, own))] += size
    whole = sum(parts.values())
    for part, size in parts.most_common():
        print(f"{size:9d} {100 * size / whole:5.1f} %  {part}")
    print(f"{whole:9d}          {len(found)} functions")
    for size, name in sorted(found, reverse=True)[:int(sys.argv[1]) if len(sys.argv) > 1 else 0]:
        print(f"{size:9d}  {name[:150]}")


if __name__ == "__main__":
    main()
