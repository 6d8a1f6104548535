"""A start that fails at sockets of the service manager: the clients that wait there are turned away, so that it is not tried for them again."""

import os
import resource
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import PROGRAM

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class FailedStartTest(unittest.TestCase):
    def start_with(self, listener, name, *arguments, count="1"):
        """The program with the socket, as systemd starts it."""
        def hand_over():
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)

        # LISTEN_PID is the program's own, which has the shell's process.
        return subprocess.Popen(
            ["sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh", PROGRAM, "serve", *arguments],
            preexec_fn=hand_over, pass_fds=(3,), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "LISTEN_FDS": count, "LISTEN_FDNAMES": name})

    def run_with(self, listener, name, *arguments, count="1"):
        """The same until it ends; returns how it ended."""
        with self.start_with(listener, name, *arguments, count=count) as process:
            try:
                _, errors = process.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            return subprocess.CompletedProcess(process.args, process.returncode, stderr=errors)

    def check(self, status, *arguments, name="http"):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            clients = [socket.create_connection(listener.getsockname(), timeout=60) for _ in range(5)]
            for client in clients[1:]:
                client.sendall(REQUEST)
            self.assertEqual(self.run_with(listener, name, *arguments).returncode, status)
            for client in clients:
                with client, client.makefile("rb") as file:
                    response = file.read()
                if name == "https":
                    self.assertEqual(response, b"")
                else:
                    self.assertTrue(response.startswith(b"HTTP/1.1 503 "), response)
                    self.assertIn(b"could not start", response)
            listener.setblocking(False)
            self.assertRaises(BlockingIOError, listener.accept)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.mocks = Path(temporary.name) / "mocks"
        (self.mocks / "mappings").mkdir(parents=True)

    def test_bad_fixtures(self):
        (self.mocks / "mappings" / "bad.json").write_text("{ bad")
        self.check(65, self.mocks)

    def test_eager_clients_share_a_start(self):
        (self.mocks / "mappings" / "bad.json").write_text("{ bad")
        with socket.create_server(("127.0.0.1", 0)) as listener:
            client = socket.create_connection(listener.getsockname(), timeout=20)
            with self.start_with(listener, "http", self.mocks) as process:
                self.addCleanup(process.kill)
                for _ in range(3):
                    with client, client.makefile("rb") as file:
                        client.sendall(REQUEST)
                        self.assertTrue(file.read().startswith(b"HTTP/1.1 503 "))
                    client = socket.create_connection(listener.getsockname(), timeout=20)
                # One that sends nothing gets a response as well, and does not keep the process.
                with client, client.makefile("rb") as file:
                    self.assertTrue(file.read().startswith(b"HTTP/1.1 503 "))
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 65)

    def test_a_flag_that_does_not_exist(self):
        self.check(64, self.mocks, "--nonsense")

    def test_priorities_in_the_journal(self):
        (self.mocks / "mappings" / "a.json").write_text('{"request": {"url": "a"}}')
        for arguments, priorities in (
                (["serve", self.mocks / "none"], {"<3>"}), (["serve", self.mocks, "--nonsense"], {"<3>"}),
                (["check", self.mocks], {"<4>"}), (["check", self.mocks, "--container-threads", "25"], {"<4>", "<5>"})):
            reading, writing = os.pipe()
            status = os.fstat(writing)
            with open(reading, encoding="utf-8") as log:
                subprocess.run(
                    [PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=writing, timeout=60,
                    env={**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}, check=False)
                os.close(writing)
                self.assertEqual({line[:3] for line in log}, priorities, arguments)

    def test_no_folder(self):
        self.check(66, self.mocks / "none", name="admin")

    def test_a_name_that_is_not_utf_8(self):
        folder = os.fsencode(self.mocks) + b"-\xff\xfe"
        os.mkdir(folder)
        for command in "serve", "check":
            ended = subprocess.run([PROGRAM, command, folder], stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
            self.assertEqual(ended.returncode, 66)
            self.assertIn(b"not UTF-8", ended.stderr)

    def test_too_few_descriptors(self):
        for limit in range(16, 100):
            with subprocess.Popen(
                    [PROGRAM, "serve", self.mocks, "--port", "0", "--s3-port", "0"], stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))) as process:
                started = process.stdout.readline().startswith("ready ")
                process.terminate()
                errors = process.communicate(timeout=60)[1]
            if started:
                return
            self.assertIn("Too many open files", errors, limit)
        self.fail("it did not start")

    def test_no_file_may_be_written(self):
        ready = self.mocks.parent / "ready"
        ended = subprocess.run(
            [PROGRAM, "serve", self.mocks, "--port", "0", "--s3-port", "0", "--ready-file", ready], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
        self.assertEqual(ended.returncode, 73)
        self.assertIn(f'writing the ready file "{ready}"', ended.stderr)
        self.assertIn("File too large", ended.stderr)

    def test_a_port_that_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.check(69, self.mocks, "--port", str(taken.getsockname()[1]), name="s3")

    def test_a_socket_that_does_not_listen(self):
        for kind, flaw in ((socket.SOCK_DGRAM, b"it is no stream socket"), (socket.SOCK_STREAM, b"it does not listen")):
            with socket.socket(socket.AF_INET, kind) as other:
                other.bind(("127.0.0.1", 0))
                ended = self.run_with(other, "http", self.mocks, "--s3-port", "0")
                self.assertEqual(ended.returncode, 78)
                self.assertIn(b"descriptor 3: " + flaw + b". Hand over a listening stream socket", ended.stderr)

    def test_a_count_of_sockets_that_is_none(self):
        for count in ("abc", "-1", "999999"):
            with socket.create_server(("127.0.0.1", 0)) as listener:
                ended = self.run_with(listener, "http", self.mocks, "--port", "0", "--s3-port", "0", count=count)
                self.assertEqual(ended.returncode, 78)
                self.assertIn(f'LISTEN_FDS="{count}": expected how many sockets there are'.encode(), ended.stderr)

    def test_clients_that_speak_tls_get_no_plain_text(self):
        self.check(66, self.mocks / "none", name="https")


if __name__ == "__main__":
    unittest.main()
