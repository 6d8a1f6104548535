"""Explorations with triples find ten planted client bugs over sockets, shrink each to two or three requests, and replay it every time."""

import http.client
import itertools
import os
import queue
import sys
import threading
import time
import unittest
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import planted_bugs
from running import ServerTests, call

# How often each bug is replayed.
REPLAYS = int(os.environ.get("UNDERSTUDY_REPLAYS", "5"))
# A window, in milliseconds, that threads of Python keep on a machine with other work.
WINDOW = int(os.environ.get("UNDERSTUDY_WINDOW", "100"))
RUNS_AT_ONCE = 4


def passes(kind, base):
    """Runs one client: what it sends goes out one after the other, and each response is taken by a thread of its own.

    The client's own code is on this thread alone, as on the main thread of an app.
    """
    parts = urllib.parse.urlsplit(base)
    client = kind()
    taken = queue.Queue()
    numbers = itertools.count(1)

    def send(request):
        method, target = request.split(" ", 1)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=40)
        connection.request(method, parts.path + target)
        threading.Thread(target=take, args=(request, connection)).start()
        # Two connections may overtake each other on their way to the server, and then another order than the planned one fails.
        status, reply = call(base + "/__admin/requests/await", "POST", {"count": next(numbers)})
        assert status == 200, reply

    def take(request, connection):
        try:
            response = connection.getresponse()
            taken.put((request, response.status, response.read().decode()))
        finally:
            connection.close()

    for request in client.first:
        send(request)
    open_count = len(client.first)
    while open_count > 0:
        request, status, body = taken.get(timeout=40)
        open_count -= 1
        assert status == 200, f"{request}: {status} {body}"
        for further in client.receive(body, request):
            send(further)
            open_count += 1
    return client.is_right()


class PlantedBugTests(ServerTests):
    def explore(self, kind):
        status, made = call(self.admin + "/explorations", "POST", {
            "cover": "triples", "order": {"settleMilliseconds": WINDOW}, "session": {"mappings": kind.mappings}})
        self.assertEqual(status, 201, made)
        url = f"{self.admin}/explorations/{made['id']}"

        def work(_):
            while True:
                status, run = call(url + "/next", "POST")
                if status == 204:
                    return
                passed = passes(kind, run["session"]["baseUrl"])
                call(f"{url}/runs/{run['run']}", "POST", {"passed": passed})

        with ThreadPoolExecutor(RUNS_AT_ONCE) as pool:
            list(pool.map(work, range(RUNS_AT_ONCE)))
        return call(url, "DELETE")[1]

    def replay(self, kind, schedule):
        """Whether the client passes under one order."""
        status, session = call(self.admin + "/sessions", "POST", {
            "order": {"schedule": schedule, "settleMilliseconds": WINDOW}, "mappings": kind.mappings})
        self.assertEqual(status, 201, session)
        try:
            return passes(kind, session["baseUrl"])
        finally:
            call(f"{self.admin}/sessions/{session['id']}", "DELETE")

    def check(self, kind):
        began = time.monotonic()
        report = self.explore(kind)
        self.assertFalse(report["passed"], report)
        failure = report["failure"]
        self.assertTrue(failure["smallest"] and failure["replayed"], report)
        self.assertTrue(2 <= len(failure["requests"]) <= 3, failure)
        if kind.culprits:
            self.assertIn(failure["requests"], kind.culprits)
        for request in failure["requests"]:
            self.assertIn(request, failure["sentence"])
        with ThreadPoolExecutor(RUNS_AT_ONCE) as pool:
            failed = sum(not passed for passed in pool.map(lambda _: self.replay(kind, failure["schedule"]), range(REPLAYS)))
        print(f"{kind.__name__}: {report['runs']['total']} runs, replayed {failed} of {REPLAYS}, {time.monotonic() - began:.1f} s.",
              failure["sentence"], file=sys.stderr)
        self.assertEqual(failed, REPLAYS)

    def test_each_bug_is_found_named_and_replayed(self):
        for kind in planted_bugs.ALL:
            with self.subTest(bug=kind.__name__):
                self.check(kind)

    def test_the_order_of_arrival_shows_none(self):
        for kind in planted_bugs.ALL:
            with self.subTest(bug=kind.__name__):
                self.assertTrue(self.replay(kind, "arrival"))


if __name__ == "__main__":
    unittest.main()
