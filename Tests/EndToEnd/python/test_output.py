"""What a command does when its result cannot be written."""

import os
import subprocess
import tempfile
import unittest

from running import PROGRAM, SAMPLE, Server

COMMANDS = [
    ["check", SAMPLE], ["config", "show", SAMPLE], ["config", "show", "--json"], ["schema"], ["version"], ["--version"], ["--help"],
    ["check", "--help"], ["help", "check"], ["s3", "presign", "pets/cat.jpg"], ["--generate-completion-script", "bash"],
]


class OutputTests(unittest.TestCase):
    def test_a_result_that_cannot_be_written_is_a_failure(self):
        for command in COMMANDS:
            with self.subTest(command=command), open("/dev/full", "w", encoding="utf-8") as full:
                ended = subprocess.run([PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
                self.assertEqual((ended.returncode, ended.stderr), (74, "Writing to standard output: No space left on device.\n"))

    def test_a_reader_that_has_enough_is_told_nothing(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                reader, writer = os.pipe()
                os.close(reader)
                ended = subprocess.run([PROGRAM, *command], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
                os.close(writer)
                self.assertEqual(ended.stderr, "")

    def test_problems_of_a_reload_come_before_a_result_that_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder, open("/dev/full", "w", encoding="utf-8") as full:
            socket, mappings = os.path.join(folder, "s"), os.path.join(folder, "mocks", "mappings")
            os.makedirs(mappings)
            server = Server(os.path.dirname(mappings), "--no-watch", "--admin-socket", socket)
            self.addCleanup(server.stop)
            for status, text, count in [
                (74, "{}", ""), (65, '{"response": {"bodyFileName": "gone.txt"}}', "1 problem of responses, files and objects"),
            ]:
                with open(os.path.join(mappings, "a.json"), "w", encoding="utf-8") as mapping:
                    mapping.write(text)
                ended = subprocess.run(
                    [PROGRAM, "reload", "--socket", socket], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
                self.assertEqual(ended.returncode, status, ended.stderr)
                self.assertIn("Writing to standard output: No space left on device.\n" + count, ended.stderr)

    def test_a_server_serves_without_its_ready_line(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            server = subprocess.Popen(
                [PROGRAM, "serve", SAMPLE, "--port", "0", "--s3-port", "0"], stdout=full, stderr=subprocess.PIPE, text=True)
            said = ""
            while "ready line" not in said:
                said = server.stderr.readline()
                self.assertTrue(said, "it has ended")
            server.terminate()
            self.assertEqual(server.wait(timeout=20), 0)
            server.stderr.close()
        self.assertIn("the ready line is not written. Writing to standard output: No space left on device.", said)


if __name__ == "__main__":
    unittest.main()
