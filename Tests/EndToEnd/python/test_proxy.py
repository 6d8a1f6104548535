"""Proxying to a target that speaks TLS with a certificate of its own making, as staging servers do."""

import http.server
import json
import ssl
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path

from running import Server

CERTIFICATE = Path(__file__).with_name("self-signed.pem")


class Target(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = f"asked for {self.path}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


class ProxyTests(unittest.TestCase):
    def setUp(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        target = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Target)
        target.socket = context.wrap_socket(target.socket, server_side=True)
        threading.Thread(target=target.serve_forever, daemon=True).start()
        self.addCleanup(target.server_close)
        self.addCleanup(target.shutdown)
        self.target = f"127.0.0.1:{target.server_address[1]}"

        mocks = tempfile.TemporaryDirectory()
        self.addCleanup(mocks.cleanup)
        self.mappings = Path(mocks.name, "mappings")
        self.mappings.mkdir()
        mapping = {"request": {"urlPathPattern": "/.*"}, "response": {"proxyBaseUrl": f"https://{self.target}"}}
        Path(self.mappings, "everything.json").write_text(json.dumps(mapping))

    def test_a_self_signed_target_answers(self):
        server = Server(self.mappings.parent, "--allow-proxy-targets", self.target)
        self.addCleanup(server.stop)
        with urllib.request.urlopen(server.http + "/a/b?c=d", timeout=20) as answer:
            self.assertEqual(answer.read(), b"asked for /a/b?c=d")

    def test_head_has_no_length_that_the_target_does_not_say(self):
        server = Server(self.mappings.parent, "--allow-proxy-targets", self.target)
        self.addCleanup(server.stop)
        request = urllib.request.Request(server.http + "/a", method="HEAD")
        with urllib.request.urlopen(request, timeout=20) as answer:
            self.assertIsNone(answer.headers["Content-Length"])


if __name__ == "__main__":
    unittest.main()
