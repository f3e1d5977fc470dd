"""carom validate as its users run it: good scenes, the corpus of broken ones, exit codes.   python3 validate_test.py PROGRAM"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
ROOT = Path(__file__).resolve().parents[2]
BAD = ROOT / "tests/scenes/bad"
BALL = '{"name": "ball", "circle": {"radius": 1}}'


def validate(*files):
    return subprocess.run([PROGRAM, "validate", *map(str, files)], capture_output=True, timeout=60, text=True,
                          encoding="utf-8")


class Validate(unittest.TestCase):
    def check(self, run, code, out, err=""):
        self.assertEqual((run.stdout, run.stderr, run.returncode), (out, err, code))

    def written(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name) / "scene.json"
        file.write_text(text, encoding="utf-8")
        return file

    def test_every_broken_scene_gets_its_message(self):
        scenes = sorted(BAD.glob("*.json"))
        self.assertGreaterEqual(len(scenes), 170)
        self.assertEqual([s.stem for s in scenes], sorted(e.stem for e in BAD.glob("*.expected")))
        for scene in scenes:
            with self.subTest(scene.stem):
                run = validate(scene)
                expected = "".join(f"{scene}: {line}\n" for line in
                                   scene.with_suffix(".expected").read_text(encoding="utf-8").splitlines())
                # A message that ends in "…" may go on.
                length = len(expected) - 2 if expected.endswith("…\n") else None
                self.assertTrue(expected)
                self.assertEqual((run.returncode, run.stdout), (2, ""))
                self.assertEqual(run.stderr[:length], expected[:length])

    def test_a_good_scene_is_summed_up_in_a_line(self):
        file = self.written('{"carom": 1}')
        self.check(validate(file), 0, f"{file}: ok, 0 bodies, 0 rules\n")
        file = self.written('{"carom": 1, "bodies": [%s], "rules": [{"between": ["ball", "*"]}]}' % BALL)
        self.check(validate(file), 0, f"{file}: ok, 1 body, 1 rule\n")
        file = self.written('{"carom": 1, "fill": [{"count": 5, "circle": {"radius": 0.1}, '
                            '"region": {"min": [0, 0], "max": [2, 2]}}]}')
        self.check(validate(file), 0, f"{file}: ok, 5 bodies (1 fill), 0 rules\n")

    def test_a_byte_order_mark_is_no_fault(self):
        file = self.written('\ufeff{"carom": 1}')
        self.check(validate(file), 0, f"{file}: ok, 0 bodies, 0 rules\n")

    def test_a_rule_for_nobody_is_a_warning(self):
        file = self.written('{"carom": 1, "bodies": [%s], "rules": [{"between": ["bal", "*"]}]}' % BALL)
        self.check(validate(file), 0, f"{file}: ok, 1 body, 1 rule\n",
                   f'{file}: warning: /rules/0/between/0: no body has the name or tag "bal", did you mean "ball"?\n')

    def test_many_scenes_one_bad(self):
        good = self.written('{"carom": 1}')
        bad = self.written("[]")
        self.check(validate(good, bad, good), 2, f"{good}: ok, 0 bodies, 0 rules\n" * 2,
                   f"{bad}: expected an object, found an empty array\n")

    def test_at_most_twenty_faults(self):
        file = self.written('{"carom": 1, "bodies": [%s]}' % ", ".join(["1"] * 30))
        run = validate(file)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 20))

    def test_files_that_cannot_be_read(self):
        run = validate("/no/such/file.json")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("/no/such/file.json", run.stderr)

    def test_without_a_scene_it_says_what_it_wants(self):
        run = validate()
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("SCENE", run.stderr)


if __name__ == "__main__":
    unittest.main()
