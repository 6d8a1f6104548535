"""Run by script/mutate: chooses mutations, builds them all into one copy of the tree, and runs the tests with one after the other on."""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import runs
import sites

MODULES = ("MockEngine", "StubModel", "FixtureStore", "S3Service", "MicroHTTPD")
# Those of the tree's form notice every change of the text, and nothing else. The other one reads flags for minutes.
SKIPPED = ("HouseTests.", "EndToEndTests.ServeOptionsTests")
# Seconds of a suite that runs after all others.
SLOW = 5
NOT_RUN = "not run"
UNDECIDED = "undecided"
DOES_NOT_COMPILE = "does not compile"


def main():
    parser = argparse.ArgumentParser(prog="script/mutate", description="Changes the sources a little, one change at a time, and lists the changes that no test notices.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"targets in Sources; by default {', '.join(MODULES)}")
    parser.add_argument("--count", type=int, default=200, help="mutations that compile; 200")
    parser.add_argument("--seed", type=int, default=None, help="chooses the mutations; printed when it is not given")
    parser.add_argument("--survivors", action="store_true", help="only those that survived the last run with this seed")
    parser.add_argument("--list", action="store_true", help="print what could be mutated, and stop")
    parser.add_argument("--root", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    run = Run(options)
    if options.list:
        for site in run.candidates():
            print(site)
        return 0
    return run.go()


class Run:
    def __init__(self, options):
        self.root = options.root
        self.modules = tuple(options.modules) or MODULES
        for module in self.modules:
            if not (self.root / "Sources" / module).is_dir():
                raise SystemExit(f"mutate: there is no folder Sources/{module}.")
        self.count = options.count
        self.seed = random.randrange(1 << 32) if options.seed is None else options.seed
        self.only_survivors = options.survivors
        self.work = self.root / ".build" / "mutate"
        self.copy = self.work / "tree"
        # Read once: the tree may be edited while this runs.
        self.texts = {name: (self.root / name).read_bytes() for name in self.files()}
        self.modes = {name: (self.root / name).stat().st_mode for name in self.texts}
        self.results = self.work / f"results-{'-'.join(self.modules)}-{self.seed}.jsonl"
        self.tree = runs.Tree(self.copy, self.work / "build", self.work / "build.log")

    # MARK: Choice

    def files(self):
        """The tree's files, those under version control and new ones."""
        listed = subprocess.run(
            ["git", "-c", "core.quotePath=off", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, capture_output=True, text=True, check=True,
        ).stdout.split("\n")  # fmt: skip
        return [name for name in listed if name and (self.root / name).is_file()]

    def candidates(self):
        found = []
        for name in sorted(self.texts):
            for module in self.modules:
                if name.startswith(f"Sources/{module}/") and name.endswith(".swift"):
                    found += sites.find(module, name, self.texts[name].decode())
        return found

    def chosen(self):
        """Half of the mutations are spread evenly over the modules, half by the places they have. More than asked for: some will not compile."""
        found = self.candidates()
        random.Random(self.seed).shuffle(found)
        picked = []
        for module in self.modules:
            here = [site for site in found if site.module == module]
            share = self.share(len(here), len(found))
            picked += here[: share + share // 2 + 2]
        return picked

    def numbered(self):
        """The chosen ones without those that did not compile earlier. A number stays the same, so that another start builds nothing again."""
        chosen = self.chosen()
        for number, site in enumerate(chosen, start=1):
            site.number = number
        bad = {name for name, result in self.earlier().items() if result["verdict"] == DOES_NOT_COMPILE}
        return [site for site in chosen if site.identity not in bad]

    def share(self, here, all_places):
        """How many mutations a module gets."""
        least = self.count // (2 * len(self.modules))
        return least + round((self.count - least * len(self.modules)) * here / max(1, all_places))

    # MARK: The copy

    def refresh(self, chosen):
        """Makes the copy like the tree, with these mutations in it. A file that stays the same is not touched."""
        self.copy.mkdir(parents=True, exist_ok=True)
        by_file = {}
        for site in chosen:
            by_file.setdefault(site.path, []).append(site)
        wanted = dict(self.texts)
        for name, here in by_file.items():
            wanted[name] = sites.rewritten(wanted[name].decode(), here).encode()
        for module in self.modules:
            wanted[f"Sources/{module}/Mutation+Generated.swift"] = sites.support([s for s in chosen if s.module == module]).encode()
        for old in self.copy.rglob("*"):
            if old.is_file() and str(old.relative_to(self.copy)) not in wanted and old.name != "Package.resolved":
                old.unlink()
        for name, content in wanted.items():
            target = self.copy / name
            if target.is_file() and target.read_bytes() == content:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(self.modes.get(name, 0o644))

    def compiled(self, chosen):
        """Drops what does not compile, module by module, until all of it does."""
        for attempt in range(12):
            self.refresh(chosen)
            errors = {}
            for module in self.modules:
                errors |= self.tree.build("--target", module)
            if not errors:
                break
            bad = self.blamed(chosen, errors)
            self.say(f"{len(bad)} of {len(chosen)} do not compile")
            for site in chosen:
                if site.number in bad:
                    self.note(site, {"verdict": DOES_NOT_COMPILE})
            chosen = [site for site in chosen if site.number not in bad]
        self.say("building the tests")
        if errors := self.tree.build("--build-tests"):
            raise SystemExit(f"mutate: the tests do not build: {errors}")
        places = {module: 0 for module in self.modules}
        for site in self.candidates():
            places[site.module] += 1
        kept = []
        for module in self.modules:
            kept += [site for site in chosen if site.module == module][: self.share(places[module], sum(places.values()))]
        return kept

    @staticmethod
    def blamed(chosen, errors):
        bad = set()
        for path, lines in errors.items():
            here = [site for site in chosen if site.path == path]
            for line in lines:
                exact = [site.number for site in here if site.line == line]
                # An error in the generated file, or beside a mutation, is the nearest one's.
                bad |= set(exact) or {site.number for site in here if abs(site.line - line) <= 12}
            if not bad.intersection(site.number for site in here):
                bad |= {site.number for site in here} or {site.number for site in chosen if f"/{site.module}/" in path}
        return bad

    # MARK: Runs

    def go(self):
        runs.adopt_orphans()
        self.work.mkdir(parents=True, exist_ok=True)
        self.say(f"seed {self.seed}")
        chosen = self.compiled(self.numbered())
        earlier = self.earlier()
        if self.only_survivors:
            chosen = [site for site in chosen if earlier.pop(site.identity, {}).get("verdict") == "survived"]
        baselines = self.baselines()
        for site in chosen:
            site.result = earlier.get(site.identity, {"verdict": NOT_RUN})
        # The quick suites first, for all mutations, then the slow ones for what the quick ones left.
        for are_slow, before in ((False, NOT_RUN), (True, UNDECIDED)):
            rest = [site for site in chosen if site.result["verdict"] == before]
            for index, site in enumerate(rest, start=1):
                site.result = self.judge(site, baselines, are_slow)
                self.note(site, site.result)
                self.say(f"{index}/{len(rest)} {site.result['verdict']} ({site.result['by']}, {site.result['seconds']:.0f} s): {site}")
        return self.report(chosen)

    def note(self, site, result):
        with open(self.results, "a", encoding="utf-8") as file:
            file.write(json.dumps({"site": site.identity, **result}) + "\n")

    def earlier(self):
        """What an earlier run with the same seed found; the last word on each counts."""
        if not self.results.is_file():
            return {}
        lines = (json.loads(line) for line in self.results.read_text().splitlines())
        return {line.pop("site"): line for line in lines}

    def baselines(self):
        """Runs each suite without a mutation: how long it takes, and what it reaches. Kept, for the next start with the same programs."""
        kept = self.work / "baselines.json"
        built = self.tree.built()
        found = json.loads(kept.read_text()) if kept.is_file() else {}
        if found.get("built") != built:
            found = {"built": built}
        for suite in self.tree.suites():
            if suite in found or suite.startswith(SKIPPED):
                continue
            with tempfile.TemporaryDirectory() as folder:
                for attempt in range(3):
                    outcome = self.tree.test([suite], silence=300, reached=folder)
                    # Some tests fail on a busy machine only.
                    if outcome.verdict == "passed":
                        break
                reached = sorted(int(name) for name in os.listdir(folder))
            if outcome.verdict != "passed":
                self.say(f"{suite} is left out: without a mutation it {outcome.verdict} ({outcome.detail})")
                continue
            found[suite] = {"seconds": outcome.seconds, "silence": outcome.silence, "reached": reached}
            kept.write_text(json.dumps(found))
            self.say(f"{suite}: {outcome.tests} tests in {outcome.seconds:.1f} s reach {len(reached)} mutations")
        del found["built"]
        return found

    def judge(self, site, baselines, are_slow):
        """Runs the quick suites that reach the mutation, those of the module's own tests first, or the slow ones, each on its own."""
        begin = time.monotonic()
        reaching = [suite for suite, baseline in baselines.items() if site.number in baseline["reached"]]
        runs_of = {}
        for suite in reaching:
            if (baselines[suite]["seconds"] > SLOW) == are_slow:
                target = suite.partition(".")[0]
                runs_of.setdefault((target != f"{site.module}Tests", suite if are_slow else target), []).append(suite)
        for (_, name), suites in sorted(runs_of.items()):
            silence = 20 + 4 * max(baselines[suite]["silence"] for suite in suites)
            if outcome := self.noticed(site, suites, silence):
                by = f"{name}, {outcome.verdict} {outcome.detail}".strip()
                return {"verdict": "killed", "by": by, "seconds": time.monotonic() - begin}
        verdict = "survived" if are_slow or not reaching else UNDECIDED
        return {"verdict": verdict, "by": "no test fails" if reaching else "no test reaches it", "seconds": time.monotonic() - begin}

    def noticed(self, site, suites, silence):
        """How the suites end when one of their tests notices the mutation. A machine with other work may be slow, so what does not
        pass has to do it twice: a failed test alone, what hangs or crashes with more time."""
        unsteady = []
        while True:
            outcome = self.tree.test(suites, silence, mutation=site.number, skipped=unsteady)
            if outcome.verdict in ("hung", "crashed"):
                outcome = self.tree.test(suites, 2 * silence, mutation=site.number, skipped=unsteady)
            if outcome.verdict != "failed":
                return None if outcome.verdict == "passed" else outcome
            if self.tree.test(suites, 2 * silence, mutation=site.number, only=outcome.detail).verdict != "passed":
                return outcome
            unsteady.append(outcome.detail)
            self.say(f"unsteady: {outcome.detail}")

    def report(self, chosen):
        print(f"seed {self.seed}")
        print("| module | mutations | killed by its own tests | killed by other tests | of these hung | survived |")
        print("|---|---|---|---|---|---|")
        for module in (*self.modules, ""):
            here = [site for site in chosen if not module or site.module == module]
            killed = [site for site in here if site.result["verdict"] == "killed"]
            own = sum(site.result["by"].startswith((f"{site.module}Tests,", f"{site.module}Tests.")) for site in killed)
            hung = sum(", hung" in site.result["by"] for site in killed)
            print(f"| {module or 'all'} | {len(here)} | {own} | {len(killed) - own} | {hung} | {len(here) - len(killed)} |")
        survivors = [site for site in chosen if site.result["verdict"] == "survived"]
        for site in survivors:
            print(f"{site} ({site.result['by']})")
        return 0 if 10 * len(survivors) <= len(chosen) else 1

    @staticmethod
    def say(text):
        print(f"mutate: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
