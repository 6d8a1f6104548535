"""Builds the copy of the tree, and runs tests with one mutation on. No run waits for ever, and none leaves a process behind."""

import codecs
import ctypes
import os
import re
import selectors
import signal
import subprocess
import time
from dataclasses import dataclass

PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Outcome:
    # passed, failed, hung, or crashed
    verdict: str
    seconds: float
    # The longest time without a line of output.
    silence: float = 0
    # The first failed test, or the signal.
    detail: str = ""
    tests: int = 0


def adopt_orphans():
    """What a killed test leaves behind becomes a child of this process, so that it can be ended."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children():
    """Ends every child of this process, and theirs."""
    while True:
        children = []
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                        if int(file.read().rpartition(")")[2].split()[1]) == os.getpid():
                            children.append(int(entry))
                except OSError:
                    continue
        if not children:
            return
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            except (ProcessLookupError, ChildProcessError):
                continue


class Tree:
    def __init__(self, folder, scratch, log):
        self.folder, self.scratch, self.log = folder, scratch, log

    def build(self, *arguments, seconds=3600):
        """Returns the compiler's errors as {path: {line}}, empty when all is built."""
        command = ["swift", "build", "--scratch-path", str(self.scratch), *arguments]
        ended = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=seconds)
        output = ended.stdout + ended.stderr
        with open(self.log, "a", encoding="utf-8") as file:
            file.write(f"$ {' '.join(command)}\n{output}\n")
        errors = {}
        for path, line in re.findall(r"^(?:.*?/)?((?:Sources|Tests)/[^:\n]+):(\d+):\d+: error: ", output, re.M):
            errors.setdefault(path, set()).add(int(line))
        if ended.returncode and not errors:
            raise SystemExit(f"mutate: the copy does not build; see {self.log}")
        return errors

    def command(self, *arguments):
        # The program that `swift test` would run, without the seconds that it takes to look at the package.
        return [str(self.scratch / "debug" / "UnderstudyPackageTests.xctest"), "--testing-library", "swift-testing", *arguments]

    def built(self):
        """What tells one build from another."""
        return max((self.scratch / "debug" / name).stat().st_mtime for name in ("UnderstudyPackageTests.xctest", "understudy"))

    def suites(self):
        """The suites of all targets, as Target.Suite."""
        listed = subprocess.run(self.command("--list-tests"), cwd=self.folder, capture_output=True, text=True, check=True).stdout
        return sorted({line.partition("/")[0] for line in listed.splitlines() if "." in line})

    def test(self, suites, silence, mutation=0, reached=None, only=None, skipped=()):
        """Runs the tests of these suites, or those with one name. With a mutation, until the first that fails. A run that prints nothing for
        `silence` seconds hangs."""
        command = self.command()
        for suite in suites:
            command += ["--filter", f"^{re.escape(suite)}/" + (f"(.*/)?{re.escape(only)}" if only else "")]
        for name in skipped:
            command += ["--skip", re.escape(name)]
        environment = dict(os.environ, UNDERSTUDY_MUTATION=str(mutation), NO_COLOR="1", SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="16")
        if reached:
            environment["UNDERSTUDY_MUTATIONS_REACHED"] = str(reached)
        process = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            return self.follow(process, silence, stop=mutation != 0)
        finally:
            end_children()
            process.stdout.close()

    @staticmethod
    def follow(process, silence, stop):
        text, failed, seen, longest = "", [], 0, 0.0
        begin = heard = time.monotonic()
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while True:
                if not selector.select(silence):
                    return Outcome("hung", time.monotonic() - begin, silence)
                longest, heard = max(longest, time.monotonic() - heard), time.monotonic()
                piece = os.read(process.stdout.fileno(), 1 << 16)
                text += decoder.decode(piece)
                lines, mark = text[seen:].split("\n"), None
                for line in lines[:-1]:
                    line = re.sub(r"\x1b\[[0-9;]*m", "", line)
                    if mark := re.match(r"✘ Test (?!run|case)(.+?) (?:recorded an issue|failed after|with \d+ test cases? failed)", line):
                        if mark[1] not in failed:
                            failed.append(mark[1])
                seen = len(text) - len(lines[-1])
                if failed and stop:
                    return Outcome("failed", time.monotonic() - begin, longest, failed[0])
                if not piece:
                    break
        status = process.wait()
        tests = sum(int(number) for number in re.findall(r"Test run with (\d+) tests? ", text))
        took = time.monotonic() - begin
        if failed:
            return Outcome("failed", took, longest, "; ".join(failed), tests)
        if status or not tests:
            signals = re.findall(r"signal code (\d+)", text)
            return Outcome("crashed", took, longest, f"signal {signals[0]}" if signals else f"status {status}, {tests} tests", tests)
        return Outcome("passed", took, longest, "", tests)
