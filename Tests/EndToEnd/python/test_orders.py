"""A client with a bug that only an order of responses shows, under every order."""

import http.client
import json
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from running import PROGRAM, ServerTests, call

COUNT = 8
# Of Linux: the kernel tells when bytes arrived (socket(7)).
SO_TIMESTAMPNS = 35
TIMESTAMP = struct.Struct("qq")
CLIENT = '''
import http.client, os, threading
shown = []
def load(page, connection):
    connection.getresponse().read()
    shown.append(page)
threads = []
for page in range(1, 4):
    connection = http.client.HTTPConnection(os.environ["UNDERSTUDY_URL"].removeprefix("http://"))
    connection.request("GET", f"/page/{page}")
    threads.append(threading.Thread(target=load, args=(page, connection)))
for thread in threads: thread.start()
for thread in threads: thread.join()
raise SystemExit(shown.index(3) < shown.index(1))
'''


# Passes under every order. Its requests are other ones in each run.
STAMPED_CLIENT = '''
import http.client, os, time
connections = []
for page in (1, 2):
    connection = http.client.HTTPConnection(os.environ["UNDERSTUDY_URL"].removeprefix("http://"))
    connection.request("GET", f"/page/{page}?ts={time.time_ns()}")
    connections.append(connection)
for connection in connections:
    connection.getresponse().read()
'''


# Passes under every order, and tells when it ran.
TIMED_CLIENT = '''
import http.client, os, sys, time
began = time.monotonic()
connections = []
for page in range(1, 5):
    connection = http.client.HTTPConnection(os.environ["UNDERSTUDY_URL"].removeprefix("http://"))
    connection.request("GET", f"/page/{page}")
    connections.append(connection)
for connection in connections:
    connection.getresponse().read()
with open(sys.argv[1], "a") as log:
    log.write(f"{began} {time.monotonic()}\\n")
'''


def receive(connection):
    """The next bytes, and when they arrived; nothing for the time as long as the kernel does not note it."""
    received, ancillary, _, _ = connection.recvmsg(1 << 16, socket.CMSG_SPACE(TIMESTAMP.size))
    return received, next((TIMESTAMP.unpack(data) for _, kind, data in ancillary if kind == SO_TIMESTAMPNS), None)


