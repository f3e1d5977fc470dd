"""carom query as its users run it: input, output, exit codes.   python3 query_test.py PROGRAM"""

import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
ROOT = Path(__file__).resolve().parents[2]
HIT = '{"id": "q", "a": {"circle": {"radius": 1, "from": [-5, 0], "to": [5, 0]}}, "b": {"border": {"x": 1}}}'
ANSWER = '{"id":"q","result":"hit","t":0.5,"point":[1.0,0.0],"normal":[-1.0,0.0],"side":"outer"}\n'


def carom(*arguments, stdin=b"", **options):
    if isinstance(stdin, str):
        stdin = stdin.encode()
    return subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, timeout=60, **options)


class Answers(unittest.TestCase):
    def check(self, run, code, out, err=""):
        self.assertEqual(run.stdout.decode(), out)
        self.assertEqual(run.stderr.decode(), err)
        self.assertEqual(run.returncode, code)

    def test_wrong_requests_are_answered_in_order(self):
        expected = (ROOT / "tests/query/bad_requests.expected.jsonl").read_text()
        self.check(carom("query", ROOT / "tests/query/bad_requests.jsonl"), 2, expected)

    def test_a_wrong_request_does_not_stop_the_others(self):
        run = carom("query", stdin=f"{HIT}\n[]\n{HIT}\n")
        self.check(run, 2, ANSWER + '{"id":null,"error":"expected an object, found an empty array"}\n' + ANSWER)

    def test_reads_file_and_standard_input_alike(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "requests.jsonl"
            file.write_text(HIT + "\n")
            self.check(carom("query", file), 0, ANSWER)
        self.check(carom("query", "-", stdin=HIT + "\n"), 0, ANSWER)
        self.check(carom("query", stdin=HIT + "\n"), 0, ANSWER)

    def test_line_ends_blanks_and_byte_order_mark(self):
        self.check(carom("query", stdin=HIT), 0, ANSWER)
        self.check(carom("query", stdin=f"{HIT}\r\n{HIT}\r\n"), 0, ANSWER * 2)
        self.check(carom("query", stdin=f"\n\r\n \t \n{HIT}\n\n"), 0, ANSWER)
        self.check(carom("query", stdin="\ufeff" + HIT), 0, ANSWER)
        for nothing in ("", "\n", "\n\n", "\ufeff", "\ufeff\r\n", " "):
            self.check(carom("query", stdin=nothing), 0, "")

    def test_files_that_cannot_be_read(self):
        self.check(carom("query", "/no/such/file"), 2, "",
                   "carom query: cannot read /no/such/file: No such file or directory\n")
        self.check(carom("query", "/"), 2, "", "carom query: cannot read /: Is a directory\n")

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([PROGRAM, "query"], input=HIT.encode(), stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr.decode(), "carom query: cannot write the answers: No space left on device\n")

    def test_a_reader_that_goes_away_is_no_noise(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        run = subprocess.run([PROGRAM, "query"], input=HIT.encode(), stdout=write_end, stderr=subprocess.PIPE)
        os.close(write_end)
        self.assertEqual((run.returncode, run.stderr), (1, b""))

    def test_answers_each_question_before_the_next(self):
        with subprocess.Popen([PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            for _ in range(3):
                program.stdin.write(HIT + "\n")
                program.stdin.flush()
                self.assertEqual(program.stdout.readline(), ANSWER)
            program.stdin.close()
            self.assertEqual(program.wait(timeout=60), 0)

    @unittest.skipIf("CAROM_SANITIZED" in os.environ, "sanitizers need address space")
    def test_holds_one_line_at_a_time(self):
        limit = 100 << 20
        line = HIT[:-1] + ', "expect": "' + "x" * (1 << 20) + '"}\n'
        run = carom("query", stdin=line * 150, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.check(run, 0, ANSWER * 150)

    def test_every_vector_is_readable(self):
        run = carom("query", ROOT / "tests/vectors/query.jsonl")
        requests = [json.loads(line) for line in (ROOT / "tests/vectors/query.jsonl").read_text().splitlines()]
        answers = [json.loads(line) for line in run.stdout.decode().splitlines()]
        self.assertEqual(run.returncode, 0)
        self.assertEqual([a["id"] for a in answers], [r["id"] for r in requests])


class Pretty(unittest.TestCase):
    def test_first_queries(self):
        run = carom("query", "--pretty", ROOT / "examples/first_queries.jsonl")
        expected = (ROOT / "tests/query/first_queries.expected.txt").read_text()
        self.assertEqual(run.returncode, 0)
        number = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?(?:e[+-][0-9]+)?)")  # in between: words; points may differ in a bit
        for found, wanted in zip(number.split(run.stdout.decode()), number.split(expected), strict=True):
            if number.fullmatch(wanted):
                self.assertAlmostEqual(float(found), float(wanted), delta=1e-13)
            else:
                self.assertEqual(found, wanted)


class CommandLine(unittest.TestCase):
    def test_help(self):
        for arguments in (["--help"], ["query", "--help"]):
            run = carom(*arguments)
            self.assertEqual((run.returncode, run.stderr), (0, b""))
            self.assertIn(b"Example:", run.stdout)

    def test_the_example_in_the_help_is_true(self):
        text = carom("query", "--help").stdout.decode()
        command, answer = re.search(r"\$ (.*?carom query)\n\s*(\{.*\})\n", text, re.DOTALL).groups()
        command = command.replace("carom query", shlex.quote(PROGRAM) + " query")
        run = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.stdout, answer + "\n")

    def test_version(self):
        version = re.search(r"project\(carom VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual(carom("--version").stdout.decode(), f"carom {version}\n")

    def test_mistakes(self):
        for arguments, message in (
            (["qurey"], 'carom: unknown command "qurey", did you mean "query"?\n'),
            (["teleport"], 'carom: unknown command "teleport", "carom --help" lists the ones there are\n'),
            (["query", "--prety"], 'carom query: The following argument was not expected: --prety\n'
                                   '"carom query --help" tells more\n'),
            (["query", "a", "b"], 'carom query: The following argument was not expected: b\n'
                                  '"carom query --help" tells more\n'),
        ):
            run = carom(*arguments)
            self.assertEqual((run.returncode, run.stdout, run.stderr.decode()), (2, b"", message))
        run = carom()
        self.assertEqual((run.returncode, run.stdout), (2, b""))
        self.assertIn(b"Usage: carom", run.stderr)


if __name__ == "__main__":
    unittest.main()
