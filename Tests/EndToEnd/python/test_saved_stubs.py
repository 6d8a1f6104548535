"""Many clients save, change and delete their own stubs at the same time."""

import json
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from running import Server, call

CLIENTS = 6
ROUNDS = 40


class SavedStubs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.mocks = Path(self.folder.name)
        (self.mocks / "mappings").mkdir()
        self.start()

    def start(self, *options):
        self.server = Server(self.mocks, *options)
        self.admin = self.server.http + "/__admin/mappings"

    def restart(self, *options):
        self.server.stop()
        self.start(*options)

    def tearDown(self):
        self.server.stop()
        self.folder.cleanup()

    def test_each_client_finds_its_own_changes(self):
        with ThreadPoolExecutor(CLIENTS) as pool:
            left = dict(pool.map(self.run_client, range(CLIENTS)))
        self.assertEqual(self.files(), left)
        self.assertEqual(call(self.admin + "/reset", "POST")[0], 200)
        for stub, status in left.items():
            self.assertEqual(call(f"{self.server.http}/{stub}")[0], status, stub)

    def test_sessions_see_a_saved_stub_when_the_files_are_read_again(self):
        # A watch may read the files at any time, for a change before the start as well.
        self.restart("--no-watch")
        sessions = self.server.http + "/__admin/sessions"
        before = call(sessions, "POST", {})[1]
        stub = {"persistent": True, "request": {"urlPath": "/saved"}, "response": {"status": 203}}
        self.assertEqual(call(self.admin, "POST", stub)[0], 201)
        between = call(sessions, "POST", {})[1]
        self.assertEqual(call(self.server.http + "/saved")[0], 203)
        for session in (before, between):
            self.assertEqual(call(session["baseUrl"] + "/saved")[0], 404)
        self.assertEqual(call(self.server.http + "/__admin/reload", "POST")[0], 200)
        for session in (before, between, call(sessions, "POST", {})[1]):
            self.assertEqual(call(session["baseUrl"] + "/saved")[0], 203)

    def run_client(self, number):
        """The id of a stub, and the status that it responds with at the end."""
        stub = f"00000000-0000-4000-8000-{number:012}"
        path = f"{self.server.http}/{stub}"
        for turn in range(ROUNDS):
            status = 210 + turn
            method, target = ("POST", self.admin) if turn % 3 == 0 else ("PUT", f"{self.admin}/{stub}")
            mapping = {
                "id": stub, "persistent": True, "request": {"url": f"/{stub}"}, "response": {"status": status}}
            self.assertIn(call(target, method, mapping)[0], (200, 201))
            self.assertEqual(call(path)[0], status)
            if turn % 4 == number % 4:
                self.assertEqual(call(f"{self.admin}/save", "POST")[0], 200)
                self.assertEqual(call(path)[0], status)
            if turn % 3 == 2:
                self.assertEqual(call(f"{self.admin}/{stub}", "DELETE")[0], 200)
                self.assertEqual(call(path)[0], 404)
        return stub, status

    def files(self):
        """The statuses of the stubs on disk, by id."""
        mappings = [json.loads(file.read_text()) for file in (self.mocks / "mappings").glob("*.json")]
        return {mapping["id"]: mapping["response"]["status"] for mapping in mappings}


if __name__ == "__main__":
    unittest.main()
