"""Which symbols libcarom.so shows: every function of carom.h, the C++ API, and nothing else.

    check_symbols.py LIBCAROM.SO CAROM.H
"""

import re
import subprocess
import sys


def main(library, header):
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    declared = set(re.findall(r"CAROM_API [^;]*?\b(carom_\w+)\(", text))
    listing = subprocess.run(["nm", "-DC", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    names = [re.sub(r"^\S+ \w ", "", line) for line in listing.splitlines()]
    functions = {name for name in names if re.fullmatch(r"carom_\w+", name)}
    wrong = []
    for name in names:
        plain = re.sub(r"^(typeinfo name|typeinfo|vtable) for ", "", name)
        inner = re.match(r"carom::(detail|io|c|app)::", plain)
        if name not in functions and (inner or not plain.startswith("carom::")):
            wrong.append(name)
    faults = [f"missing: {name}" for name in sorted(declared - functions)]
    faults += [f"not in carom.h: {name}" for name in sorted(functions - declared)]
    faults += [f"shown, and not part of the interface: {name}" for name in wrong]
    for needed in ("carom::World::step()", "carom::read_scene(", "carom::time_of_impact("):
        if not any(name.startswith(needed) for name in names):
            faults.append(f"missing from the C++ API: {needed}")
    print("\n".join(faults) or f"{len(functions)} functions of C, {len(names) - len(functions)} of C++, nothing else")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
