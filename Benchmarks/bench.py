"""Measures Understudy beside a bare C server on the same library, nginx, and, when asked, WireMock.

Run by script/bench. Rounds are interleaved: each server is measured once a round, in an order that rotates, and medians are
compared. Loopback only; every server is ended by its own process id.
"""

import argparse
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import load
from admin import Admin
import mocks
import objects
import report
import servers
import signed
import transfers

CASES = ("static", "files", "templated", "stubs", "delay", "crowd", "upload", "signed", "objects", "transfers", "start", "idle", "million",
         "sessions", "gates", "against")


@dataclass
class Bench:
    work: Path
    program: Path
    sample: Path
    rounds: int
    seconds: int
    server_cores: set
    load_cores: set
    jar: Path | None
    other: Path | None = None
    transferred: int = 1024
    table: report.Table = field(default_factory=report.Table)

    def understudy(self, folder, *options):
        return servers.Understudy(self.work, self.program, folder, self.server_cores, options=options)

    def before(self, folder):
        """The program to compare with."""
        return servers.Understudy(self.work, self.other, folder, self.server_cores, name="the other")

    def bare(self):
        return servers.Bare(self.work, self.server_cores)

    def wiremock(self, folder):
        return servers.WireMock(self.work, self.jar, folder, self.server_cores)

    def rival(self, folder):
        """WireMock, if it was asked for."""
        return [self.wiremock(folder)] if self.jar else []

    def interleaved(self, title, runs):
        """`runs`: {name: function of seconds → Run}. Returns {name: [Run]}."""
        names = list(runs)
        results = {name: [] for name in names}
        for name in names:
            runs[name](1)
        for number in range(self.rounds):
            for name in names[number % len(names):] + names[:number % len(names)]:
                run = runs[name](self.seconds)
                results[name].append(run)
                print(f"  {title}, {name}: {run.rate:,.0f}/s, {run.processor_per_request * 1e6:.1f} µs of processor"
                      f"{f', WRONG ANSWERS: {run.wrong}' if run.wrong else ''}", file=sys.stderr)
        return results

    def static(self):
        folder = mocks.ordinary(self.work / "ordinary")
        mocks.files(self.work / "files")
        with ExitStack() as running:
            compared = [running.enter_context(server) for server in (
                self.understudy(folder), self.bare(), servers.Nginx(self.work, self.server_cores))]
            rivals = [running.enter_context(server) for server in self.rival(folder)]
            for what in mocks.SIZES:
                connections = 16 if what == "2m" else 64
                results = self.interleaved(what, {
                    server.name: lambda seconds, server=server: load.wrk(
                        server, server.url(what), seconds, connections, self.load_cores)
                    for server in compared + (rivals if what == "1k" else [])
                })
                kind = "stub" if what in ("1k", "20k") else "picture"
                self.table.rates(f"{report.size(mocks.SIZES[what])} {kind}", results, asked_rate=0.9, asked_processor=1.2,
                                 asked_nginx=1.0 if kind == "stub" else None)

    def files(self):
        """The same bodies from a stub and from files, beside bare C."""
        with self.understudy(mocks.ordinary(self.work / "from-files")) as ours, self.bare() as bare:
            for size in mocks.FILES:
                kinds = {"inline": size, "bodyFileName": f"named-{size}", "dropped file": f"dropped-{size}", "object": f"object-{size}"}
                runs = {kind: lambda seconds, what=what: load.wrk(ours, ours.url(what), seconds, 64, self.load_cores)
                        for kind, what in kinds.items()}
                runs["bare C"] = lambda seconds, what=size: load.wrk(bare, bare.url(what), seconds, 64, self.load_cores)
                results = self.interleaved(f"files, {size}", runs)
                for kind in list(kinds)[1:]:
                    title = f"{report.size(mocks.SIZES[size])} {kind}"
                    self.table.pair(f"{title}, beside the stub's own body: rate", results[kind], results["inline"], asked=0.95)
                    self.table.costs(f"{title}: processor time a request", results[kind],
                                     {"inline": results["inline"], "bare C": results["bare C"]})

    def upload(self):
        """The slowest of small requests on eight connections, so that the upload's worker has some of them."""
        size = 1 << 30
        with self.understudy(mocks.ordinary(self.work / "upload")) as server:
            command = [sys.executable, servers.HERE / "upload.py", str(server.port), "/upload", str(size)]
            started = time.perf_counter()
            during = [load.slowest(server.port, "/1k", 8, 0, command)]
            lasted = time.perf_counter() - started
            alone = []
            for _ in range(min(2, self.rounds - 1)):
                alone.append(load.slowest(server.port, "/1k", 8, lasted))
                during.append(load.slowest(server.port, "/1k", 8, 0, command))
            alone.append(load.slowest(server.port, "/1k", 8, lasted))
        self.table.row("slowest small request while 1 GiB is uploaded", report.milliseconds(statistics.median(during)),
                       f"without the upload {report.milliseconds(statistics.median(alone))}", "", None)

    def signed(self):
        """An object of 20 kB, as usual, and by a link and as an upload in strict mode, beside the same as a stub, and moto."""
        with self.understudy(mocks.ordinary(self.work / "plain")) as plain, self.understudy(signed.strict(self.work / "strict")) as strict, \
                signed.Moto(self.work, self.server_cores) as moto:
            def get(url):
                return lambda seconds: load.wrk(plain, url, seconds, signed.CONNECTIONS, self.load_cores)

            results = self.interleaved("signed", {
                "stub": get(plain.url("20k")),
                "object": get(plain.url("object-20k")),
                "link": lambda seconds: signed.link(strict, strict.s3_port)(seconds, self.load_cores),
                "upload": lambda seconds: signed.put(strict, strict.s3_port)(seconds, self.load_cores),
                # It refuses whoever brings no key.
                "moto": lambda seconds: signed.link(moto, moto.port)(seconds, self.load_cores),
                "moto's upload": lambda seconds: signed.put(moto, moto.port)(seconds, self.load_cores),
            })
        self.table.pair("20 kB object, 32 connections, beside the same as a stub", results["object"], results["stub"], asked=0.95)
        self.table.pair("20 kB object, beside moto's", results["object"], results["moto"], asked=100)
        self.table.pair("20 kB object by a presigned link in strict mode, beside without", results["link"], results["object"], asked=0.5)
        self.table.pair("PUT of 20 kB, signed and with a checksum, beside moto's", results["upload"], results["moto's upload"], asked=20)
        for kind, others in (("object", ("stub", "moto")), ("link", ("object", "moto")), ("upload", ("moto's upload",))):
            self.table.costs(f"20 kB {kind}: processor time a request", results[kind], {other: results[other] for other in others})

    def objects(self):
        """Listings of 100,000 objects beside those of 1,000, in the folder and in the layer above it, and what an object costs."""
        counts = (1_000, 100_000)
        folders = [objects.fill(self.work / f"objects-{count}", count) for count in counts]
        empty = objects.fill(self.work / "objects-none", 0)
        starts = [servers.time_to_first_answer(lambda: self.understudy(folder), "/__admin/health", max(3, self.rounds))
                  for folder in folders]
        self.table.row("start with 100,000 objects, beside 1,000", report.milliseconds(starts[1]),
                       f"{report.milliseconds(starts[0])}: {starts[1] / starts[0]:.2f} ×", "no later: at most 1.1 ×", starts[1] <= 1.1 * starts[0])
        resting = [self.at_rest(self.understudy(folder), "/__admin/health").own for folder in folders]
        self.table.row("memory of its own when idle with 100,000 objects, beside 1,000", report.mebibytes(resting[1]),
                       report.mebibytes(resting[0]), "within 0.2 MiB", abs(resting[1] - resting[0]) < 0.2 * 2**20)
        # What a change leaves young is read again for 2.5 seconds.
        time.sleep(3)
        with ExitStack() as running:
            below = [running.enter_context(self.understudy(folder)) for folder in folders]
            clients = [objects.Client(server) for server in below]
            before = below[1].memory().resident
            started = time.perf_counter()
            clients[1].listing("&max-keys=1")
            walked = time.perf_counter() - started
            for client, count in zip(clients, counts):
                client.list_all(count)
            self.listed("the folder", *clients, counts)
            time.sleep(1)
            key = len(objects.name(0, counts[1]))
            each = (below[1].memory().resident - before) / counts[1] - key
            self.table.row("memory of a listed object beside its key", f"{each:,.0f} bytes", f"the key has {key}", "at most 200 bytes", each <= 200)
            self.table.row("the first listing of 100,000 objects after a start", report.milliseconds(walked), "", "", None)
            changed = []
            for number in range(max(5, self.rounds)):
                (folders[1] / "s3" / "many" / "day-50" / f"new-{number}.jpg").write_bytes(b"x")
                changed.append(clients[1].listing("&prefix=day-50/new&max-keys=1000"))
                assert changed[-1][1] == number + 1, "a listing lacks a file that was written before it"
            self.table.row("the listing after a file is added, 100,000 objects", report.milliseconds(statistics.median(t for t, _ in changed)),
                           "", "at most 3.0 ms", statistics.median(t for t, _ in changed) <= 0.003)
        with ExitStack() as running:
            above = [running.enter_context(self.understudy(empty)) for _ in counts]
            clients = [objects.Client(server) for server in above]
            before = above[1].memory().resident
            for client, count in zip(clients, counts):
                client.upload(count)
            for client in clients:
                # The first has been idle for long, and the server has ended its connection.
                client.connection.close()
            self.listed("the upper layer", *clients, counts)
            each = (above[1].memory().resident - before) / counts[1]
            self.table.row("memory of an uploaded object of a few bytes, with key, description and journal entry", f"{each:,.0f} bytes", "", "", None)

    def listed(self, where, few, many, counts):
        for what, (small, large) in objects.compare(few, many, counts, max(15, 5 * self.rounds)).items():
            self.table.row(f"100,000 objects in {where}: {what}", f"{large * 1000:.2f} ms",
                           f"1,000 objects {small * 1000:.2f} ms: {large / small:.2f} ×", "at most 3 ms and 1.2 ×",
                           large <= 0.003 and large <= 1.2 * small)

    def transfers(self):
        """Long bodies, many at once: memory, ranges at the end, and the slowest small request meanwhile."""
        connections, size = 32, self.transferred << 20
        options = ("--s3-max-bytes", str(connections * size + (1 << 30)))
        with self.understudy(mocks.ordinary(self.work / "transfers"), *options) as server, \
                self.understudy(mocks.ordinary(self.work / "transfers-beside"), *options) as other:
            for kind in transfers.KINDS:
                seen = transfers.measure(server, other, kind, connections, size)
                title = f"{connections} {kind} of {self.transferred:,} MiB at once"
                self.table.row(f"{title}: more memory", report.mebibytes(seen.memory), f"{size * connections / seen.seconds / 2**20:,.0f} MiB/s",
                               "at most 64 MiB", seen.memory <= 64 << 20)
                self.table.row(f"{title}: the slowest small request of a second", report.milliseconds(seen.slowest),
                               f"while they go to another server {report.milliseconds(seen.beside)}: {seen.slowest / seen.beside:.2f} ×; "
                               f"without them {report.milliseconds(seen.alone)}",
                               "at most 1.1 ×", seen.slowest <= 1.1 * seen.beside)
                if kind == "downloads":
                    for each in (server, other):
                        transfers.remove(each, connections)
            last = transfers.range_at_end(server, size)
            self.table.row(f"the last kilobyte of {self.transferred:,} MiB", report.milliseconds(last), "", "under 5 ms", last < 0.005)

    def against(self):
        """This program beside another one, in the same rounds: nothing slower than 0.95 times, start and idle memory within a fifth."""
        if not self.other:
            return
        folder = mocks.ordinary(self.work / "against")
        many = mocks.many(self.work / "against-many", 10_000, mocks.EXACT)
        whats = ["1k", "20k", "100k", "2m", "templated"] + [f"{kind}-{size}" for kind in ("named", "dropped", "object") for size in mocks.FILES]
        with self.understudy(folder) as ours, self.before(folder) as other:
            for what in whats:
                connections = 16 if what == "2m" else 64
                results = self.interleaved(f"against, {what}", {
                    server.name: lambda seconds, server=server: load.wrk(
                        server, server.url(what) + ("?name=Yuna" if what == "templated" else ""), seconds, connections, self.load_cores)
                    for server in (ours, other)
                })
                self.table.pair(f"{what}, beside the other program: rate", results[ours.name], results[other.name], asked=0.95)
                self.table.costs(f"{what}: processor time a request", results[ours.name], {other.name: results[other.name]})
            results = self.interleaved("against, delay", {
                server.name: lambda seconds, server=server: load.wrk(server, server.url("delay"), max(3, seconds), 2_000, self.load_cores)
                for server in (ours, other)
            })
            self.table.pair("2,000 connections at a scripted 100 ms, beside the other program", results[ours.name], results[other.name],
                            asked=0.95)
        paths = [path for path, _ in mocks.EXACT]
        with self.understudy(many) as ours, self.before(many) as other:
            results = self.interleaved("against, stubs", {
                server.name: lambda seconds, server=server: load.wrk(server, server.url("1k"), seconds, 64, self.load_cores, "random.lua",
                                                                     (7, 10_000, *paths))
                for server in (ours, other)
            })
            self.table.pair("10,000 stubs hit at random, beside the other program", results[ours.name], results[other.name], asked=0.95)
        for title, make, path in (("with the sample", lambda make: make(self.sample), "/counter"),
                                  ("with 10,000 mappings", lambda make: make(many), "/exact/9999")):
            ours, other = [], []
            for _ in range(max(3, self.rounds)):
                ours.append(servers.time_to_first_answer(lambda: make(self.understudy), path, 1))
                other.append(servers.time_to_first_answer(lambda: make(self.before), path, 1))
            ratio = statistics.median(ours) / statistics.median(other)
            self.table.row(f"start to the first 200, {title}, beside the other program", report.milliseconds(statistics.median(ours)),
                           f"{report.milliseconds(statistics.median(other))}: {ratio:.2f} ×", "at most 1.2 ×", ratio <= 1.2)
        ours, other = (self.at_rest(make(self.sample), "/counter")[0] for make in (self.understudy, self.before))
        self.table.row("memory when idle, beside the other program", report.mebibytes(ours), f"{report.mebibytes(other)}: {ours / other:.2f} ×",
                       "at most 1.2 ×", ours <= 1.2 * other)

    def templated(self):
        with self.understudy(mocks.ordinary(self.work / "templated")) as ours:
            results = self.interleaved("templated", {
                "static": lambda seconds: load.wrk(ours, ours.url("1k"), seconds, 64, self.load_cores),
                "templated": lambda seconds: load.wrk(ours, ours.url("templated") + "?name=Yuna", seconds, 64, self.load_cores),
            })
        self.table.pair("1 kB with a template, beside a static one", results["templated"], results["static"], asked=0.5)

    def stubs(self):
        for title, kinds, asked in (("exact", mocks.EXACT, 0.9), ("exact, path template and regex", mocks.MIXED, 0.5)):
            slug = str(len(kinds))
            few = mocks.many(self.work / f"ten-{slug}", 10, kinds)
            many = mocks.many(self.work / f"many-{slug}", 10_000, kinds)

            def at_random(server, count):
                paths = [path for path, _ in kinds]
                return lambda seconds: load.wrk(server, server.url("1k"), seconds, 64, self.load_cores, "random.lua",
                                                (7, count, *paths))

            with self.understudy(few) as ten, self.understudy(many) as thousands:
                runs = {"ten": at_random(ten, 10), "10,000": at_random(thousands, 10_000)}
                results = self.interleaved(f"stubs, {title}", runs)
            self.table.pair(f"10,000 stubs hit at random, beside ten ({title})", results["10,000"], results["ten"], asked=asked)
            for rival in self.rival(many) if kinds is mocks.EXACT else []:  # the bundled jar knows no path templates
                with rival:
                    results = self.interleaved(f"stubs, {title}", {"WireMock, 10,000": at_random(rival, 10_000)})
                self.table.row(f"10,000 stubs hit at random ({title}), WireMock",
                               report.rate(results["WireMock, 10,000"]), "", "", None)

    def delay(self):
        folder = mocks.ordinary(self.work / "delayed")
        with ExitStack() as running:
            compared = [running.enter_context(server) for server in (self.understudy(folder), self.bare(), *self.rival(folder))]
            results = self.interleaved("2,000 connections at 100 ms", {
                server.name: lambda seconds, server=server: load.wrk(
                    server, server.url("delay"), max(3, seconds), 2_000, self.load_cores)
                for server in compared
            })
        self.table.rates("2,000 connections at a scripted 100 ms", results, asked_rate=0.95)
        fewest = min(run.threads[0] for run in results["Understudy"])
        most = max(run.threads[1] for run in results["Understudy"])
        self.table.row("threads meanwhile, fewest and most", f"{fewest} to {most}",
                       f"bare C {results['bare C'][0].threads[1]}", "at most 6, constant", fewest == most <= 6)

    def crowd(self):
        folder = mocks.ordinary(self.work / "held")
        for server in (self.bare(), self.understudy(folder)):
            with server:
                def ordinary():
                    start = time.perf_counter()
                    assert servers.get(server.port, "/1k", timeout=30) == 200
                    return time.perf_counter() - start

                seen = load.crowd(server, 10_000, ordinary)
                idle = server.memory().resident
            self.table.row(
                f"10,000 responses held at once: {server.name}",
                f"{seen.answered:,} answered, {seen.threads} threads",
                f"{report.mebibytes(seen.waiting_memory)} while they wait, {report.mebibytes(idle)} after; "
                f"another request takes {seen.other_request * 1000:.1f} ms",
                "all answered", seen.all_at_once and seen.answered == seen.asked)

    def sessions(self):
        """What sessions cost the requests that name none, and what one of them costs."""
        folder = mocks.ordinary(self.work / "sessions")
        with ExitStack() as running:
            counts = (0, 1, 1_000)
            compared = {}
            for count in counts:
                server = running.enter_context(self.understudy(folder))
                admin = Admin(server)
                for _ in range(count):
                    admin.session(ttlMilliseconds=3_600_000)
                compared[f"{count:,} sessions"] = server
            results = self.interleaved("sessions", {
                name: lambda seconds, server=server: load.wrk(server, server.url("1k"), seconds, 64, self.load_cores)
                for name, server in compared.items()
            })
            for name in list(compared)[1:]:
                self.table.pair(f"1 kB with {name}, beside none", results[name], results["0 sessions"], asked=0.95)
        with self.understudy(folder) as server:
            admin = Admin(server)
            for _ in range(1_000):
                admin.end(admin.session())
            before = server.processor_seconds()
            for _ in range(5_000):
                admin.end(admin.session())
            pair = (server.processor_seconds() - before) / 5_000
            before = server.processor_seconds()
            for _ in range(10_000):
                admin.call("GET", "/scenarios")
            call = (server.processor_seconds() - before) / 10_000
            self.table.row("processor time of creating and ending a session", f"{pair * 1e6:.0f} µs",
                           f"of which two calls of the admin API take {2 * call * 1e6:.0f} µs", "under 100 µs besides the calls",
                           pair - 2 * call < 100e-6)
            empty = server.memory().resident
            for _ in range(9_000):
                admin.session(ttlMilliseconds=3_600_000)
            each = (server.memory().resident - empty) / 9_000
            self.table.row("memory of a session without changes", f"{each:,.0f} bytes", "", "under 4 kB", each < 4096)

    def gates(self):
        """Ten thousand responses that a test holds, and an advance that is due for ten thousand."""
        folder = mocks.ordinary(self.work / "gates")
        with self.understudy(folder) as server:
            admin = Admin(server)
            admin.call("POST", "/mappings", {"request": {"url": "/gated"}, "response": {"body": "x", "hold": "bench"}})
            threads = server.threads()

            def release():
                admin.call("POST", "/gates/bench/wait", {"arrivals": 10_000, "timeoutMilliseconds": 60_000})
                held = server.threads()
                started = time.perf_counter()
                admin.call("POST", "/gates/bench/release", {})
                return held, time.perf_counter() - started

            answered, (held, taken) = load.released(server, 10_000, "/gated", release)
            self.table.row("10,000 responses held by a gate", f"{answered:,} sent, {held} threads",
                           f"{threads} threads before; the release takes {report.milliseconds(taken)}", "all sent, no thread more",
                           answered == 10_000 and held == threads)
            admin.call("PUT", "/clock", {"clock": "manual"})
            admin.call("POST", "/mappings", {"request": {"url": "/due"}, "response": {"body": "x", "fixedDelayMilliseconds": 800}})

            def advance():
                admin.call("POST", "/requests/await", {"url": "/due", "count": 10_000, "timeoutMilliseconds": 60_000})
                started = time.perf_counter()
                admin.call("POST", "/clock/advance", {"milliseconds": 800})
                return time.perf_counter() - started

            answered, taken = load.released(server, 10_000, "/due", advance)
            self.table.row("an advance that fires 10,000 deadlines", report.milliseconds(taken), f"{answered:,} sent", "all sent",
                           answered == 10_000)

    def start(self):
        sample = servers.time_to_first_answer(lambda: self.understudy(self.sample), "/counter", 15)
        bare = servers.time_to_first_answer(self.bare, "/1k", 15)
        many = mocks.many(self.work / "start-many", 10_000, mocks.EXACT)
        thousands = servers.time_to_first_answer(lambda: self.understudy(many), "/exact/9999", 5)
        self.table.row("start to the first 200, with the sample", report.milliseconds(sample),
                       f"bare C {report.milliseconds(bare)}: {sample / bare:.2f} ×", "at most 1.5 ×", sample <= 1.5 * bare)
        self.table.row("start to the first 200, with 10,000 mappings", report.milliseconds(thousands), "", "under 200 ms",
                       thousands < 0.2)
        if self.jar:
            theirs = servers.time_to_first_answer(lambda: self.wiremock(many), "/exact/9999", 1)
            self.table.row("the same, WireMock", report.milliseconds(theirs), f"{theirs / thousands:,.0f} × ours", "", None)

    @staticmethod
    def at_rest(server, path):
        """The memory a second after ten requests."""
        with server:
            for _ in range(10):
                assert servers.get(server.port, path) == 200
            time.sleep(1)
            return server.memory()

    def idle(self):
        resident, proportional, _ = self.at_rest(self.understudy(self.sample), "/counter")
        bare = self.at_rest(self.bare(), "/1k").resident
        self.table.row("memory when idle, with the sample", f"{report.mebibytes(resident)} resident",
                       f"{report.mebibytes(proportional)} proportional; bare C {report.mebibytes(bare)} resident", "under 12 MiB",
                       resident < 12 * 2**20)
        for rival in self.rival(mocks.ordinary(self.work / "idle")):
            theirs = self.at_rest(rival, "/1k").resident
            self.table.row("the same, WireMock", f"{report.mebibytes(theirs)} resident", f"{theirs / resident:,.0f} × ours", "", None)

    def million(self):
        with self.understudy(mocks.ordinary(self.work / "million")) as server:
            seen, requests, started = [(0, server.memory().resident)], 0, time.perf_counter()
            while requests < 2_000_000 and time.perf_counter() - started < 120:
                requests += load.wrk(server, server.url("1k"), 2, 64, self.load_cores).requests
                seen.append((requests, server.memory().resident))
        full = next((memory for count, memory in seen if count >= requests / 2), seen[-1][1])
        self.table.row(f"memory after {requests:,} requests, journal on", report.mebibytes(seen[-1][1]),
                       f"{report.mebibytes(seen[0][1])} at start, {report.mebibytes(full)} after half of them",
                       "flat over the second half", seen[-1][1] < full * 1.02)


