"""What clients write with --s3-persist is there after the server was killed."""

import os
import signal
import subprocess
import tempfile
import unittest

import boto3
from botocore.client import Config

from running import PROGRAM, Server


class PersistenceTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.makedirs(os.path.join(self.folder.name, "s3", "pictures"))
        self.start()

    def start(self, *options):
        self.server = Server(self.folder.name, "--s3-persist", *options)
        self.client = boto3.client(
            "s3", endpoint_url=self.server.s3, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="secret",
            config=Config(retries={"max_attempts": 1}))
        self.addCleanup(self.client.close)

    def kill(self):
        self.server.process.send_signal(signal.SIGKILL)
        self.server.process.wait(timeout=60)
        self.server.process.stdout.close()
        self.server.log.close()

    def objects(self, bucket):
        return {entry["Key"]: (entry["ETag"], entry["Size"]) for entry in self.client.list_objects_v2(Bucket=bucket).get("Contents", [])}

    def test_a_killed_server_has_what_it_acknowledged(self):
        self.client.create_bucket(Bucket="mine")
        self.client.put_object(Bucket="mine", Key="a/b", Body=b"deep", Metadata={"author": "Kim"}, Tagging="k=v", ContentType="image/png")
        self.client.put_object(Bucket="mine", Key="a", Body=b"beside", ACL="public-read")
        self.client.put_object(Bucket="pictures", Key="gone", Body=b"x")
        self.client.delete_object(Bucket="pictures", Key="gone")
        upload = self.client.create_multipart_upload(Bucket="mine", Key="parts")["UploadId"]
        part = b"p" * (5 << 20)
        parts = [
            {"PartNumber": number, "ETag": self.client.upload_part(
                Bucket="mine", Key="parts", UploadId=upload, PartNumber=number, Body=body)["ETag"]}
            for number, body in [(1, part), (2, b"last")]]
        self.client.complete_multipart_upload(Bucket="mine", Key="parts", UploadId=upload, MultipartUpload={"Parts": parts})
        self.client.create_multipart_upload(Bucket="mine", Key="never")
        before = self.objects("mine")
        self.assertEqual(set(before), {"a", "a/b", "parts"})
        self.assertTrue(before["parts"][0].endswith('-2"'))
        self.kill()

        self.start()
        self.assertEqual(self.objects("mine"), before)
        self.assertEqual(self.objects("pictures"), {})
        deep = self.client.get_object(Bucket="mine", Key="a/b")
        self.assertEqual((deep["Body"].read(), deep["Metadata"], deep["ContentType"]), (b"deep", {"author": "Kim"}, "image/png"))
        self.assertEqual(self.client.get_object_tagging(Bucket="mine", Key="a/b")["TagSet"], [{"Key": "k", "Value": "v"}])
        parts = self.client.get_object(Bucket="mine", Key="parts", PartNumber=2)
        self.assertEqual((parts["Body"].read(), parts["PartsCount"]), (b"last", 2))
        self.assertNotIn("Uploads", self.client.list_multipart_uploads(Bucket="mine"))
        grants = self.client.get_object_acl(Bucket="mine", Key="a")["Grants"]
        self.assertIn("READ", [grant["Permission"] for grant in grants])
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "s3", ".understudy")), [])
        self.assertEqual(self.server.stop(), 0)

    def test_a_second_server_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "another server writes into it"):
            Server(self.folder.name, "--s3-persist")
        self.assertEqual(self.server.stop(), 0)

    def test_a_check_beside_a_server_is_not_refused_and_writes_nothing(self):
        checked = subprocess.run([PROGRAM, "check", self.folder.name, "--s3-persist"], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertEqual(self.server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
