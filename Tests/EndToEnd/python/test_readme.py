"""README's examples: each command is run, in order, and has to print what README says."""

import re
import subprocess
import unittest

from running import ROOT, Server

WRITTEN = {"http": "http://127.0.0.1:8080", "s3": "http://127.0.0.1:9000"}


def examples(text):
    """(command, output) of every `$` line in the console blocks, in order."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.split("\n")
            command = [lines.pop(0)]
            while command[-1].endswith("\\"):
                command.append(lines.pop(0))
            found.append(("\n".join(command), "\n".join(lines).rstrip("\n")))
    return found


class ReadmeTests(unittest.TestCase):
    maxDiff = None

    def test_every_command_prints_what_is_written(self):
        found = examples((ROOT / "README.md").read_text(encoding="utf-8"))
        self.assertGreater(len(found), 5, "README has examples")
        server = Server()
        self.addCleanup(server.stop)
        actual = {"http": server.http, "s3": server.s3}
        for command, output in found:
            with self.subTest(command):
                for name, address in WRITTEN.items():
                    command = command.replace(address, actual[name])
                printed = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
                said = printed.stdout + printed.stderr
                for name, address in WRITTEN.items():
                    said = said.replace(actual[name], address)
                self.assertEqual(said.rstrip("\n"), output)


if __name__ == "__main__":
    unittest.main()
