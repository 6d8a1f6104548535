"""The documents' examples: each command of a `console` block prints what is written below it, each mapping in a `json` block is accepted.

The blocks of one page are one session of one shell. It begins in a folder with `mocks/`, a copy of the sample that is being served;
`understudy serve` in a block takes that server's place. `…` in an output stands for the rest of the line, and alone for any number of
lines. After a command that writes to a mapping file the session waits until the server has read it.
"""

import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

from running import PROGRAM, ROOT, SAMPLE

# script/follow-page follows docs/in-a-test.md.
PAGES = [ROOT / "README.md", *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name != "in-a-test.md")]
WRITTEN = {"http": "http://127.0.0.1:8080", "s3": "http://127.0.0.1:9000"}


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def examples(text):
    """(command, output) of every `$` line in the console blocks, in order."""
    found = []
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.split("\n")
            command = [lines.pop(0)]
            end = re.search(r"<< ?'?(\w+)'?", command[0])
            while command[-1].endswith("\\") or (end and command[-1] != end[1]):
                command.append(lines.pop(0))
            found.append(("\n".join(command), "\n".join(lines).rstrip("\n")))
    return found


def pattern(output):
    """A regular expression for an output with `…` in it."""
    lines = [r"(?:[^\n]*\n)*?" if line == "…" else re.escape(line).replace("…", r"[^\n]*") + "\n" for line in output.split("\n")]
    return "".join(lines)


class Served:
    """A server on free ports, its log as a queue of lines."""

    def __init__(self, folder, *options):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", *options, "--port", "0", "--s3-port", "0"], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.log = queue.Queue()
        self.reader = threading.Thread(target=lambda: [self.log.put(line) for line in self.process.stderr], daemon=True)
        self.reader.start()
        self.ready = self.process.stdout.readline().strip()
        found = re.fullmatch(r"ready http=(\S+) s3=(\S+) pid=\d+", self.ready)
        if not found:
            self.process.kill()
            raise AssertionError(f"no ready line but \"{self.ready}\": {''.join(self.log.queue)}")
        self.addresses = {"http": found[1], "s3": found[2]}

    def forget(self):
        """Drops the log so far."""
        while not self.log.empty():
            self.log.get_nowait()

    def wait_for(self, text):
        seen = []
        while not seen or text not in seen[-1]:
            try:
                seen.append(self.log.get(timeout=20))
            except queue.Empty:
                raise AssertionError(f"the server did not say \"{text}\" but: {''.join(seen)}") from None

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)
        self.process.stdout.close()
        self.reader.join(timeout=20)
        self.process.stderr.close()


class Session:
    """One shell, and the server that its commands reach."""

    def __init__(self, folder):
        self.folder = Path(folder)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "understudy").symlink_to(PROGRAM)
        pictures = self.folder / "Pictures"
        pictures.mkdir()
        shutil.copy(SAMPLE / "s3" / "pose-images" / "pose-01.jpg", pictures / "cat.jpg")
        self.start = self.folder / "start"
        shutil.copytree(SAMPLE, self.start / "mocks")
        environment = dict(os.environ, HOME=str(self.folder), PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        self.shell = subprocess.Popen(
            ["sh"], cwd=self.start, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.server = Served(self.start, "mocks")

    def stop(self):
        self.shell.stdin.close()
        self.shell.wait(timeout=20)
        self.shell.stdout.close()
        self.server.stop()

    def run(self, command):
        """What the command prints, with the addresses as the documents write them."""
        if command.startswith("understudy serve"):
            folder = self.printed("pwd").strip()
            self.server.stop()
            self.server = Served(folder, *shlex.split(command)[2:])
            return self.written(self.server.ready)
        saves = re.search(r"> ?mocks/mappings/", command)
        self.server.forget()
        for name, address in WRITTEN.items():
            command = command.replace(address, self.server.addresses[name])
        printed = self.printed(command)
        if saves:
            self.server.wait_for("reloaded")
        return self.written(printed)

    def printed(self, command):
        end = "--- the end ---"
        self.shell.stdin.write(f"{command}\nprintf '\\n%s\\n' '{end}'\n")
        self.shell.stdin.flush()
        lines = []
        for line in self.shell.stdout:
            if line == end + "\n":
                break
            lines.append(line)
        return "".join(lines).removesuffix("\n")

    def written(self, text):
        for name, address in self.server.addresses.items():
            text = text.replace(address, WRITTEN[name])
        return re.sub(r"\bpid=\d+", "pid=4711", text)


class DocumentTests(unittest.TestCase):
    maxDiff = None

    def test_every_command_prints_what_is_written(self):
        seen = 0
        for page in PAGES:
            found = examples(page.read_text(encoding="utf-8"))
            if not found:
                continue
            seen += len(found)
            with tempfile.TemporaryDirectory() as folder:
                session = Session(folder)
                try:
                    for command, output in found:
                        with self.subTest(f"{page.name}: {command}"):
                            printed = session.run(command).rstrip("\n")
                            if not re.fullmatch(pattern(output), printed + "\n"):
                                self.assertEqual(printed, output)
                finally:
                    session.stop()
        self.assertGreater(seen, 20, "the documents have examples")

    def test_every_mapping_is_accepted(self):
        """A `json` block with a request or a response is a mapping, or a file of mappings."""
        seen = 0
        with tempfile.TemporaryDirectory() as folder:
            for page in PAGES:
                for block in blocks(page.read_text(encoding="utf-8"), "json"):
                    if not re.search(r'"(request|response|responses|mappings)"\s*:', block):
                        json.loads(block)
                        continue
                    seen += 1
                    mocks = Path(folder) / f"{seen}"
                    (mocks / "mappings").mkdir(parents=True)
                    for name in re.findall(r'"bodyFileName"\s*:\s*"([^"]+)"', block):
                        (mocks / "__files" / name).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy(SAMPLE / "__files" / name, mocks / "__files" / name)
                    # The objects that a body links to.
                    for name in re.findall(r'{{s3\.baseUrl}}/([^"{}]+)"', block):
                        (mocks / "s3" / name).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy(next((SAMPLE / "s3").glob("*/*.jpg")), mocks / "s3" / name)
                    (mocks / "mappings" / "a.json").write_text(block, encoding="utf-8")
                    with self.subTest(f"{page.name}: {block}"):
                        checked = subprocess.run([PROGRAM, "check", mocks], capture_output=True, text=True, timeout=60)
                        self.assertEqual((checked.returncode, checked.stderr), (0, ""), checked.stdout)
                        self.assertNotIn("warning:", checked.stdout)
        self.assertGreater(seen, 5, "the documents have mappings")


if __name__ == "__main__":
    unittest.main()
