"""What the program takes from the process that starts it."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import PROGRAM, SAMPLE

LIBRARY = """
#include <stdlib.h>
__attribute__((constructor)) static void set(void) { setenv("PRELOADED", "1", 1); }
"""


class StartTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def test_closed_streams_are_the_null_device(self):
        ready = self.folder / "ready"
        # The shell's process becomes the program's.
        process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", PROGRAM, "serve", SAMPLE, "--port", "0", "--s3-port", "0",
             "--ready-file", ready])
        try:
            self.wait_for(ready, process)
            for descriptor in range(3):
                self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{descriptor}"), "/dev/null")
        finally:
            process.terminate()
            self.assertEqual(process.wait(timeout=20), 0)

    def wait_for(self, ready, process):
        """Until the file is there, or the process ends."""
        watch = subprocess.run(
            ["timeout", "60", "sh", "-c", f'while kill -0 {process.pid} && ! [ -s "$0" ]; do sleep 0.05; done', ready], check=False)
        self.assertEqual(watch.returncode, 0)
        self.assertTrue(ready.exists())

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_a_preloaded_library_that_sets_a_variable(self):
        source, library = self.folder / "set.c", self.folder / "set.so"
        source.write_text(LIBRARY)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        ended = subprocess.run(
            [PROGRAM, "check", self.folder / "none", "two"], env={**os.environ, "LD_PRELOAD": str(library)}, capture_output=True, text=True,
            timeout=60, check=False)
        self.assertEqual(ended.returncode, 64, ended.stdout)
        ended = subprocess.run(
            [PROGRAM, "--version"], env={**os.environ, "LD_PRELOAD": str(library)}, capture_output=True, text=True, timeout=60, check=True)
        self.assertNotIn("OVERVIEW", ended.stdout)


if __name__ == "__main__":
    unittest.main()
