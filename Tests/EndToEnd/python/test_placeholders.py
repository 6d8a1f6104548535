"""Pictures without files: Pillow decodes them."""

import io
import json
import os
import tempfile
import unittest
import urllib.error
import urllib.request

from PIL import Image

from running import Server


def fetch(url, headers={}):
    """The status, the fields and the body."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


class PlaceholderTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.makedirs(os.path.join(cls.folder.name, "s3", "poses"))
        with open(os.path.join(cls.folder.name, "s3", "poses", "there.txt"), "w") as file:
            file.write("a file")
        with open(os.path.join(cls.folder.name, "understudy.json"), "w") as file:
            json.dump({"s3": {"placeholders": {"poses": "320x240.jpg"}}}, file)
        cls.server = Server(cls.folder.name, "--s3-placeholder", "poses=320x240.jpg", "--s3-placeholder", "avatars=64x64.png")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def picture(self, url, form, size):
        status, fields, body = fetch(url)
        self.assertEqual(status, 200, body)
        with Image.open(io.BytesIO(body)) as picture:
            picture.load()
            self.assertEqual((picture.format, picture.size), (form, size))
            self.assertEqual(fields["Content-Type"], Image.MIME[form])
            return picture.convert("RGB"), fields

    def test_pictures_of_both_formats_decode(self):
        at = self.server.http + "/__placeholder/"
        for name, form, size in (("640x480.png", "PNG", (640, 480)), ("640x480.jpg", "JPEG", (640, 480)), ("1x1.png", "PNG", (1, 1)),
                                 ("17x9.jpeg", "JPEG", (17, 9)), ("3000x2000.jpg", "JPEG", (3000, 2000))):
            self.picture(at + name, form, size)
        one, _ = self.picture(at + "200x100.png?label=Yuna&seed=7", "PNG", (200, 100))
        other, _ = self.picture(at + "200x100.png?label=Yuna&seed=8", "PNG", (200, 100))
        self.assertNotEqual(one.getpixel((0, 0)), other.getpixel((0, 0)))
        # The label is white on a dark band in the middle.
        middle = [one.getpixel((x, y)) for x in range(200) for y in range(40, 60)]
        self.assertIn((255, 255, 255), middle)
        self.assertEqual(one.getpixel((0, 50)), (32, 32, 40))
        jpeg, _ = self.picture(at + "200x100.jpg?label=Yuna&seed=7", "JPEG", (200, 100))
        self.assertLess(max(abs(a - b) for a, b in zip(jpeg.getpixel((3, 3)), one.getpixel((3, 3)))), 12)

    def test_it_is_cached_by_its_tag_and_in_a_session(self):
        url = self.server.http + "/__placeholder/64x48.png?label=a"
        status, fields, body = fetch(url)
        self.assertEqual((status, fetch(url, {"If-None-Match": fields["ETag"]})[0]), (200, 304))
        self.assertEqual(fetch(url, {"Range": "bytes=1-3"})[::2], (206, b"PNG"))
        request = urllib.request.Request(self.server.http + "/__admin/sessions", method="POST", data=b"{}")
        with urllib.request.urlopen(request) as answer:
            session = json.load(answer)
        self.assertEqual(fetch(session["baseUrl"] + "/__placeholder/64x48.png?label=a")[2], body)

    def test_a_wrong_form_is_told(self):
        status, _, body = fetch(self.server.http + "/__placeholder/640x480.gif")
        self.assertEqual(status, 400)
        self.assertIn(b'"640x480.gif" must be WIDTHxHEIGHT.png or .jpg', body)

    def test_a_bucket_has_a_picture_for_every_key_that_it_lacks(self):
        first, fields = self.picture(self.server.s3 + "/poses/2026/pose-01.jpg", "JPEG", (320, 240))
        second, others = self.picture(self.server.s3 + "/poses/2026/pose-02.jpg", "JPEG", (320, 240))
        self.assertNotEqual(fields["ETag"], others["ETag"])
        self.assertNotEqual(first.tobytes(), second.tobytes())
        self.assertEqual(fetch(self.server.s3 + "/poses/there.txt")[2], b"a file")
        self.assertNotIn(b"pose-01", fetch(self.server.s3 + "/poses?list-type=2")[2])
        self.picture(self.server.s3 + "/avatars/anybody", "PNG", (64, 64))


if __name__ == "__main__":
    unittest.main()
