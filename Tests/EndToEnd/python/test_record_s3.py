"""A feed with pictures is recorded from a server on this machine, and replayed without it."""

import http.server
import json
import os
import signal
import subprocess
import tempfile
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from running import PROGRAM, Server


class Upstream(http.server.BaseHTTPRequestHandler):
    """The feed, and the host of its pictures."""

    def do_GET(self):
        images = f"http://127.0.0.1:{self.server.server_address[1]}/pose-images"
        path = urllib.parse.unquote(self.path.split("?")[0])
        fields = {"Content-Type": "image/jpeg", "Cache-Control": "max-age=60", "x-amz-meta-people": "2"}
        if path.endswith("private.jpg"):
            self.server.may_send.wait(60)
        if path == "/api/feed":
            fields = {"Content-Type": "application/json"}
            body = json.dumps({"content": [
                {"imageKey": f"{images}/2026/pose%20%C3%BC.jpg"},
                {"imageKey": f"{images}/private.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=300&X-Amz-Signature=abc"},
                {"imageKey": f"{images}/gone.jpg"}, {"page": "https://www.example.com/{{x}}"},
            ]}).encode()
        elif path.startswith("/pose-images/") and not path.endswith("gone.jpg"):
            body = f"bytes of {path}".encode()
        else:
            self.send_error(404)
            return
        self.send_response(200)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class RecordS3Tests(unittest.TestCase):
    def setUp(self):
        self.upstream = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
        # Whether the private picture may be sent.
        self.upstream.may_send = threading.Event()
        self.upstream.may_send.set()
        threading.Thread(target=self.upstream.serve_forever, daemon=True).start()
        self.origin = "127.0.0.1:%d" % self.upstream.server_address[1]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mocks = Path(folder.name, "mocks")

    def end_upstream(self):
        self.upstream.shutdown()
        self.upstream.server_close()

    def fetch(self, url):
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.headers, answer.read()

    def check_replay(self, session=False):
        server = Server(self.mocks, "--s3-auth", "strict", "--s3-key", "a:b")
        self.addCleanup(server.stop)
        base, s3 = server.http, server.s3
        if session:
            with urllib.request.urlopen(urllib.request.Request(base + "/__admin/sessions", data=b"{}"), timeout=60) as answer:
                addresses = json.load(answer)
            base, s3 = addresses["baseUrl"], addresses["s3BaseUrl"]
        content = json.loads(self.fetch(base + "/api/feed")[1])["content"]
        self.assertEqual(content[0]["imageKey"], s3 + "/pose-images/2026/pose%20%C3%BC.jpg")
        self.assertTrue(content[1]["imageKey"].startswith(s3 + "/pose-images/private.jpg?X-Amz-Algorithm="), content)
        self.assertIn("X-Amz-Expires=300", content[1]["imageKey"])
        self.assertEqual(content[2]["imageKey"], s3 + "/pose-images/gone.jpg")
        self.assertEqual(content[3]["page"], "https://www.example.com/{{x}}")
        fields, body = self.fetch(content[0]["imageKey"])
        self.assertEqual(body, "bytes of /pose-images/2026/pose ü.jpg".encode())
        self.assertEqual(
            (fields["Content-Type"], fields["Cache-Control"], fields["x-amz-meta-people"]), ("image/jpeg", "max-age=60", "2"))
        self.assertEqual(self.fetch(content[1]["imageKey"])[1], b"bytes of /pose-images/private.jpg")

    def record(self, *options):
        process = subprocess.Popen(
            [PROGRAM, "record", "--from", f"http://{self.origin}", "--s3-host", f"{self.origin}=pose-images", self.mocks, "--port", "0",
             "--s3-port", "0", *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return process, process.stdout.readline().split("http=")[1].split()[0]

    def test_objects_that_take_longer_than_the_stop_are_recorded(self):
        self.upstream.may_send.clear()
        process, http_url = self.record("--drain-seconds", "0")
        self.fetch(http_url + "/api/feed")
        process.send_signal(signal.SIGTERM)
        # A stop without a drain is ended by force after four seconds.
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(6)
        self.upstream.may_send.set()
        log = process.communicate(timeout=120)[1]
        self.assertEqual(process.returncode, 0, log)
        self.assertTrue(Path(self.mocks, "s3/pose-images/private.jpg").is_file(), log)

    def test_the_command_records_a_feed_that_replays_offline(self):
        process, http_url = self.record()
        self.assertIn(self.origin.encode(), self.fetch(http_url + "/api/feed")[1], "The client gets what the server sent.")
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=120)[1]
        self.assertEqual(process.returncode, 0, log)
        self.assertIn(f"saved a recorded stub in {self.mocks}/mappings, and 2 objects in {self.mocks}/s3", log)
        self.assertIn(f"http://{self.origin}/pose-images/gone.jpg was not recorded as s3/pose-images/gone.jpg: The response has the status 404.", log)
        self.end_upstream()
        self.assertEqual(
            sorted(path.name for path in self.mocks.glob("s3/**/*.*")),
            ["pose ü.jpg", "pose ü.jpg.meta.json", "private.jpg", "private.jpg.meta.json"])
        self.check_replay()
        self.check_replay(session=True)

    def test_the_recorder_takes_hosts_that_a_rule_allows(self):
        self.mocks.mkdir()
        server = Server(self.mocks, "--allow-proxy-targets", self.origin)
        self.addCleanup(server.stop)

        def call(path, value):
            request = urllib.request.Request(server.http + "/__admin/recordings/" + path, data=json.dumps(value).encode())
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, json.load(error)

        status, refusal = call("start", {"targetBaseUrl": f"http://{self.origin}", "s3Hosts": {"192.0.2.1": "other-bucket"}})
        self.assertEqual((status, refusal["errors"][0]["source"]["pointer"]), (422, "/s3Hosts/192.0.2.1"))
        status, refusal = call("start", {"targetBaseUrl": f"http://{self.origin}", "s3Hosts": {f"http://{self.origin}": "pose-images"}})
        self.assertEqual(status, 422)
        self.assertIn(f'"http://{self.origin}" is a URL: write {self.origin}', refusal["errors"][0]["detail"])
        self.assertEqual(
            call("start", {"targetBaseUrl": f"http://{self.origin}", "s3Hosts": {self.origin: "pose-images"}})[0], 200)
        self.fetch(server.http + "/api/feed")
        status, result = call("stop", {})
        self.assertEqual(status, 200)
        self.assertEqual((len(result["mappings"]), result["s3"]["saved"]), (1, 2))
        self.assertEqual(
            result["s3"]["failed"],
            [{"url": f"http://{self.origin}/pose-images/gone.jpg", "bucket": "pose-images", "key": "gone.jpg",
              "reason": "The response has the status 404."}])
        self.end_upstream()
        self.check_replay()


if __name__ == "__main__":
    unittest.main()
