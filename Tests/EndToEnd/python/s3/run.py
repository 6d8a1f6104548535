"""Runs the S3 tests and compares with not-yet.txt, the names of those that the server is known to fail.

usage: run.py [--update] [--report FILE] [--jobs N] [FILTER]...
  FILTER    only tests whose name (subject.test_name) has this text
  --update  rewrites not-yet.txt from this run
  --report  writes what failed, with requests and responses, as Markdown
"""

import argparse
import faulthandler
import sys
import time
import unittest
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
KNOWN = FOLDER / "not-yet.txt"
sys.path.insert(0, str(FOLDER))


def flat(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flat(item)
        else:
            yield item


def name(test):
    return f"{type(test).__module__.removeprefix('test_')}.{test._testMethodName}"


def run(test):
    """A test and its problem: None when it passes, "skipped", or its traceback."""
    result = unittest.TestResult()
    test.run(result)
    problems = [text for _, text in result.failures + result.errors]
    return test, problems[0] if problems else "skipped" if result.skipped else None


def clip(text, most=700):
    return text if len(text) <= most else text[:most] + " …"


def shown(exchange):
    method, target, fields, answer = exchange
    lines = [f"{method} {target}"] + [f"{key}: {clip(str(value), 200)}" for key, value in fields.items() if key.lower() != "user-agent"]
    if answer:
        status, headers, body = answer
        lines += [f"→ {status}"] + [f"→ {key}: {value}" for key, value in headers.items()]
        lines += ["→ " + clip(body.decode("utf-8", "backslashreplace"))] if body else []
    return "\n".join(lines)


def report(file, failed, totals):
    with open(file, "w") as out:
        out.write(f"# What fails, {time.strftime('%H:%M')}\n\n")
        for subject in sorted(totals):
            good, bad = totals[subject]
            out.write(f"- {subject}: {good} pass, {bad} fail\n")
        for test, problem in failed:
            out.write(f"\n## {name(test)}\n{clip(problem.strip().splitlines()[-1], 400)}\n")
            at = [line.strip() for line in problem.splitlines() if "/s3/test_" in line]
            out.write(f"{at[-1].split('/')[-1] if at else ''}\n```\n")
            out.write("\n\n".join(shown(exchange) for exchange in getattr(test, "exchanges", [])[-2:]) + "\n```\n")


def main():
    options = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    options.add_argument("filters", nargs="*")
    options.add_argument("--update", action="store_true")
    options.add_argument("--report")
    options.add_argument("--jobs", type=int, default=4)
    options = options.parse_args()
    known = set(KNOWN.read_text().split())
    every = {name(test): test for test in flat(unittest.defaultTestLoader.discover(str(FOLDER), top_level_dir=str(FOLDER)))}
    chosen = [test for title, test in every.items() if all(text in title for text in options.filters)]
    begin = time.monotonic()
    # Where a test hangs, the stacks say which.
    faulthandler.dump_traceback_later(570, exit=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(run, chosen))
    faulthandler.cancel_dump_traceback_later()
    totals = defaultdict(lambda: [0, 0])
    for test, problem in outcomes:
        totals[name(test).split(".")[0]][problem is not None] += 1
    failed = [(test, problem) for test, problem in outcomes if problem is not None]
    fresh = [(test, problem) for test, problem in failed if name(test) not in known]
    mended = [name(test) for test, problem in outcomes if problem is None and name(test) in known]
    unknown = sorted(known - every.keys())
    if options.report:
        report(options.report, failed, totals)
    if options.update:
        kept = {title for title in known & every.keys() if every[title] not in chosen} | {name(test) for test, _ in failed}
        KNOWN.write_text("".join(f"{title}\n" for title in sorted(kept)))
    for test, problem in failed:
        print(f"{'    ' if name(test) in known else 'NEW '}{name(test)}: {clip(problem.strip().splitlines()[-1], 200)}")
    for subject in sorted(totals):
        print(f"{totals[subject][0]:5} passed {totals[subject][1]:5} failed  {subject}")
    for title in mended:
        print(f"FAIL: {title} passes: remove it from {KNOWN.name}")
    for title in unknown:
        print(f"FAIL: {title} is in {KNOWN.name}, and there is no such test")
    for test, problem in fresh:
        print(f"FAIL: {name(test)}\n{problem}")
    print(f"Ran {len(outcomes)} tests in {time.monotonic() - begin:.1f} s: {len(outcomes) - len(failed)} passed, "
          f"{len(failed) - len(fresh)} failed as {KNOWN.name} says, {len(fresh)} failed, {len(mended) + len(unknown)} to remove")
    return 0 if options.update or not (fresh or mended or unknown) else 1


if __name__ == "__main__":
    sys.exit(main())
