"""carom scenes, and scenes by name.   python3 scenes_test.py PROGRAM"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
SCENES = sorted((Path(__file__).resolve().parents[2] / "scenes").glob("*.json"))


def carom(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


class Scenes(unittest.TestCase):
    def test_the_list_has_name_title_and_lesson(self):
        run = carom("scenes")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertGreater(len(SCENES), 0)
        for file in SCENES:
            content = json.loads(file.read_text())
            self.assertRegex(run.stdout, rf"(?m)^{file.stem} ")
            self.assertIn(content["name"], run.stdout)
            self.assertIn(content["about"], run.stdout)

    def test_each_is_in_the_program_byte_for_byte(self):
        for file in SCENES:
            run = carom("scenes", file.stem)
            self.assertEqual((run.returncode, run.stdout), (0, file.read_text()))

    def test_a_name_stands_for_its_scene(self):
        with tempfile.TemporaryDirectory() as empty:
            for file in SCENES:
                run = carom("run", file.stem, "--until", 0.01, "--json", cwd=empty)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                self.assertEqual(json.loads(run.stdout)["scene"], json.loads(file.read_text())["name"])

    def test_a_file_comes_before_a_name(self):
        with tempfile.TemporaryDirectory() as folder:
            own = {"carom": 1, "name": "mine", "world": {"duration": 0}, "bodies": []}
            (Path(folder) / SCENES[0].stem).write_text(json.dumps(own))
            run = carom("run", SCENES[0].stem, "--json", cwd=folder)
        self.assertEqual(json.loads(run.stdout)["scene"], "mine")

    def test_a_name_that_is_none(self):
        name = SCENES[0].stem
        run = carom("scenes", name + "x")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn(f'did you mean "{name}"?', run.stderr)
        run = carom("run", name + "x")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn(f'did you mean "{name}"?', run.stderr)


if __name__ == "__main__":
    unittest.main()
