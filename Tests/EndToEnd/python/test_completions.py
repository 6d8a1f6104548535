"""Completion scripts: the shell reads them, and they offer the levels of the log and the names of the schemas."""

import shutil
import subprocess
import unittest

from running import PROGRAM


class CompletionTests(unittest.TestCase):
    def test_scripts_are_read_by_their_shells_and_offer_values(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                made = subprocess.run([PROGRAM, "--generate-completion-script", shell], capture_output=True, text=True, timeout=60)
                self.assertEqual((made.returncode, made.stderr), (0, ""))
                self.assertRegex(made.stdout, r"debug\W.{0,8}info\W.{0,8}warning\W.{0,8}error")
                self.assertRegex(made.stdout, r"mapping[ '$\\n]{1,8}settings[ '$\\n]{1,8}meta\b")
                if shutil.which(shell):
                    read = subprocess.run([shell, "-n"], input=made.stdout, capture_output=True, text=True, timeout=60)
                    self.assertEqual((read.returncode, read.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
