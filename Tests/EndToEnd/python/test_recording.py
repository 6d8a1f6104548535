"""What a client sees of a server that is recorded, and of the replay without that server."""

import http.server
import signal
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.parse
from pathlib import Path

from running import PROGRAM, Server, call


class Upstream(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        own = f"http://127.0.0.1:{self.server.server_address[1]}"
        status, fields, body = 200, {"Content-Type": "application/json", "ETag": '"v1"'}, b'{"name": "Yuna"}'
        if self.path == "/profile" and self.headers["If-None-Match"] == '"v1"':
            status, fields, body = 304, {"ETag": '"v1"'}, b""
        elif self.path == "/login":
            status, fields, body = 302, {"Location": own + "/profile", "Set-Cookie": "id=1; Domain=127.0.0.1"}, b""
        elif self.path == "/film" and self.headers["Range"]:
            status, fields, body = 206, {"Content-Type": "text/plain", "Content-Range": "bytes 0-1/16"}, body[:2]
        elif self.path == "/picture":
            fields, body = {"Content-Type": "image/png"}, b"\x89PNG\xff" * 1000
        elif self.path == "/none":
            fields = {"Transfer-Encoding": "chunked"}
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in fields:
            self.send_header("Content-Length", str(len(body) + (1_000_000 if self.path == "/cut" else 0)))
        self.end_headers()
        if self.path == "/cut":
            self.wfile.write(b"x" * 500_000)
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif self.command == "GET":
            self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


def ask(base, path, method="GET", **fields):
    """Everything that a server sends, without `Date` and the fields of the stub."""
    parts = urllib.parse.urlsplit(base)
    with socket.create_connection((parts.hostname, parts.port), timeout=60) as connection:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        head, _, body = b"".join(iter(lambda: connection.recv(65536), b"")).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    return status, sorted(line for line in lines if not line.startswith(("Date:", "Matched-Stub-", "Connection:", "Server:"))), body


class RecordingTests(unittest.TestCase):
    def setUp(self):
        self.upstream = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
        threading.Thread(target=self.upstream.serve_forever, daemon=True).start()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mocks = Path(folder.name, "mocks")

    def record(self, ask_all, stop=signal.SIGTERM):
        """The log of a recording."""
        process = subprocess.Popen(
            [PROGRAM, "record", "--from", f"http://127.0.0.1:{self.upstream.server_address[1]}", self.mocks, "--port", "0", "--s3-port", "0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ask_all(process.stdout.readline().split("http=")[1].split()[0])
        process.send_signal(stop)
        log = process.communicate(timeout=120)[1]
        self.assertEqual(process.returncode, 0, log)
        self.upstream.shutdown()
        self.upstream.server_close()
        return log

    def test_the_replay_is_what_the_client_saw(self):
        requests = [
            ("/profile", "GET", {"If_None_Match": '"v1"'}), ("/login", "GET", {}), ("/film", "GET", {"Range": "bytes=0-1"}),
            ("/film", "GET", {}), ("/picture", "GET", {}), ("/none", "HEAD", {}),
        ]
        seen = []
        log = self.record(lambda base: seen.extend(ask(base, path, method, **fields) for path, method, fields in requests), signal.SIGINT)
        self.assertIn(f"saved 6 recorded stubs in {self.mocks}/mappings", log)
        self.assertEqual([status.split()[1] for status, _, _ in seen], ["200", "302", "206", "200", "200", "200"])
        self.assertIn("Location: /profile", seen[1][1])
        self.assertEqual([path.suffix for path in self.mocks.glob("__files/*")], [".png"])
        server = Server(self.mocks)
        self.addCleanup(server.stop)
        self.assertEqual([ask(server.http, path, method, **fields) for path, method, fields in requests], seen)
        session = call(server.http + "/__admin/sessions", "POST", {})[1]["baseUrl"]
        prefix = urllib.parse.urlsplit(session).path.rstrip("/")
        self.assertIn(f"Location: {prefix}/profile", ask(server.http, prefix + "/login")[1])

    def test_a_response_that_breaks_off_is_left_out_with_a_reason(self):
        log = self.record(lambda base: ask(base, "/cut"))
        self.assertIn("warning: GET /cut was left out of the recording: ", log)
        self.assertIn("recorded nothing: all was left out, for the reasons above", log)
        self.assertNotIn("saved", log)

    def test_a_recording_of_no_request_says_so(self):
        log = self.record(lambda base: None)
        self.assertIn("recorded nothing: no request that it records was passed on to another server", log)


if __name__ == "__main__":
    unittest.main()
