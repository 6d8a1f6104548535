"""A page that takes 800 ms, a spinner, a cancellation and a retry: no test waits for the time to pass."""

import json
import os
import socket
import threading
import time
import unittest
import urllib.parse

from running import ServerTests, call

RUNS = int(os.environ.get("UNDERSTUDY_TIME_RUNS", "30"))


class Client:
    """One request under way, as an app's client has it."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=30)
        self.socket.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
        self.body = None
        self.thread = threading.Thread(target=self.receive)
        self.thread.start()

    def receive(self):
        data = b""
        try:
            while piece := self.socket.recv(65536):
                data += piece
        except OSError:
            return
        if b"\r\n\r\n" in data:
            self.body = data.split(b"\r\n\r\n", 1)[1]

    @property
    def spins(self):
        return self.thread.is_alive()

    def cancel(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join(10)

    def finished(self):
        self.thread.join(10)
        self.socket.close()
        return self.body


class TimeTests(ServerTests):
    def post(self, url, body):
        status, reply = call(url, "POST", body)
        self.assertEqual(status // 100, 2, reply)
        return reply

    def one_run(self):
        session = self.post(self.admin + "/sessions", {"clock": "manual", "mappings": [
            {"request": {"url": "/page"}, "response": {"jsonBody": {"content": []}, "fixedDelayMilliseconds": 800}}]})
        page, admin = session["baseUrl"] + "/page", session["adminUrl"]

        def arrived(count):
            self.post(admin + "/requests/await", {"url": "/page", "count": count, "timeoutMilliseconds": 10_000})

        first = Client(page)
        arrived(1)
        self.post(admin + "/clock/advance", {"milliseconds": 799})
        self.assertTrue(first.spins)
        first.cancel()
        second = Client(page)
        arrived(2)
        self.post(admin + "/clock/advance", {"milliseconds": 799})
        self.assertTrue(second.spins)
        self.post(admin + "/clock/advance", {"milliseconds": 1})
        self.assertEqual(json.loads(second.finished()), {"content": []})
        self.assertIsNone(first.body)
        _, report = call(f"{self.admin}/sessions/{session['id']}", "DELETE")
        self.assertEqual(report["requests"], 2)

    def test_a_spinner_a_cancellation_and_a_retry_take_no_time(self):
        started = time.perf_counter()
        for _ in range(RUNS):
            self.one_run()
        # By real time each run would take 1.6 seconds.
        self.assertLess(time.perf_counter() - started, RUNS * 0.8 + 5)


if __name__ == "__main__":
    unittest.main()
