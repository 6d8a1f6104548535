"""script/man-page: the page names every option, and roff has nothing to say about it."""

import re
import shutil
import subprocess
import unittest

from running import PROGRAM, ROOT


class ManPageTests(unittest.TestCase):
    def setUp(self):
        made = subprocess.run([ROOT / "script" / "man-page", PROGRAM], capture_output=True, text=True, timeout=60)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.page = made.stdout

    def test_names_every_option_of_serve_and_run(self):
        named = set(re.findall(r"--[a-z0-9-]+", self.page.replace(r"\-", "-")))
        for command in ("serve", "run"):
            shown = subprocess.run([PROGRAM, command, "--help-hidden"], capture_output=True, text=True, timeout=60).stdout
            options = set(re.findall(r"^ +(?:-\w, )?(--[a-z0-9-]+)", shown, re.MULTILINE)) - {"--version"}
            self.assertGreater(len(options), 40)
            self.assertEqual(options - named - {"--help"}, set())

    def test_has_the_commands_and_their_exit_codes(self):
        for words in ("understudy serve", "understudy check", "understudy run", "78 bad configuration"):
            self.assertIn(words, self.page)

    @unittest.skipUnless(shutil.which("groff"), "groff is not here: apt-get install groff")
    def test_roff_has_no_warnings(self):
        read = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=self.page, capture_output=True, text=True, timeout=60)
        self.assertEqual(read.stderr, "")


if __name__ == "__main__":
    unittest.main()
