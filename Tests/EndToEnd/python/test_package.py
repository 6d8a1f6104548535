"""script/package: the archive goes into a system whose /bin, /lib and /sbin are links, and changes no link and no folder of it."""

import os
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import PROGRAM, ROOT

COMPILER = shutil.which("cc") or shutil.which("clang")
TOOLS = ("dpkg-deb", "dpkg-query", "dpkg-shlibdeps", "objcopy", "readelf", "xz")
MISSING = [tool for tool in TOOLS if not shutil.which(tool)] + ([] if COMPILER else ["cc"])
# Debian 12 and later.
MERGED = ("bin", "lib", "lib64", "sbin")


@unittest.skipIf(MISSING, f"not here: {', '.join(MISSING)}; script/bootstrap package installs them")
class PackageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        # A small program that runs the built one: it packs fast.
        source, program = cls.folder / "program.c", cls.folder / "program"
        path = str(Path(PROGRAM).resolve()).replace("\\", "\\\\").replace('"', '\\"')
        source.write_text(f'#include <unistd.h>\nint main(int count, char **words) {{ return execv("{path}", words); }}\n', encoding="utf-8")
        subprocess.run([COMPILER, "-Wl,--build-id=sha1", "-o", program, source], check=True, timeout=60)
        cls.program = program
        made = cls.pack(program)
        paths = [Path(line) for line in made.stdout.splitlines()]
        cls.package, cls.symbols = (path for path in paths if path.suffix == ".deb")
        cls.archive = next(path for path in paths if "-linux-" in path.name)
        cls.hint = made.stderr.splitlines()[-1]

    @classmethod
    def pack(cls, program, folder="packages"):
        # It needs no Swift.
        folders = [path for path in os.environ["PATH"].split(os.pathsep) if not (Path(path) / "swift").exists()]
        path = os.pathsep.join(folders)
        if not all(shutil.which(tool, path=path) for tool in ("git", *TOOLS)):
            path = os.environ["PATH"]
        made = subprocess.run(
            [ROOT / "script" / "package", "--program", program, "--output", cls.folder / folder],
            capture_output=True, text=True, timeout=300, env={**os.environ, "PATH": path})
        if made.returncode != 0:
            raise AssertionError(made.stderr)
        return made

    def test_a_stripped_program_has_no_package_of_symbols(self):
        self.assertIn("dbgsym", self.symbols.name)
        stripped = self.folder / "stripped"
        subprocess.run(["objcopy", "--strip-all", self.program, stripped], check=True, timeout=60)
        made = self.pack(stripped, "packages-of-stripped")
        self.assertIn("is stripped, so there is no package with its symbols", made.stderr)
        self.assertNotIn("dbgsym", made.stdout)

    def test_nothing_is_below_a_folder_that_is_a_link(self):
        for command in (["tar", "-tf", self.archive], ["dpkg-deb", "--fsys-tarfile", self.package]):
            listed = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
            if command[0] == "dpkg-deb":
                listed = subprocess.run(["tar", "-t"], input=listed, capture_output=True, check=True, timeout=60).stdout
            first = {path.split("/")[1] for path in listed.decode().splitlines() if "/" in path}
            self.assertEqual(first - {""}, {"etc", "usr"})

    def test_the_printed_command_keeps_links_and_folders(self):
        system = self.folder / "system"
        for name in MERGED:
            (system / "usr" / name).mkdir(parents=True)
            (system / name).symlink_to(f"usr/{name}")
        # An administrator's own link and rights.
        (system / "data" / "doc").mkdir(parents=True)
        (system / "usr" / "share").mkdir()
        (system / "usr" / "share" / "doc").symlink_to("../../data/doc")
        (system / "etc").mkdir()
        (system / "etc").chmod(0o2750)

        start, _, command = self.hint.partition(": sudo ")
        self.assertEqual(start, "To install the archive")
        words = shlex.split(command)
        self.assertEqual(words[-4:], ["-C", "/", "-xf", str(self.archive)])
        subprocess.run([*words[:-3], system, *words[-2:]], check=True, timeout=60)

        for name in MERGED:
            self.assertEqual((system / name).readlink(), Path("usr") / name)
        self.assertTrue((system / "lib" / "systemd" / "system" / "understudy.socket").is_file())
        self.assertTrue((system / "data" / "doc" / "understudy" / "copyright").is_file())
        self.assertEqual((system / "etc").stat().st_mode & 0o7777, 0o2750)
        self.assertEqual((system / "etc" / "default").stat().st_mode & 0o7777, 0o755)
        page = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
        self.assertIn(shlex.join(["sudo", *words[:-1]]), page)


if __name__ == "__main__":
    unittest.main()
