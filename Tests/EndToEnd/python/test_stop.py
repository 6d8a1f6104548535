"""What a stop does during the start, and with work that is not a response: webhooks, and a recording."""

import contextlib
import http.server
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import unittest
import urllib.parse
from pathlib import Path

from running import PROGRAM, SAMPLE, Server, call


class Target(http.server.ThreadingHTTPServer):
    """Another server: responds when it is told to."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked, self.responds = threading.Semaphore(0), threading.Event()
        self.paths = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.paths.append(self.path)
        self.server.asked.release()
        self.server.responds.wait(30)
        self.send_response(200)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"far")

    def log_message(self, *_):
        pass


class StartTests(unittest.TestCase):
    """Signals while the start waits for a file."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.pipe = self.folder / "token"
        os.mkfifo(self.pipe)

    def open_after(self, process):
        """Opens the other end when the program has ended, so that nobody waits for it for ever."""
        process.wait()
        with contextlib.suppress(FileNotFoundError):
            os.close(os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK))

    def ended(self, number, command, *rest):
        """Status and output of a command that gets the signal while it reads the pipe."""
        process = subprocess.Popen(
            [PROGRAM, command, self.folder, "--admin-token-file", self.pipe, *rest],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        threading.Thread(target=self.open_after, args=(process,), daemon=True).start()
        # Waits until the program opens the other end.
        end = os.open(self.pipe, os.O_WRONLY)
        try:
            process.send_signal(number)
            output, messages = process.communicate(timeout=30)
        finally:
            os.close(end)
        self.assertEqual((output, messages), (b"", b""))
        return process.returncode

    def test_a_signal_ends_the_start(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            self.assertEqual(self.ended(number, "serve", "--port", "0", "--s3-port", "0"), 0)

    def test_no_command_is_run_after_a_signal(self):
        made = self.folder / "made"
        for number in (signal.SIGTERM, signal.SIGINT):
            self.assertEqual(self.ended(number, "run", "--", "touch", made), 128 + number)
        self.assertFalse(made.exists())

    def test_a_signal_ends_a_check(self):
        self.assertEqual(self.ended(signal.SIGTERM, "check"), -signal.SIGTERM)


class FirstSignalTests(unittest.TestCase):
    """Signals before the command line is read: while the program tells, first of all, of flags that have no effect."""

    def signalled(self, number, command, *rest):
        """A command that has got the signal while it waits for the reader of what it tells."""
        process = subprocess.Popen(
            [PROGRAM, command, SAMPLE, *["--disable-banner"] * 2000, "--port", "0", "--s3-port", "0", *rest],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
        )
        self.addCleanup(process.stdout.close)
        self.assertEqual(process.stderr.read(1), b"n")
        process.send_signal(number)
        reader = threading.Thread(target=process.stderr.readall, daemon=True)
        reader.start()
        self.addCleanup(process.stderr.close)
        self.addCleanup(reader.join)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_a_reload_does_not_end_the_start(self):
        process = self.signalled(signal.SIGHUP, "serve")
        self.assertTrue(process.stdout.readline().startswith(b"ready "))
        process.terminate()
        self.assertEqual(process.wait(timeout=30), 0)

    def test_a_stop_ends_the_start(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            self.assertEqual(self.signalled(number, "serve").wait(timeout=30), 0)
            self.assertEqual(self.signalled(number, "run", "--", "true").wait(timeout=30), 128 + number)

    def test_other_commands_end_by_the_signal(self):
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            self.assertEqual(self.signalled(number, "check").wait(timeout=30), -number)

    def test_a_command_gets_signals_as_the_program_did(self):
        ended = subprocess.run(
            [PROGRAM, "run", SAMPLE, "--", "grep", "SigBlk", "/proc/self/status"], capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(int(ended.stdout.split()[1], 16), 0)


class StopTests(unittest.TestCase):
    def setUp(self):
        self.target = Target()
        self.target.responds.set()
        threading.Thread(target=self.target.serve_forever, daemon=True).start()
        self.addCleanup(self.target.server_close)
        self.addCleanup(self.target.shutdown)
        self.addCleanup(self.target.responds.set)
        self.origin = f"http://127.0.0.1:{self.target.server_address[1]}"
        mocks = tempfile.TemporaryDirectory()
        self.addCleanup(mocks.cleanup)
        self.mocks = Path(mocks.name)
        Path(self.mocks, "mappings").mkdir()

    def serve(self, *options, delay=None):
        """A server whose stub has a webhook."""
        parameters = {"url": self.origin + "/done"}
        if delay:
            parameters["delay"] = {"type": "fixed", "milliseconds": delay}
        mapping = {"request": {"url": "/a"}, "serveEventListeners": [{"name": "webhook", "parameters": parameters}]}
        Path(self.mocks, "mappings", "a.json").write_text(json.dumps(mapping))
        return Server(self.mocks, *options)

    def test_a_stop_waits_for_webhooks(self):
        server = self.serve()
        self.target.responds.clear()
        self.assertEqual(call(server.http + "/a")[0], 200)
        self.assertTrue(self.target.asked.acquire(timeout=30))
        server.process.send_signal(signal.SIGTERM)
        address = urllib.parse.urlsplit(server.http)
        while True:
            try:
                socket.create_connection((address.hostname, address.port), timeout=30).close()
            except ConnectionError:
                break
        self.assertIsNone(server.process.poll())
        self.target.responds.set()
        # A second signal would end the stop.
        self.assertEqual(server.process.wait(timeout=30), 0)
        self.assertEqual(server.stop(), 0)
        self.assertNotIn("webhook", server.messages)

    def test_a_stop_ends_the_delays_of_webhooks(self):
        server = self.serve(delay=600_000)
        for _ in range(5):
            self.assertEqual(call(server.http + "/a")[0], 200)
        self.assertEqual(server.stop(), 0)
        self.assertEqual(self.target.paths, ["/done"] * 5)
        self.assertNotIn("webhook", server.messages)

    def test_webhooks_that_are_cut_off_are_told(self):
        server = self.serve("--drain-seconds", "0.5")
        self.target.responds.clear()
        self.assertEqual(call(server.http + "/a")[0], 200)
        self.assertTrue(self.target.asked.acquire(timeout=30))
        self.assertEqual(server.stop(), 0)
        self.assertRegex(server.messages, r"the stop did not wait longer than \S+ seconds, and cut off 1 webhook\n")
        self.assertIn("failed: the server stopped before the response came", server.messages)

    def test_a_recording_by_the_admin_api_is_saved(self):
        server = Server(self.mocks, "--allow-proxy-targets", self.origin.removeprefix("http://"))
        self.assertEqual(call(server.http + "/__admin/recordings/start", "POST", {"targetBaseUrl": self.origin})[0], 200)
        self.assertEqual(call(server.http + "/far"), (200, "far"))
        self.assertEqual(server.stop(), 0)
        self.assertIn(f"saved a recorded stub in {self.mocks}/mappings\n", server.messages)
        [saved] = Path(self.mocks, "mappings").glob("*.json")
        self.assertEqual(json.loads(saved.read_text())["request"]["url"], "/far")

    def test_a_recording_that_is_not_to_be_saved_is_not(self):
        server = Server(self.mocks, "--allow-proxy-targets", self.origin.removeprefix("http://"))
        start = {"targetBaseUrl": self.origin, "persist": False}
        self.assertEqual(call(server.http + "/__admin/recordings/start", "POST", start)[0], 200)
        self.assertEqual(call(server.http + "/far"), (200, "far"))
        self.assertEqual(server.stop(), 0)
        self.assertEqual(list(Path(self.mocks, "mappings").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
