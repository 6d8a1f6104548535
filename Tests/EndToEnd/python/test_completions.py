"""Completion scripts: the shell reads them, and they offer the levels of the log, the names of the schemas and those of networks."""

import shutil
import subprocess
import tempfile
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
                self.assertRegex(made.stdout, r"pairs\W.{0,8}triples\W.{0,8}quadruples\W.{0,8}random")
                self.assertRegex(made.stdout, r"3G\W.{0,8}DSL\W.{0,8}Edge\W.{0,8}LTE\W.{0,8}Wi-Fi\W.{0,8}off")
                self.assertRegex(made.stdout, r"GET\W.{0,8}PUT\W.{0,8}HEAD\W.{0,8}DELETE\W.{0,8}POST")
                if shutil.which(shell):
                    read = subprocess.run([shell, "-n"], input=made.stdout, capture_output=True, text=True, timeout=60)
                    self.assertEqual((read.returncode, read.stderr), (0, ""))

    def test_the_commands_are_offered_behind_help(self):
        tries = {
            "bash": """source "$1"; COMP_WORDS=(understudy help c); COMP_CWORD=2; _understudy understudy c help; printf '%s\\n' "${COMPREPLY[@]}" """,
            "fish": "source $argv[1]; complete -C 'understudy help c' | string split -f 1 \\t",
        }
        for shell, commands in tries.items():
            if not shutil.which(shell):
                continue
            with self.subTest(shell), tempfile.NamedTemporaryFile("w", suffix=f".{shell}") as script:
                made = subprocess.run([PROGRAM, "--generate-completion-script", shell], capture_output=True, text=True, timeout=60)
                script.write(made.stdout)
                script.flush()
                arguments = ["bash", script.name] if shell == "bash" else [script.name]
                offered = subprocess.run([shell, "-c", commands, *arguments], capture_output=True, text=True, timeout=60)
                self.assertEqual(set(offered.stdout.split()), {"ca", "check", "config"}, offered.stderr)
        made = subprocess.run([PROGRAM, "--generate-completion-script", "zsh"], capture_output=True, text=True, timeout=60)
        self.assertRegex(made.stdout, r"_understudy_help\(\) \{\n(.*\n)+? +':command:\(serve check run .*\)' ")


if __name__ == "__main__":
    unittest.main()
