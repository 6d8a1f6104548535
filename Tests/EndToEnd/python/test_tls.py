"""What the wire does for a client that speaks TLS: refusals, limits, and the end of a connection, as without TLS."""

import json
import signal
import socket
import ssl
import tempfile
import time
import unittest
import urllib.parse
from pathlib import Path

from link_client import admin
from running import Server

LARGE = 3_000_000


class TLSTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        folder = Path(cls.temporary.name)
        mocks = folder / "mocks"
        (mocks / "mappings").mkdir(parents=True)
        (mocks / "mappings" / "feed.json").write_text(json.dumps({"request": {"urlPath": "/feed"}, "response": {"body": "feed"}}))
        (mocks / "mappings" / "take.json").write_text(json.dumps(
            {"request": {"method": "POST", "urlPath": "/take"}, "response": {"body": "taken"}}))
        (mocks / "mappings" / "long.json").write_text(json.dumps(
            {"request": {"urlPath": "/long"}, "response": {"bodyFileName": "long", "fault": {"effect": "reset", "at": "end"}}}))
        (mocks / "mappings" / "later.json").write_text(json.dumps(
            {"request": {"urlPath": "/later"}, "response": {"body": "later", "fixedDelayMilliseconds": 500}}))
        (mocks / "__files").mkdir()
        (mocks / "__files" / "long").write_bytes(bytes(LARGE))
        cls.options = (mocks, "--https-port", "0", "--max-body-bytes", "1000000")
        cls.environment = {"XDG_STATE_HOME": str(folder / "state")}
        cls.server = Server(*cls.options, environment=cls.environment)
        cls.context = ssl.create_default_context(cafile=folder / "state" / "understudy" / "ca.pem")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.temporary.cleanup()

    @staticmethod
    def reach(server):
        return socket.create_connection(("127.0.0.1", urllib.parse.urlsplit(server.https).port), timeout=60)

    def connect(self, send_buffer=None):
        plain = self.reach(self.server)
        if send_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        return self.context.wrap_socket(plain, server_hostname="localhost")

    def exchange(self, request):
        """Sends all of it, and returns what came until the end."""
        with self.connect() as client:
            client.sendall(request)
            return self.rest(client)

    @staticmethod
    def rest(client):
        received = b""
        while piece := client.recv(65536):
            received += piece
        return received

    def test_malformed_and_overlong_heads_are_refused_by_their_status(self):
        for request, status in [
            (b"GET\r\n\r\n", 400),
            (b"GET /feed HTTP/1.1\r\nno colon\r\n\r\n", 400),
            (b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
            (b"GET /feed HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 40_000 + b"\r\n\r\n", 431),
        ]:
            with self.subTest(request=request[:30], status=status):
                response = self.exchange(request)
                self.assertTrue(response.startswith(b"HTTP/1.1 %d " % status), response[:100])

    def test_a_refused_upload_has_its_response(self):
        """The server closes while the client is still sending."""
        with self.connect() as client:
            client.sendall(b"POST /take HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % LARGE)
            try:
                client.sendall(b"a" * LARGE)
            except OSError:
                pass
            self.assertTrue(self.rest(client).startswith(b"HTTP/1.1 413 "))

    def test_a_reset_waits_for_a_slow_reader(self):
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
        plain.settimeout(60)
        plain.connect(("127.0.0.1", urllib.parse.urlsplit(self.server.https).port))
        received = 0
        with self.context.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=False) as client:
            client.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
            # It begins to read when the server has ended long since.
            self.assertTrue(self.exchange(b"GET /later HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").endswith(b"later"))
            with self.assertRaises(OSError):
                while True:
                    received += len(client.recv(16_384))
        self.assertGreater(received, LARGE)

    def test_requests_behind_the_last_do_not_cost_its_response(self):
        request = b"GET /feed HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
        for _ in range(20):
            response = self.exchange(request % b"Connection: close\r\n" + request % b"" * 50)
            self.assertEqual(response.count(b"HTTP/1.1 200 "), 1)
            self.assertTrue(response.endswith(b"\r\n\r\nfeed"), response[-100:])

    def test_the_admin_api_is_served_at_the_limit_of_connections(self):
        """Clients that never end their handshake keep nobody out, and other requests wait."""
        head = b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        server = Server(*self.options, "--max-connections", "3", environment=self.environment)
        opened = []

        def connect(request=b""):
            opened.append(self.context.wrap_socket(self.reach(server), server_hostname="localhost"))
            opened[-1].sendall(request)
            return opened[-1]

        try:
            full = [connect(b"GET /feed HTTP/1.1\r\nHost:") for _ in range(3)]
            waiting = connect(head % b"/feed")
            for _ in range(100):
                opened.append(self.reach(server))
            for _ in range(3):
                response = self.rest(connect(head % b"/__admin/health"))
                self.assertTrue(response.startswith(b"HTTP/1.1 200 "), response[:100])
            waiting.settimeout(0)
            with self.assertRaises(ssl.SSLWantReadError):
                waiting.recv(1)
            waiting.settimeout(60)
            full[0].close()
            self.assertTrue(self.rest(waiting).endswith(b"feed"))
        finally:
            for client in opened:
                client.close()
            server.stop()
        self.assertEqual(server.messages.count("the limit of 3 connections (--max-connections) is reached"), 1, server.messages)

    def test_a_slow_link_slows_uploads(self):
        admin(self.server, "PUT", "/network", {"upKilobitsPerSecond": 4000})
        self.addCleanup(admin, self.server, "DELETE", "/network")
        with self.connect(send_buffer=32_768) as client:
            began = time.monotonic()
            client.sendall(b"POST /take HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 900000\r\n\r\n")
            client.sendall(b"a" * 900_000)
            # At most half of it may be in buffers on the way; without a limit, all of it is at once.
            self.assertGreater(time.monotonic() - began, 0.9)
            self.assertTrue(self.rest(client).startswith(b"HTTP/1.1 200 "))

    def test_failed_handshakes_are_told(self):
        server = Server(*self.options, "--access-log", environment=self.environment)
        with self.reach(server) as client:
            client.sendall(b"GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
            response = self.rest(client)
        self.assertTrue(response.startswith(b"HTTP/1.1 400 "), response)
        self.assertIn(b"https://", response)
        self.assertIn(b"\r\nDate: ", response)
        entry = admin(server, "GET", "/requests")["requests"][0]
        self.assertEqual([entry["request"]["method"], entry["request"]["url"], entry["response"]["status"]], ["GET", "/feed", 400])
        with self.assertRaises(ssl.SSLError), self.reach(server) as client:
            ssl.create_default_context().wrap_socket(client, server_hostname="localhost")
        server.stop()
        self.assertIn("The client speaks plain HTTP, and this port speaks TLS", server.messages)
        self.assertIn("http GET /feed 400 56 B - ms refused reason=", server.messages)
        self.assertIn("If it does not trust the authority, see \"understudy ca\".", server.messages)

    def test_a_stop_does_not_wait_for_a_client_that_is_silent_within_a_head(self):
        server = Server(*self.options, "--drain-seconds", "60", environment=self.environment)
        with self.context.wrap_socket(self.reach(server), server_hostname="localhost") as client:
            client.sendall(b"GET /feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.recv(65536)
            client.sendall(b"GET /feed HTTP/1.1\r\nHost:")
            # A stop that waits for the head ends with its 408.
            self.assertEqual(server.stop(), 0)
            self.assertEqual(self.rest(client), b"")


class StatusTest(unittest.TestCase):
    def test_a_certificate_that_cannot_be_used_ends_the_status_line(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            certificate = Path(folder, "certificate.pem")
            certificate.write_bytes(Path(__file__).with_name("self-signed.pem").read_bytes())
            mocks = Path(folder, "mocks")
            mocks.mkdir()
            manager.bind(str(Path(folder, "manager")))
            manager.settimeout(60)
            server = Server(
                mocks, "--https-port", "0", "--https-certificate", certificate, "--https-key", certificate, "--no-watch",
                environment={"NOTIFY_SOCKET": manager.getsockname()})
            try:
                certificate.write_text("nothing")
                server.process.send_signal(signal.SIGHUP)
                message = ""
                while "; reloaded at " not in message:
                    message = manager.recv(65536).decode()
            finally:
                server.stop()
            self.assertRegex(message, r"(?m); reloaded at [0-9:.]+; --https-certificate: .*stays in use\.$")


if __name__ == "__main__":
    unittest.main()
