"""script/packaged-documents: the links of a package's documents lead to files of the package."""

import gzip
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import ROOT

SCRIPT = ROOT / "script" / "packaged-documents"


class PackagedDocumentsTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        subprocess.run([SCRIPT, self.folder], check=True, timeout=60)
        # script/package makes it.
        (self.folder / "copyright").touch()

    def check(self):
        return subprocess.run([SCRIPT, "--check", self.folder], capture_output=True, text=True, timeout=60)

    def test_links_lead_to_files(self):
        checked = self.check()
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))
        readme = (self.folder / "README.md").read_text(encoding="utf-8")
        self.assertIn("](docs/in-a-test.md.gz#on-a-mac)", readme)
        self.assertIn("](systemd/README.md)", readme)
        self.assertIn("[MIT](copyright)", readme)
        self.assertIn("\nCONTRIBUTING.md says ", readme)
        self.assertIn("- Performance, beside bare C", (self.folder / "docs" / "README.md").read_text(encoding="utf-8"))

    def test_long_pages_are_compressed(self):
        page = gzip.decompress((self.folder / "docs" / "s3.md.gz").read_bytes()).decode()
        self.assertTrue(page.startswith("# "))
        self.assertIn("](wiremock.md.gz", gzip.decompress((self.folder / "docs" / "admin.md.gz").read_bytes()).decode())
        self.assertFalse((self.folder / "docs" / "s3.md").exists())
        self.assertTrue((self.folder / "systemd" / "README.md").exists())

    def test_a_link_that_leads_nowhere_is_found(self):
        (self.folder / "docs" / "page.md").write_text("`[code](a.md)`\n[here](README.md) and [there](none.md#x)\n", encoding="utf-8")
        checked = self.check()
        self.assertEqual((checked.returncode, checked.stdout), (1, 'docs/page.md:2: "none.md#x" does not exist\n'))


if __name__ == "__main__":
    unittest.main()
