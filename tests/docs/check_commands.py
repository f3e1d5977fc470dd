"""Holds the docs against the project: what they quote, show and point to.

    check_commands.py [--write] BUILD_FOLDER DOCUMENT…

Commands    In a ```console block each line that starts with "$ " is a command, the lines below it are what it prints; in
            those a … stands for what differs from run to run, such as a time. Commands that need no more than
            build/examples/ and build/carom are run, from the project's folder, with BUILD_FOLDER in place of build. The
            others are left alone. --write quotes them anew: look at the difference before you keep it.
Programs    A ```cpp block with a main() is compiled, as far as its meaning goes.
Links       Those into the project lead to a file and, where they name one, to a heading.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def quotes(text):
    """(command, what it prints) of every block."""
    for block in CONSOLE.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            while command.endswith("\\"):
                line, _, printed = printed.partition("\n")
                command = command[:-1] + line
            yield command, printed


def is_as_quoted(printed, quoted):
    return re.fullmatch("[^\n]*".join(map(re.escape, quoted.split("…"))), printed) is not None


def run_commands(text, build):
    """(command, what is quoted, exit code, what it prints) of those that can be run here."""
    for command, quoted in quotes(text):
        used = re.findall(r"\bbuild/\S+", command)
        if not used or not all(re.match(r"build/(examples/|carom$)", path) for path in used):
            continue
        here = re.sub(r"\bbuild/", lambda _: build + "/", command)
        found = subprocess.run(here, shell=True, cwd=ROOT, text=True, stdout=subprocess.PIPE, check=False)
        yield command, quoted, found.returncode, found.stdout


def check_commands(text, build):
    """What is wrong, once for each command that was run: "" where nothing is."""
    for command, quoted, code, printed in run_commands(text, build):
        right = code == 0 and is_as_quoted(printed, quoted)
        yield "" if right else f"{command}\nquoted:\n{quoted}\nprinted, exit code {code}:\n{printed}"


def quoted_anew(text, build):
    for command, quoted, code, printed in run_commands(text, build):
        if code != 0 or is_as_quoted(printed, quoted):
            continue
        # Lines that differ from run to run stay as they are written.
        varying = [line for line in quoted.splitlines() if "…" in line]
        lines = [next((line for line in varying if is_as_quoted(new, line)), new) for new in printed.splitlines()]
        place = text.index(quoted, text.index(command.split("\\")[0][:40]))
        text = text[:place] + "".join(line + "\n" for line in lines) + text[place + len(quoted):]
    return text


def check_programs(text):
    for program in PROGRAM.findall(text):
        if "int main(" not in program:
            continue
        command = ["c++", "-std=c++20", "-ffp-contract=off", "-fsyntax-only", "-Iinclude", "-xc++", "-"]
        found = subprocess.run(command, cwd=ROOT, text=True, input=program, capture_output=True, check=False)
        yield "" if found.returncode == 0 else f"{program}\ndoes not compile:\n{found.stderr}"


def anchors(text):
    """What a page calls its headings: small letters, hyphens for blanks, no punctuation."""
    for heading in HEADING.findall(BLOCK.sub("", text)):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def check_links(text, document):
    for link in LINK.findall(BLOCK.sub("", text)):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        right = target.exists()
        if right and anchor:
            right = anchor in anchors(target.read_text(encoding="utf-8"))
        yield "" if right else f"{link}: leads nowhere"


def main():
    writes = sys.argv[1] == "--write"
    build, *documents = sys.argv[2 if writes else 1:]
    documents = [ROOT / document for document in documents]
    for document in documents if writes else []:
        text = document.read_text(encoding="utf-8")
        document.write_text(quoted_anew(text, build), encoding="utf-8")
    passed = True
    for what, check in (("commands", lambda text, _: check_commands(text, build)),
                        ("programs", lambda text, _: check_programs(text)),
                        ("links", check_links)):
        checked = wrong = 0
        for document in documents:
            for complaint in check(document.read_text(encoding="utf-8"), document):
                checked += 1
                if complaint:
                    wrong += 1
                    print(f"{document.relative_to(ROOT)}: {complaint}")
        print(f"check_commands: {checked} {what}, {wrong} wrong")
        passed = passed and checked > 0 and wrong == 0
    return 0 if passed else 1


sys.exit(main())
