"""Runs the commands that the docs quote and compares what they print.

    check_commands.py BUILD_FOLDER DOCUMENT…

In a ```console block each line that starts with "$ " is a command, the lines below it are what it prints. Commands that
need no more than build/examples/ and build/carom are run, from the project's folder, with BUILD_FOLDER in place of build. The
others are left alone.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def quotes(text):
    """(command, what it prints) of every block."""
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            while command.endswith("\\"):
                line, _, printed = printed.partition("\n")
                command = command[:-1] + line
            yield command, printed


def main():
    build, documents = sys.argv[1], sys.argv[2:]
    compared = wrong = 0
    for document in documents:
        for command, printed in quotes((ROOT / document).read_text(encoding="utf-8")):
            used = re.findall(r"\bbuild/\S+", command)
            if not used or not all(re.match(r"build/(examples/|carom$)", path) for path in used):
                continue
            compared += 1
            here = re.sub(r"\bbuild/", lambda _: build + "/", command)
            found = subprocess.run(here, shell=True, cwd=ROOT, text=True, stdout=subprocess.PIPE, check=False)
            if found.returncode == 0 and found.stdout == printed:
                continue
            wrong += 1
            print(f"{document}: {command}\nquoted:\n{printed}\nprinted, exit code {found.returncode}:\n{found.stdout}")
    print(f"check_commands: {compared} commands, {wrong} print something else")
    return 1 if wrong or not compared else 0


sys.exit(main())
