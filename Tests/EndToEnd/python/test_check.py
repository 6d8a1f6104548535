"""What a check leaves behind, and what it says of settings."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import PROGRAM


class CheckTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.mocks = Path(folder.name, "mocks")
        Path(self.mocks, "s3", "pets").mkdir(parents=True)
        Path(self.mocks, "s3", "pets", "cat.jpg").write_bytes(b"\xff\xd8\xff\xd9")
        self.home = Path(folder.name, "home")
        self.home.mkdir()

    def check(self, settings=None):
        """What a check of the folder says."""
        if settings is not None:
            Path(self.mocks, "understudy.json").write_text(settings)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        return subprocess.run(
            [PROGRAM, "check", self.mocks], capture_output=True, text=True, timeout=60, check=False, env={**kept, "HOME": str(self.home)})

    def test_it_writes_nothing(self):
        self.assertEqual(self.check().returncode, 0)
        self.assertEqual(list(self.home.iterdir()), [])

    def test_mistakes_in_the_settings_are_told_in_the_order_of_their_lines(self):
        ended = self.check('{\n  "threads": 0,\n  "prot": 1,\n  "host": "x y",\n  "port": -1\n}')
        self.assertEqual(ended.returncode, 78)
        lines = [line for line in ended.stderr.splitlines() if "understudy.json:" in line]
        self.assertEqual([line.split(":")[1] for line in lines], ["2", "3", "4", "5"], ended.stderr)

    def test_it_says_that_the_fixtures_are_checked_with_defaults(self):
        for settings, count in [('{"globalResponseTemplating": true,}', "1 problem"), ('{"port": -1, "threads": 0}', "2 problems")]:
            told = f"{count} in the settings; the fixtures are checked with defaults instead\n"
            self.assertIn(told, self.check(settings).stderr)


if __name__ == "__main__":
    unittest.main()
