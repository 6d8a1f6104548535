"""script/man-page: the page names every option, and roff has nothing to say about it."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

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

    def test_writes_a_page_for_each_command_and_for_the_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([ROOT / "script" / "man-page", "--folder", folder, PROGRAM], capture_output=True, text=True, timeout=60)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            pages = {str(page.relative_to(folder)): page.read_text() for page in Path(folder).rglob("*.?")}
            for command in ("serve", "check", "run", "explore", "reload", "config", "schema", "version"):
                self.assertIn(f"man1/understudy-{command}.1", pages)
            self.assertEqual(pages["man1/understudy.1"], self.page)
            self.assertIn("urlPathPattern", pages["man5/understudy-mocks.5"])
            if shutil.which("groff"):
                for name, page in pages.items():
                    with self.subTest(name):
                        read = subprocess.run(
                            ["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, timeout=60)
                        self.assertEqual(read.stderr, "")

    def test_the_environment_file_has_a_variable_for_every_option(self):
        made = subprocess.run([ROOT / "script" / "environment-file", PROGRAM], capture_output=True, text=True, timeout=60)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        shown = subprocess.run([PROGRAM, "serve", "--help-hidden"], capture_output=True, text=True, timeout=60).stdout
        options = set(re.findall(r"^ +(?:-\w, )?--([a-z0-9-]+)", shown, re.MULTILINE)) - {"version", "help", "help-hidden"}
        variables = {"UNDERSTUDY_" + option.upper().replace("-", "_") for option in options} | {"UNDERSTUDY_MOCKS", "UNDERSTUDY_OPTIONS"}
        self.assertEqual(set(re.findall(r"^#(UNDERSTUDY_[A-Z0-9_]+)=", made.stdout, re.MULTILINE)), variables)

    def test_titles_keep_their_abbreviations(self):
        made = subprocess.run([ROOT / "script" / "environment-file", PROGRAM], capture_output=True, text=True, timeout=60).stdout
        titles = re.findall(r"^# ---- (.*)$", made, re.MULTILINE)
        self.assertIn("TLS", titles)
        self.assertIn("Admin API", titles)
        self.assertIn("Journal and log", titles)

    @unittest.skipUnless(shutil.which("groff"), "groff is not here: apt-get install groff")
    def test_roff_has_no_warnings(self):
        read = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=self.page, capture_output=True, text=True, timeout=60)
        self.assertEqual(read.stderr, "")


if __name__ == "__main__":
    unittest.main()
