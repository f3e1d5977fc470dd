"""carom play as a browser meets it: what is served, to which hosts, and how it ends.   python3 play_test.py PROGRAM"""

import http.client
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
ROOT = Path(__file__).resolve().parents[2]
POLICY = ("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
          "worker-src 'self'; connect-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'")
FILES = {"index.html": ("text/html; charset=utf-8", b"<!doctype html><title>page</title>"),
         "assets/app-1a2b.js": ("text/javascript; charset=utf-8", b"1;"),
         "assets/app-1a2b.css": ("text/css; charset=utf-8", b"p{}"),
         "assets/world-3c4d.wasm": ("application/wasm", b"\0asm\1\0\0\0"),
         "pictures/gas.png": ("image/png", b"\x89PNG"),
         "icon.svg": ("image/svg+xml", b"<svg/>"),
         "other.bin": ("application/octet-stream", b"\0")}


class Play(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.web = self.folder / "web"
        (self.folder / "secret.txt").write_text("secret")
        for name, (_, content) in FILES.items():
            file = self.web / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        (self.web / "leak.txt").symlink_to(self.folder / "secret.txt")

    def start(self, *words):
        server = subprocess.Popen([PROGRAM, "play", "--web", str(self.web), *map(str, words)], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)

        def end():
            server.kill()
            server.communicate()

        self.addCleanup(end)
        self.assertTrue(select.select([server.stdout], [], [], 60)[0], "it says nothing")
        line = server.stdout.readline()
        match = re.fullmatch(r"The playground is at http://127\.0\.0\.1:(\d+)/(\?[a-z=&]+)?\n", line)
        self.assertTrue(match, line)
        self.port = int(match[1])
        self.query = match[2]
        return server

    def ask(self, path, method="GET", host=None, **headers):
        """Status, headers by lower case, body. http.client does not change a path."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.addCleanup(connection.close)
        connection.putrequest(method, path, skip_host=True)
        for value in ([host] if isinstance(host, str) else host or [f"127.0.0.1:{self.port}"]):
            connection.putheader("Host", value)
        for key, value in headers.items():
            connection.putheader(key, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()

    def test_serves_its_files_with_their_types(self):
        self.start()
        for name, (kind, content) in FILES.items():
            with self.subTest(name):
                status, headers, body = self.ask(f"/{name}")
                self.assertEqual((status, headers["content-type"], body), (200, kind, content))
                self.assertEqual(headers["cache-control"].endswith("immutable"), name.startswith("assets/"))
        self.assertEqual(self.ask("/")[2], FILES["index.html"][1])
        self.assertEqual(self.ask("/?scene=x")[2], FILES["index.html"][1])

    def test_every_answer_has_the_strict_headers(self):
        self.start()
        for path, status in (("/", 200), ("/assets/world-3c4d.wasm", 200), ("/nothing", 404)):
            with self.subTest(path):
                found, headers, _ = self.ask(path)
                self.assertEqual(found, status)
                self.assertEqual(headers["content-security-policy"], POLICY)
                self.assertEqual(headers["x-content-type-options"], "nosniff")
                self.assertEqual(headers["referrer-policy"], "no-referrer")
                self.assertNotIn("access-control-allow-origin", headers)

    def test_other_pages_may_frame_it_only_if_asked_for(self):
        self.start("--embed")
        self.assertEqual(self.query, "?embed")
        self.assertEqual(self.ask("/")[1]["content-security-policy"], POLICY.removesuffix("; frame-ancestors 'none'"))

    def test_the_page_is_told_to_watch_a_scene(self):
        scene = self.folder / "scene.json"
        scene.write_text('{"carom": 1}')
        self.start(scene, "--watch")
        self.assertEqual(self.query, "?scene=served&watch")
        refused = subprocess.run([PROGRAM, "play", "--web", str(self.web), "--watch"], capture_output=True, text=True)
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("--watch needs a scene to watch", refused.stderr)

    def test_no_path_leads_out(self):
        self.start()
        for path in ("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt",
                     "/leak.txt", "//secret.txt", "/assets/", "/assets", "/index.html/", "/./index.html/..", "/\\..\\",
                     "/index.html%00.txt", "../secret.txt", f"{self.folder}/secret.txt", f"/{self.folder}/secret.txt"):
            with self.subTest(path):
                status, _, body = self.ask(path)
                self.assertIn(status, (400, 404))
                self.assertNotIn(b"secret", body.lower())

    def test_only_its_own_name_is_answered(self):
        self.start()
        for host in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            self.assertEqual(self.ask("/", host=host)[0], 200)
        own = f"127.0.0.1:{self.port}"
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", "localhost", "127.0.0.1:1", "",
                     [own, "evil.example"], ["evil.example", own]):
            with self.subTest(host):
                status, _, body = self.ask("/", host=host)
                self.assertEqual(status, 421)
                self.assertNotIn(b"doctype", body)

    def test_only_get_and_head(self):
        self.start()
        status, headers, body = self.ask("/", method="HEAD")
        self.assertEqual((status, body), (200, b""))
        self.assertEqual(headers["content-length"], str(len(FILES["index.html"][1])))
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            with self.subTest(method):
                status, headers, _ = self.ask("/", method=method)
                self.assertEqual((status, headers.get("allow")), (405, "GET, HEAD"))

    def test_the_scene_is_served_and_read_again(self):
        file = self.folder / "mine.json"
        file.write_text('{"carom": 1}')
        self.start(file)
        self.assertEqual(self.query, "?scene=served")
        status, headers, body = self.ask("/scene.json")
        self.assertEqual((status, headers["content-type"], body), (200, "application/json", b'{"carom": 1}'))
        self.assertEqual(headers["cache-control"], "no-cache")
        file.write_text('{"carom": 1, "name": "new"}')
        self.assertEqual(self.ask("/scene.json")[2], b'{"carom": 1, "name": "new"}')
        file.unlink()
        status, _, body = self.ask("/scene.json")
        self.assertEqual(status, 404)
        self.assertIn(b"mine.json", body)

    def test_a_shipped_scene_by_its_name(self):
        self.start("gas")
        self.assertEqual(self.ask("/scene.json")[2], (ROOT / "scenes/gas.json").read_bytes())

    def test_without_a_scene_there_is_none(self):
        self.start()
        self.assertEqual((self.query, self.ask("/scene.json")[0]), (None, 404))

    def test_listens_on_the_loopback_address_alone(self):
        self.start()
        tables = [path for path in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")) if path.exists()]
        lines = [line.split() for path in tables for line in path.read_text(encoding="ascii").splitlines()]
        listening = [words[1] for words in lines if words[3] == "0A"]
        here = f":{self.port:04X}"
        self.assertEqual([address for address in listening if address.endswith(here)], ["0100007F" + here])

    def test_a_port_of_ones_own_and_one_that_is_taken(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.start("--port", port)
        self.assertEqual((self.port, self.ask("/")[0]), (port, 200))
        second = subprocess.run([PROGRAM, "play", "--web", str(self.web), "--port", str(port)], capture_output=True,
                                timeout=60, text=True)
        self.assertEqual((second.returncode, second.stdout), (1, ""))
        self.assertIn(f"127.0.0.1:{port}", second.stderr)

    def test_ctrl_c_ends_it(self):
        for stop in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(stop):
                server = self.start()
                self.ask("/")  # a connection that is still open
                server.send_signal(stop)
                _, errors = server.communicate(timeout=30)
                self.assertEqual((server.returncode, errors), (0, ""))

    def test_bad_input(self):
        def refused(*words):
            run = subprocess.run([PROGRAM, "play", *map(str, words)], capture_output=True, timeout=60, text=True)
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            return run.stderr

        self.assertIn("index.html", refused("--web", self.folder))
        self.assertIn('did you mean "gas"?', refused("--web", self.web, "gass"))
        self.assertIn("/no/such.json", refused("--web", self.web, "/no/such.json"))
        for port in ("0", "65536", "x"):
            self.assertIn("--port", refused("--web", self.web, "--port", port))


if __name__ == "__main__":
    unittest.main()
