"""The servers that are measured: started, looked at from outside through /proc, and ended by their own process id."""

import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
TICKS = os.sysconf("SC_CLK_TCK")


class NotReady(Exception):
    """A server did not come up; says what it printed."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(port, path, timeout=2.0):
    """One request on a connection of its own. Returns the status, or None when there is no answer."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            head = connection.recv(64)
            return int(head.split(b" ")[1]) if head.startswith(b"HTTP/1.1 ") else None
    except (OSError, ValueError, IndexError):
        return None


class Memory(NamedTuple):
    """Of a process, in bytes. Resident are also pages of the program's file, more or fewer of them by chance."""
    resident: int
    proportional: int
    own: int
    """Without the pages of files."""


class Server:
    """A process on one or more loopback ports. Use as a context: it is ended on the way out."""

    name = "server"

    def __init__(self, work, cores=None):
        self.work = Path(work)
        self.cores = cores
        self.process = None
        self.port = None
        self.started_at = None

    def command(self):
        raise NotImplementedError

    def become_ready(self):
        """Waits until the server can be asked, and sets its ports."""
        raise NotImplementedError

    def url(self, what):
        """The address of one of the measured things: 1k, 20k, 100k, 2m, delay, held."""
        return f"http://127.0.0.1:{self.port}/{what}"

    def __enter__(self):
        self.log = open(self.work / f"{self.name}.log", "w+b")
        place = (lambda: os.sched_setaffinity(0, self.cores)) if self.cores else None
        command = self.command()
        self.started_at = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, preexec_fn=place
        )
        try:
            self.become_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def first_line(self):
        line = self.process.stdout.readline().decode(errors="replace").strip()
        if not line:
            self.process.wait(timeout=5)
            self.log.seek(0)
            raise NotReady(f"{self.name} ended with {self.process.returncode}:\n{self.log.read().decode(errors='replace')}")
        return line

    def wait_for_port(self, seconds):
        deadline = time.perf_counter() + seconds
        while get(self.port, "/1k") is None:
            if self.process.poll() is not None or time.perf_counter() > deadline:
                self.log.seek(0)
                raise NotReady(f"{self.name} does not answer:\n{self.log.read().decode(errors='replace')}")
            time.sleep(0.01)

    # What the kernel says of it.

    def pids(self):
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def processor_seconds(self):
        """User and system time of all threads, so far."""
        total = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def threads(self):
        return sum(len(os.listdir(f"/proc/{pid}/task")) for pid in self.pids())

    def memory(self):
        """In bytes."""
        sums = dict.fromkeys(("Rss:", "Pss:", "Anonymous:"), 0)
        for pid in self.pids():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                what, value, *_ = line.split()
                if what in sums:
                    sums[what] += int(value) * 1024
        return Memory(*sums.values())


class Bare(Server):
    name = "bare C"

    @staticmethod
    def build(work):
        program = Path(work) / "bare"
        source = HERE / "bare" / "bare.c"
        subprocess.run(["cc", "-O2", "-o", program, source, "-lmicrohttpd", "-lpthread"], check=True)
        return program

    def command(self):
        return [self.work / "bare", "0"]

    def become_ready(self):
        self.port = int(self.first_line().split()[1])


class Nginx(Server):
    name = "nginx"

    def command(self):
        self.port = free_port()
        template = (HERE / "nginx" / "nginx.conf").read_text()
        settings = self.work / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        settings.write_text(template.format(port=self.port, work=self.work, root=self.work / "files", user=user))
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        return [program, "-c", settings, "-e", self.work / "nginx-errors.log"]

    def become_ready(self):
        self.wait_for_port(5)


class Understudy(Server):
    name = "Understudy"

    def __init__(self, work, program, mocks, cores=None, name="Understudy", options=()):
        super().__init__(work, cores)
        self.name = name
        self.options = options
        self.program = program
        self.mocks = mocks
        self.s3_port = None

    def command(self):
        return [self.program, "serve", self.mocks, "--port", "0", "--s3-port", "0", *self.options]

    def become_ready(self):
        line = self.first_line()
        found = re.fullmatch(r"ready http=http://127\.0\.0\.1:(\d+) s3=http://127\.0\.0\.1:(\d+) pid=\d+.*", line)
        if not found:
            raise NotReady(f"not a ready line: {line}")
        self.port, self.s3_port = map(int, found.groups())

    def url(self, what):
        # Pictures come from the S3 listener, as an app would get them.
        if what in ("100k", "2m") or what.startswith("object-"):
            return f"http://127.0.0.1:{self.s3_port}/bench/{what}"
        return super().url(what)


class WireMock(Server):
    """WireMock's own jar, as it is bundled in its Python client."""

    name = "WireMock"

    def __init__(self, work, jar, root, cores=None):
        super().__init__(work, cores)
        self.jar = jar
        self.root = root

    def command(self):
        self.port = free_port()
        return ["java", "-jar", self.jar, "--root-dir", self.root, "--port", str(self.port), "--bind-address", "127.0.0.1",
                "--max-request-journal-entries", "1000", "--disable-banner"]

    def become_ready(self):
        self.wait_for_port(120)


def time_to_first_answer(make, path, times):
    """Seconds from the start of the process to the first 200, as a median, a new process each time."""
    taken = []
    for _ in range(times):
        server = make()
        with server:
            while get(server.port, path) != 200:
                if time.perf_counter() - server.started_at > 120:
                    raise NotReady(f"{server.name}: no 200 for {path}")
            taken.append(time.perf_counter() - server.started_at)
    return statistics.median(taken)
