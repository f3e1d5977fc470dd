"""Asks the program every question of a vector file and compares with the true answers.

    check_vectors.py PROGRAM VECTORS

Results and sides must match, times agree within 1e-13 and normals within 1e-9.
"""

import json
import subprocess
import sys
from pathlib import Path

LEAST = 1500  # fewer questions mean that something was skipped, not that all is well


def fault(expected, answer):
    """What is wrong with an answer, or None; and how far its time and normal are off."""
    if answer.get("result") != expected["result"]:
        return f"{answer.get('result', answer.get('error'))}, expected {expected['result']}", 0, 0
    time = abs(answer["t"] - expected["t"]) if expected.get("t") is not None else 0
    normal = max((abs(x - y) for x, y in zip(answer.get("normal", []), expected.get("normal") or [])), default=0)
    if not time <= 1e-13:
        return f"t off by {time}", time, normal
    if not normal <= 1e-9:
        return f"normal off by {normal}", time, normal
    if expected.get("side") is not None and answer.get("side") != expected["side"]:
        return f"side {answer.get('side')}, expected {expected['side']}", time, normal
    return None, time, normal


def main():
    program, vectors = sys.argv[1:]
    lines = subprocess.run([program, "query", vectors], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    questions = [json.loads(line) for line in Path(vectors).read_text(encoding="utf-8").splitlines() if line.strip()]
    wrong = 0
    worst_time = worst_normal = 0.0
    for question, line in zip(questions, lines, strict=True):
        what, time, normal = fault(question["expect"], json.loads(line))
        worst_time, worst_normal = max(worst_time, time), max(worst_normal, normal)
        if what:
            wrong += 1
            print(f"{question['id']}: {what}")
    print(f"{len(questions)} questions, {wrong} wrong, t within {worst_time:.1e}, normals within {worst_normal:.1e}")
    return 1 if wrong or len(questions) < LEAST else 0


sys.exit(main())
