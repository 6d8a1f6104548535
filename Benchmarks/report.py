"""The table that a measurement ends in."""

import os
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

BEGIN = "<!-- measured: begin -->"
END = "<!-- measured: end -->"


def size(count):
    return f"{count // 1024} kB" if count < 2**20 else f"{count // 2**20} MB"


def mebibytes(count):
    return f"{count / 2**20:.1f} MiB"


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms"


def median(runs, attribute):
    return statistics.median(getattr(run, attribute) for run in runs)


def rate(runs):
    return f"{median(runs, 'rate'):,.0f}/s"


def spread(runs):
    rates = [run.rate for run in runs]
    return f"±{(max(rates) - min(rates)) / 2 / statistics.median(rates):.0%}"


def split_cores():
    """Cores for the server and for the load: half each, so that neither takes the other's time."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return None, None
    half = len(cores) // 2
    return set(cores[:half]), set(cores[half:])


class Table:
    def __init__(self):
        self.rows = []

    @property
    def all_met(self):
        return all(met is not False for *_, met in self.rows)

    def row(self, what, ours, beside, asked, met):
        """`met`: True, False, or None where nothing was asked."""
        self.rows.append((what, ours, beside, asked, met))
        print(f"  {what}: {ours}; {beside}", file=sys.stderr)

    def rates(self, what, results, asked_rate, asked_processor=None, asked_nginx=None):
        """Understudy beside bare C, and beside others where they were measured."""
        ours, bare = results["Understudy"], results["bare C"]
        wrong = sum(run.wrong for runs in results.values() for run in runs)
        ratio = median(ours, "rate") / median(bare, "rate")
        self.row(f"{what}: rate", f"{rate(ours)} {spread(ours)}", f"bare C {rate(bare)} {spread(bare)}: {ratio:.2f} ×",
                 f"at least {asked_rate} ×", ratio >= asked_rate and wrong == 0)
        if wrong:
            self.row(f"{what}: WRONG ANSWERS", str(wrong), "", "none", False)
        cost = median(ours, "processor_per_request") / median(bare, "processor_per_request")
        self.row(f"{what}: processor time a request", f"{median(ours, 'processor_per_request') * 1e6:.1f} µs",
                 f"bare C {median(bare, 'processor_per_request') * 1e6:.1f} µs: {cost:.2f} ×",
                 f"at most {asked_processor} ×" if asked_processor else "", cost <= asked_processor if asked_processor else None)
        self.row(f"{what}: latency, median and 99 %", f"{milliseconds(median(ours, 'p50'))}, {milliseconds(median(ours, 'p99'))}",
                 f"bare C {milliseconds(median(bare, 'p50'))}, {milliseconds(median(bare, 'p99'))}", "", None)
        for name, runs in results.items():
            if name in ("Understudy", "bare C"):
                continue
            theirs = median(runs, "rate")
            if not theirs:
                self.row(f"{what}: rate, beside {name}", rate(ours), f"{name} answered nothing in time", "", None)
                continue
            ratio = median(ours, "rate") / theirs
            asked = asked_nginx if name == "nginx" else None
            self.row(f"{what}: rate, beside {name}", rate(ours), f"{name} {rate(runs)} {spread(runs)}: {ratio:.2f} ×",
                     f"level: at least {asked * 0.95:.2f} ×" if asked else "", ratio >= asked * 0.95 if asked else None)

    def pair(self, what, ours, other, asked):
        ratio = median(ours, "rate") / median(other, "rate")
        wrong = sum(run.wrong for run in [*ours, *other])
        self.row(what, f"{rate(ours)} {spread(ours)}", f"{rate(other)} {spread(other)}: {ratio:.2f} ×", f"at least {asked} ×",
                 ratio >= asked and wrong == 0)

    def costs(self, what, ours, others):
        """Processor time beside that of others."""
        cost = median(ours, "processor_per_request")
        beside = [f"{name} {median(runs, 'processor_per_request') * 1e6:.1f} µs: {cost / median(runs, 'processor_per_request'):.2f} ×"
                  for name, runs in others.items()]
        self.row(what, f"{cost * 1e6:.1f} µs", "; ".join(beside), "", None)

    def markdown(self, arguments, server_cores, load_cores):
        hidden = re.compile(r"--(program|sample|write|against)$")
        shown, skip = [], False
        for argument in arguments:
            if skip or hidden.match(argument):
                skip = not skip
                continue
            shown.append(Path(argument).name if argument.endswith(".jar") else argument)
        command = " ".join(["script/bench", *shown])
        lines = [f"`{command}`, {time.strftime('%Y-%m-%d')}; {machine()}."]
        if server_cores:
            lines.append(f"The server ran on {len(server_cores)} core(s), the load on {len(load_cores)} other(s). Medians of interleaved "
                         "rounds; ± is half the range between the slowest and the fastest round.")
        lines += ["", "| what | Understudy | beside | asked | |", "|---|---|---|---|---|"]
        for what, ours, beside, asked, met in self.rows:
            lines.append(f"| {what} | {ours} | {beside} | {asked} | {'' if met is None else 'yes' if met else '**no**'} |")
        return "\n".join(lines)


def first_line(command):
    try:
        printed = subprocess.run(command, capture_output=True, text=True)
        return (printed.stdout + printed.stderr).strip().splitlines()[0]
    except (OSError, IndexError):
        return "unknown"


def machine():
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    memory = int(re.search(r"^MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text(), re.MULTILINE).group(1)) // 2**20
    library = first_line(["dpkg-query", "--show", "--showformat=${Version}", "libmicrohttpd-dev"])
    nginx = re.sub(r".*/", "", first_line(["/usr/sbin/nginx", "-v"]))
    return (f"{model.group(1) if model else platform.machine()}, {os.cpu_count()} cores, {memory} GiB, Linux {platform.release()}, "
            f"libmicrohttpd {library}, nginx {nginx}")


def put_between_marks(path, text):
    old = path.read_text()
    before, _, rest = old.partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")
