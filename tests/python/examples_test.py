"""The examples in the docstrings and the README, and examples/python."""

import doctest
import importlib
import re
import subprocess
import sys
import unittest
from pathlib import Path

import carom

ROOT = Path(__file__).resolve().parent.parent.parent


class Docstrings(unittest.TestCase):
    def test_examples_are_true(self):
        attempted = 0
        for name in ("carom", "carom._library", "carom._columns", "carom._queries", "carom._world", "carom._show"):
            result = doctest.testmod(importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
            self.assertEqual(result.failed, 0, name)
            attempted += result.attempted
        self.assertGreater(attempted, 60)

    def test_everything_public_has_one(self):
        for name in carom.__all__:
            thing = getattr(carom, name)
            if callable(thing):
                self.assertTrue(thing.__doc__, name)

    def test_readme(self):
        text = (ROOT / "bindings/python/README.md").read_text()
        (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
        exec(compile(code, "README.md", "exec"), {})


class Examples(unittest.TestCase):
    def test_run(self):
        for file in sorted((ROOT / "examples/python").glob("*.py")):
            done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout, file.name)


if __name__ == "__main__":
    unittest.main()