def main():
    parser = argparse.ArgumentParser(prog="script/bench", description="Measures Understudy beside bare C, nginx and WireMock.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"which ones (all): {', '.join(CASES)}")
    parser.add_argument("--rounds", type=int, default=5, help="times that each server is measured (5)")
    parser.add_argument("--seconds", type=int, default=3, help="length of one run (3)")
    parser.add_argument("--no-pin", action="store_true", help="do not give the server one core and the load another")
    parser.add_argument("--wiremock", type=Path, metavar="JAR", help="measure this WireMock as well")
    parser.add_argument("--against", type=Path, metavar="PROGRAM", help="measure this build of understudy as well (the case against)")
    parser.add_argument("--transferred", type=int, default=1024, metavar="MIB", help="length of a body in the case transfers (1024)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into this file, between its two marks")
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--sample", type=Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    unknown = set(arguments.cases) - set(CASES)
    if unknown:
        parser.error(f"no such case: {', '.join(sorted(unknown))}. There are: {', '.join(CASES)}")

    load.raise_descriptor_limit()
    server_cores, load_cores = (None, None) if arguments.no_pin else report.split_cores()
    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as work:
        bench = Bench(Path(work), arguments.program, arguments.sample, arguments.rounds, arguments.seconds,
                      server_cores, load_cores, arguments.wiremock, arguments.against, arguments.transferred)
        servers.Bare.build(work)
        for case in arguments.cases or CASES:
            print(f"{case}:", file=sys.stderr)
            getattr(bench, case)()
    text = bench.table.markdown(sys.argv[1:], server_cores, load_cores)
    print(text)
    if arguments.write:
        report.put_between_marks(arguments.write, text)
    return 0 if bench.table.all_met else 1


if __name__ == "__main__":
    sys.exit(main())
