"""Links on real sockets: rates in both directions, delays, switches under way, silence, broken connections."""

import contextlib
import os
import socket
import tempfile
import threading
import time
import unittest
from pathlib import Path

from link_client import Client, add_body, admin, delays, down_rate, prepare, up_rate
from running import Server

# A machine that is busy is late: the best of so many tries counts.
TRIES = 6
# A try in which server and client have waited longer than this for a processor, of all its time, does not count: it is slow, or seems fast
# because its beginning was late.
MOST_WAITING = 0.01


class NetworkTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = prepare(Path(cls.temporary.name) / "mocks")
        for megabits in (1, 10, 50):
            add_body(cls.folder, megabits * 125_000)
        cls.server = Server(cls.folder, "--seed", "7")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.temporary.cleanup()

    def tearDown(self):
        admin(self.server, "DELETE", "/network")

    def network(self, **numbers):
        return admin(self.server, "PUT", "/network", numbers)

    def assert_rate(self, expected, measure):
        rates = []
        for _ in range(TRIES):
            start, before = time.perf_counter(), self.waited()
            rate = measure()
            if 0.97 <= rate / expected <= 1.03:
                return
            if self.waited() - before > MOST_WAITING * (time.perf_counter() - start):
                continue
            rates.append(rate)
            self.assertLessEqual(rate, expected * 1.03, f"too fast: {rates}")
        if not rates:
            self.skipTest("all processors are busy")
        self.fail(f"{expected} bit/s were to be had, and there were {rates}")

    def waited(self):
        """How long the threads of server and client have waited for a processor, in seconds."""
        nanoseconds = 0
        for process in (os.getpid(), self.server.process.pid):
            for thread in Path(f"/proc/{process}/task").iterdir():
                # One that has just ended may still be listed.
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                    nanoseconds += int(Path(thread, "schedstat").read_text().split()[1])
        return nanoseconds / 1e9

    def test_downloads_have_the_rate(self):
        for megabits in (1, 10, 50):
            with self.subTest(megabits=megabits):
                self.network(downKilobitsPerSecond=megabits * 1000)
                self.assert_rate(megabits * 1e6, lambda: down_rate(self.server, f"/zeros/{megabits * 125_000}"))

    def test_uploads_have_the_rate(self):
        for megabits in (1, 10, 50):
            with self.subTest(megabits=megabits):
                self.network(upKilobitsPerSecond=megabits * 1000)
                self.assert_rate(megabits * 1e6, lambda: up_rate(self.server, megabits * 12_500, megabits * 125_000))

    def test_connections_share_the_rate(self):
        self.network(downKilobitsPerSecond=10_000)
        self.assert_rate(10e6, lambda: down_rate(self.server, "/zeros/125000", connections=10))

    def test_a_response_has_a_rate_of_its_own(self):
        admin(self.server, "POST", "/mappings", {
            "request": {"urlPath": "/slow"}, "response": {"body": "x" * 125_000, "bandwidthKilobitsPerSecond": 1000}})
        self.assert_rate(1e6, lambda: down_rate(self.server, "/slow"))

    def test_delays_are_charged(self):
        self.network(downDelayMilliseconds=30, upDelayMilliseconds=20, dnsDelayMilliseconds=100)
        opened, new = delays(self.server)
        self.assertGreaterEqual(opened, 50)
        self.assertGreaterEqual(new, 200)
        # A busy machine adds to what the server waits.
        self.assertLess(opened, 80)
        self.assertLess(new, 250)

    def test_a_switch_takes_effect_under_way(self):
        self.network(downKilobitsPerSecond=1000)
        client = Client(self.server)
        timer = threading.Timer(0.5, lambda: admin(self.server, "DELETE", "/network"))
        timer.start()
        answer = client.ask("GET", "/zeros/6250000")
        timer.join()
        client.close()
        # At the first rate it would take 50 seconds.
        self.assertLess(answer.last - answer.start, 10)
        self.assertEqual(len(answer.body), 6_250_000)

    def test_a_full_loss_is_silence_until_it_ends(self):
        self.assertEqual(admin(self.server, "PUT", "/network", "100% Loss")["profile"], "100% Loss")
        client = Client(self.server)
        client.socket.sendall(b"GET /zeros/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.socket.settimeout(0.5)
        with self.assertRaises(socket.timeout):
            client.socket.recv(1)
        client.socket.settimeout(20)
        admin(self.server, "DELETE", "/network")
        self.assertTrue(client.socket.recv(100).startswith(b"HTTP/1.1 200"))
        client.close()

    def test_new_connections_are_broken_and_open_ones_stay(self):
        open_one = Client(self.server)
        self.assertEqual(open_one.ask("GET", "/zeros/1").status, 200)
        self.network(connectFault="reset")
        self.assert_broken(ConnectionResetError)
        self.assertEqual(open_one.ask("GET", "/zeros/1").status, 200)
        self.network(connectFault="close")
        self.assert_broken(ConnectionError)
        open_one.close()

    def assert_broken(self, error):
        client = Client(self.server)
        with self.assertRaises(error):
            client.ask("GET", "/zeros/1")
        client.close()

    def test_the_admin_api_is_not_slowed(self):
        admin(self.server, "PUT", "/network", "Very Bad Network")
        start = time.perf_counter()
        for _ in range(10):
            admin(self.server, "GET", "/network")
        # On that network they would take ten seconds.
        self.assertLess(time.perf_counter() - start, 8)

    def test_a_session_has_a_link_of_its_own(self):
        session = admin(self.server, "POST", "/sessions", {"network": {"upDelayMilliseconds": 120}})
        client = Client(self.server)
        inside = client.ask("GET", f"/__session/{session['id']}/zeros/1")
        outside = [client.ask("GET", "/zeros/1") for _ in range(10)]
        self.assertGreaterEqual(inside.first - inside.start, 0.12)
        self.assertLess(min(answer.first - answer.start for answer in outside), 0.1)
        self.assertEqual(admin(self.server, "GET", "/network")["upDelayMilliseconds"], 0)
        admin(self.server, "DELETE", f"/sessions/{session['id']}")
        client.close()

    def test_losses_are_in_the_journal(self):
        self.network(downLoss=0.05)
        client = Client(self.server)
        client.ask("GET", "/zeros/125000")
        client.close()
        entry = admin(self.server, "GET", "/requests?limit=1")["requests"][0]
        lost = entry["performed"]["network"]["lostSegments"]
        self.assertGreater(lost, 0)
        self.assertEqual([draw["what"] for draw in entry["draws"]], ["downLoss"] * lost)


if __name__ == "__main__":
    unittest.main()
