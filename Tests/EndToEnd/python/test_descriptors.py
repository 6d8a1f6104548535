"""What clients get when the process has no descriptor left."""

import resource
import selectors
import signal
import socket
import ssl
import subprocess
import tempfile
import unittest
import urllib.parse
from pathlib import Path

from running import PROGRAM, Server, call

LIMIT = 400
# As many connections are accepted with that limit, but each cannot have a file as well.
UPLOADS = 210


class DescriptorTests(unittest.TestCase):
    def setUp(self):
        mocks = tempfile.TemporaryDirectory()
        self.addCleanup(mocks.cleanup)
        Path(mocks.name, "s3", "pets").mkdir(parents=True)
        # The body of a request that a stub may match is kept as on the other listener.
        Path(mocks.name, "mappings").mkdir()
        Path(mocks.name, "mappings", "put.json").write_text('{"request": {"s3": {"operation": "PutObject"}}, "response": {"status": 200}}')
        self.process = subprocess.Popen(
            [PROGRAM, "serve", mocks.name, "--port", "0", "--s3-port", "0", "--body-memory-bytes", "1"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, LIMIT)))
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait, timeout=30)
        self.addCleanup(self.process.send_signal, signal.SIGTERM)
        self.urls = dict(word.split("=", 1) for word in self.process.stdout.readline().split()[1:])

    def first_response(self, listener, method, path, length):
        """The first response to uploads that are all but complete, each in a file."""
        address = urllib.parse.urlsplit(self.urls[listener])
        with selectors.DefaultSelector() as selector:
            for number in range(UPLOADS):
                client = socket.create_connection((address.hostname, address.port), timeout=60)
                self.addCleanup(client.close)
                head = f"{method} {path}{number} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
                client.sendall(head.encode())
                self.assertIn(b" 100 ", client.recv(1000))
                selector.register(client, selectors.EVENT_READ)
            for key in list(selector.get_map().values()):
                key.fileobj.sendall(bytes(length - 1))
            client = selector.select(60)[0][0].fileobj
            response = b""
            while received := client.recv(10000):
                response += received
        return response.decode()

    def test_a_long_body(self):
        response = self.first_response("http", "POST", "/", 100)
        self.assertTrue(response.startswith("HTTP/1.1 503 "), response)
        self.assertIn("Retry-After: 1", response)
        self.assertIn("No descriptor is left for a long request body: raise the limit (ulimit -n), or lower --max-connections.", response)

    def test_a_long_body_in_s3(self):
        response = self.first_response("s3", "PUT", "/pets/", 100)
        self.assertTrue(response.startswith("HTTP/1.1 503 "), response)
        self.assertIn("Retry-After: 1", response)
        self.assertIn("<Code>ServiceUnavailable</Code><Message>No descriptor is left for a long request body: ", response)

    def test_closed_connections_whose_clients_do_not_read_leave_descriptors(self):
        mocks = tempfile.TemporaryDirectory()
        self.addCleanup(mocks.cleanup)
        Path(mocks.name, "__files").mkdir()
        Path(mocks.name, "__files", "long").write_bytes(bytes(200_000))
        server = Server(mocks.name, descriptors=LIMIT)
        address = urllib.parse.urlsplit(server.http)
        for _ in range(LIMIT + 50):
            client = socket.socket()
            self.addCleanup(client.close)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(60)
            client.connect((address.hostname, address.port))
            client.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertEqual(client.recv(9), b"HTTP/1.1 ")
        server.stop()
        self.assertNotIn("Too many open files", server.messages)

    def test_resets_for_tls_clients_that_do_not_read_count_until_they_arrive(self):
        mocks = tempfile.TemporaryDirectory()
        self.addCleanup(mocks.cleanup)
        Path(mocks.name, "__files").mkdir()
        Path(mocks.name, "__files", "long").write_bytes(bytes(200_000))
        Path(mocks.name, "mappings").mkdir()
        Path(mocks.name, "mappings", "cut.json").write_text(
            '{"request": {"url": "/cut"}, "response": {"bodyFileName": "long", "fault": {"effect": "reset", "at": "end"}}}')
        server = Server(
            mocks.name, "--https-port", "0", environment={"XDG_STATE_HOME": mocks.name}, descriptors=LIMIT)
        context = ssl.create_default_context(cafile=Path(mocks.name, "understudy", "ca.pem"))
        port = urllib.parse.urlsplit(server.https).port
        for _ in range(LIMIT // 2):
            client = socket.socket()
            self.addCleanup(client.close)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(5)
            client.connect(("127.0.0.1", port))
            try:
                client = context.wrap_socket(client, server_hostname="localhost")
            except OSError:
                break
            self.addCleanup(client.close)
            client.sendall(b"GET /cut HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertEqual(call(server.http + "/__admin/health")[0], 200)
        server.stop()
        self.assertNotIn("Too many open files", server.messages)

    def test_clients_that_speak_tls_wait_for_descriptors(self):
        """Each of them takes three."""
        mocks = tempfile.TemporaryDirectory()
        self.addCleanup(mocks.cleanup)
        server = Server(mocks.name, "--https-port", "0", environment={"XDG_STATE_HOME": mocks.name}, descriptors=LIMIT)
        context = ssl.create_default_context(cafile=Path(mocks.name, "understudy", "ca.pem"))
        port = urllib.parse.urlsplit(server.https).port
        for _ in range(LIMIT // 2):
            client = socket.create_connection(("127.0.0.1", port), timeout=60)
            self.addCleanup(client.close)
            try:
                client = context.wrap_socket(client, server_hostname="localhost")
                self.addCleanup(client.close)
                client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            except OSError:
                # Of those that wait, only a few are let in.
                pass
        self.assertEqual(call(server.http + "/__admin/health")[0], 200)
        server.stop()
        self.assertNotIn("Too many open files", server.messages)
        self.assertIn("descriptors for connections are used", server.messages)


if __name__ == "__main__":
    unittest.main()
