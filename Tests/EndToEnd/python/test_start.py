"""What the program takes from the process that starts it."""

import os
import shutil
import socket
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
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(self.folder / "notify"))
            manager.settimeout(60)
            # The shell's process becomes the program's.
            process = subprocess.Popen(
                ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", PROGRAM, "serve", SAMPLE, "--port", "0", "--s3-port", "0"],
                env={**os.environ, "NOTIFY_SOCKET": manager.getsockname()})
            try:
                while b"READY=1" not in manager.recv(4096):
                    pass
                for descriptor in range(3):
                    self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{descriptor}"), "/dev/null")
            finally:
                process.terminate()
                self.assertEqual(process.wait(timeout=20), 0)

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