class OrderTests(ServerTests):
    @classmethod
    def setUpClass(cls):
        # The kernel notes arrivals from soon after a first socket asks for it until the last such socket is closed.
        with socket.create_server(("127.0.0.1", 0)) as listener:
            cls.noted = socket.create_connection(listener.getsockname(), timeout=10)
            cls.noted.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
            cls.addClassCleanup(cls.noted.close)
            peer, _ = listener.accept()
        with peer:
            deadline = time.monotonic() + 10
            while True:
                peer.sendall(b".")
                if receive(cls.noted)[1]:
                    break
                assert time.monotonic() < deadline, "the kernel does not note when bytes arrive"
        super().setUpClass()

    def load(self, base, count=COUNT):
        """Asks for all parts at once. The order in which the responses arrived, which the kernel notes: threads of a busy machine see two of
        them late, and then in any order."""
        parts = urllib.parse.urlsplit(base)
        connections = {}
        for number in range(1, count + 1):
            connection = socket.create_connection((parts.hostname, parts.port), timeout=30)
            connection.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
            connection.sendall(
                f"GET {parts.path}/part/{number} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
            connections[number] = connection
        arrivals = {}
        for number, connection in connections.items():
            with connection:
                response, arrivals[number] = receive(connection)
                assert response.startswith(b"HTTP/1.1 200 "), response
        return sorted(arrivals, key=arrivals.get)

    def explore(self, passes, **definition):
        """Explores with all runs that can go on at the same time; the report."""
        status, made = call(self.admin + "/explorations", "POST", {
            "session": {"mappings": [{"request": {"urlPathPattern": "/part/.*"}, "response": {"jsonBody": {}}}]}, **definition})
        assert status == 201, made
        url = f"{self.admin}/explorations/{made['id']}"

        def work(_):
            while True:
                status, run = call(url + "/next", "POST")
                if status == 204:
                    return
                taken = self.load(run["session"]["baseUrl"])
                call(f"{url}/runs/{run['run']}", "POST", {"passed": passes(taken)})

        with ThreadPoolExecutor(14) as pool:
            list(pool.map(work, range(14)))
        return call(url, "DELETE")[1]

    def test_every_order_of_every_three_is_shown(self):
        began = time.monotonic()
        report = self.explore(lambda taken: True)
        print(f"{report['runs']['total']} runs of {COUNT} requests: {time.monotonic() - began:.3f} s", file=sys.stderr)
        self.assertTrue(report["passed"], report)
        self.assertEqual(report["covered"]["of"], 3)
        self.assertEqual(len(report["labels"]), COUNT)
        self.assertEqual(report["neverInFlightTogether"], [])
        self.assertTrue(report["covered"]["complete"], report["covered"])

    def test_a_bug_is_found_named_and_replayed(self):
        def passes(taken):
            return not taken.index(6) < taken.index(2) < taken.index(7)

        report = self.explore(passes)
        self.assertFalse(report["passed"], report)
        failure = report["failure"]
        self.assertTrue(2 <= len(failure["requests"]) <= 3, failure)
        self.assertTrue(failure["replayed"], report)
        for _ in range(8):
            _, session = call(self.admin + "/sessions", "POST", {
                "order": {"schedule": failure["schedule"]},
                "mappings": [{"request": {"urlPathPattern": "/part/.*"}, "response": {"jsonBody": {}}}]})
            taken = self.load(session["baseUrl"])
            self.assertFalse(passes(taken), taken)
            call(f"{self.admin}/sessions/{session['id']}", "DELETE")

    def test_a_command_is_explored(self):
        with tempfile.TemporaryDirectory() as folder:
            client = Path(folder) / "client.py"
            client.write_text(CLIENT)
            mocks = Path(folder) / "mocks" / "__files" / "page"
            mocks.mkdir(parents=True)
            for page in range(1, 4):
                (mocks / f"{page}.json").write_text("{}")
            report = Path(folder) / "report.json"
            command = [sys.executable, str(client)]
            ended = subprocess.run(
                [PROGRAM, "explore", str(Path(folder) / "mocks"), "--settle", "60", "--report", str(report), "--", *command],
                capture_output=True, text=True, timeout=120)
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertIn("Replay: understudy explore --schedule o1.", ended.stderr)
            self.assertIn(f"--settle 60 {Path(folder) / 'mocks'} -- {sys.executable}", ended.stderr)
            written = json.loads(report.read_text())
            schedule = written["failure"]["schedule"]
            replay = subprocess.run(
                [PROGRAM, "explore", str(Path(folder) / "mocks"), "--schedule", schedule, "--settle", "60", "--", *command],
                capture_output=True, text=True, timeout=120)
            self.assertEqual(replay.returncode, 1, replay.stderr)
            wrong = subprocess.run(
                [PROGRAM, "explore", str(Path(folder) / "mocks"), "--schedule", "o1.2.1", "--", *command],
                capture_output=True, text=True, timeout=120)
            self.assertEqual(wrong.returncode, 64, wrong.stderr)
            self.assertIn("response 2 is missing", wrong.stderr)

    def test_a_command_whose_requests_follow_one_another_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            mocks = Path(folder)
            (mocks / "__files" / "page").mkdir(parents=True)
            for page in (0, 1):
                (mocks / "__files" / "page" / f"{page}.json").write_text("{}")
            for count in (1, 2):
                ended = self.explore_pages(mocks, range(count))
                self.assertEqual(ended.returncode, 1, ended.stderr)
                self.assertIn("no order", ended.stderr)
                self.assertIn("must be in flight together", ended.stderr)

    def explore_pages(self, mocks, pages, *options):
        client = "import http.client, os\n" + "".join(f'''
connection = http.client.HTTPConnection(os.environ["UNDERSTUDY_URL"].removeprefix("http://"))
connection.request("GET", "/page/{page}")
connection.getresponse().read()
''' for page in pages)
        return subprocess.run(
            [PROGRAM, "explore", str(mocks), *options, "--", sys.executable, "-c", client], capture_output=True, text=True, timeout=120)

    def test_a_command_that_tests_nothing_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            mocks, report = Path(folder) / "mocks", Path(folder) / "report.json"
            (mocks / "__files" / "page").mkdir(parents=True)
            (mocks / "__files" / "page" / "0.json").write_text("{}")
            for options in ([], ["--schedule", "arrival"]):
                for pages, told in (
                        ([], "The command sent no request, so nothing was tested"),
                        ([7, 8], "Nothing matched any of the requests (GET /page/7, GET /page/8), so nothing was tested")):
                    with self.subTest(options=options, pages=pages):
                        ended = self.explore_pages(mocks, pages, "--report", str(report), *options)
                        self.assertEqual(ended.returncode, 1, ended.stderr)
                        self.assertIn(told, ended.stderr)
                        written = json.loads(report.read_text())
                        self.assertFalse(written["tested"], written)
                        self.assertEqual(written["requests"] > 0, bool(pages), written)
                        self.assertEqual(written["unmatched"], written["requests"], written)
            for pages, told in (
                    ([0, 7], "Nothing matched 1 of 2 requests: GET /page/7."),
                    ([0, 7, 7], "Nothing matched 2 of 3 requests: GET /page/7."),
                    ([0, 6, 7, 8, 9], "Nothing matched 4 of 5 requests: GET /page/6, GET /page/7, GET /page/8 and others.")):
                ended = self.explore_pages(mocks, pages, "--schedule", "arrival")
                self.assertIn(told, ended.stderr)
            for schedule in ("arrival", "reverse"):
                ended = self.explore_pages(mocks, [0, 0], "--schedule", schedule, "--report", str(report))
                self.assertEqual(ended.returncode, 1, ended.stderr)
                self.assertIn("must be in flight together", ended.stderr)
                self.assertFalse(json.loads(report.read_text())["tested"])
            ended = self.explore_pages(mocks, [0, 0], "--schedule", "o1.2.2:2-1", "--report", str(report))
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertIn("diverged", ended.stderr)
            self.assertFalse(json.loads(report.read_text())["tested"])

    def test_requests_in_flight_together_pass_under_a_schedule(self):
        with tempfile.TemporaryDirectory() as folder:
            mocks, report, client = Path(folder) / "mocks", Path(folder) / "report.json", Path(folder) / "client.py"
            (mocks / "__files" / "page").mkdir(parents=True)
            for page in range(1, 4):
                (mocks / "__files" / "page" / f"{page}.json").write_text("{}")
            # The check at the end has the bug. A reset, as at the end of a test, leaves what was counted.
            client.write_text(CLIENT.partition("raise SystemExit")[0] + """
connection.request("POST", "/__admin/reset")
connection.getresponse().read()
""")
            for schedule in ("arrival", "reverse", "o1.3.3:2-1-3"):
                ended = subprocess.run(
                    [PROGRAM, "explore", str(mocks), "--schedule", schedule, "--settle", "60", "--report", str(report), "--",
                     sys.executable, str(client)], capture_output=True, text=True, timeout=120)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertTrue(json.loads(report.read_text())["tested"])

    def test_a_signal_ends_it_with_the_status_of_the_signal(self):
        with tempfile.TemporaryDirectory() as folder:
            for options in ([], ["--schedule", "reverse"]):
                for number in (signal.SIGINT, signal.SIGTERM):
                    command = [PROGRAM, "explore", folder, *options, "--", "sh", "-c", "echo begun; exec sleep 100"]
                    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                        self.assertEqual(process.stdout.readline(), "begun\n")
                        process.send_signal(number)
                        told = process.communicate(timeout=60)[1]
                        self.assertEqual(process.returncode, 128 + number, told)
                        self.assertNotIn("sent no request", told)
                        self.assertNotIn("fails", told)

    def test_a_command_whose_requests_differ_from_run_to_run_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            mocks, report = Path(folder) / "mocks", Path(folder) / "report.json"
            pages = mocks / "__files" / "page"
            pages.mkdir(parents=True)
            for page in (1, 2):
                (pages / f"{page}.json").write_text("{}")

            def explore(*options):
                return subprocess.run(
                    [PROGRAM, "explore", str(mocks), "--settle", "60", "--jobs", "1", "--report", str(report), *options, "--",
                     sys.executable, "-c", STAMPED_CLIENT],
                    capture_output=True, text=True, timeout=120)

            ended = explore()
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertIn("its requests differ from run to run: GET /page/1 has another ts; GET /page/2 has another ts.", ended.stderr)
            self.assertIn("leave it out: --ignore-query ts\n", ended.stderr)
            written = json.loads(report.read_text())
            self.assertFalse(written["tested"], written)
            self.assertEqual(written["runs"]["total"], 2, written)
            ended = explore("--ignore-query", "ts")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertTrue(json.loads(report.read_text())["tested"])

    def test_commands_run_at_the_same_time(self):
        with tempfile.TemporaryDirectory() as folder:
            client = Path(folder) / "client.py"
            client.write_text(TIMED_CLIENT)
            pages = Path(folder) / "mocks" / "__files" / "page"
            pages.mkdir(parents=True)
            for page in range(1, 5):
                (pages / f"{page}.json").write_text("{}")
            for jobs in (1, 3):
                log = Path(folder) / f"log-{jobs}"
                ended = subprocess.run(
                    [PROGRAM, "explore", str(Path(folder) / "mocks"), "--jobs", str(jobs), "--", sys.executable, str(client), str(log)],
                    capture_output=True, text=True, timeout=120)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                runs = [tuple(map(float, line.split())) for line in log.read_text().splitlines()]
                self.assertGreaterEqual(len(runs), 7)
                at_once = max(sum(began <= moment < end for began, end in runs) for moment, _ in runs)
                self.assertLessEqual(at_once, jobs)
                self.assertEqual(at_once > 1, jobs > 1, runs)
            wrong = subprocess.run(
                [PROGRAM, "explore", str(Path(folder) / "mocks"), "--jobs", "0", "--", "true"], capture_output=True, text=True, timeout=60)
            self.assertEqual(wrong.returncode, 64, wrong.stderr)
            self.assertIn("--jobs: 0 must be in 1…64.", wrong.stderr)


if __name__ == "__main__":
    unittest.main()
