"""Versions: ids, delete markers, suspension, lists, and removal."""

import unittest
from concurrent.futures import ThreadPoolExecutor

from case import MIB, S3Case, cases


class VersionCase(S3Case):
    def setUp(self):
        super().setUp()
        self.bucket = "versions"

    def state(self, status):
        self.s3.put_bucket_versioning(Bucket=self.bucket, VersioningConfiguration={"Status": status})

    def enabled(self):
        self.s3.create_bucket(Bucket=self.bucket)
        self.state("Enabled")

    def put(self, body, key="foo"):
        """Puts; gives the id of the version, None when none is said."""
        return self.s3.put_object(Bucket=self.bucket, Key=key, Body=body.encode()).get("VersionId")

    def get(self, key="foo", **arguments):
        return self.s3.get_object(Bucket=self.bucket, Key=key, **arguments)["Body"].read().decode()

    def delete(self, key="foo", **arguments):
        return self.s3.delete_object(Bucket=self.bucket, Key=key, **arguments)

    def listed(self, **arguments):
        """Ids of versions, ids of markers, and those that are the latest."""
        response = self.s3.list_object_versions(Bucket=self.bucket, **arguments)
        versions, markers = response.get("Versions", []), response.get("DeleteMarkers", [])
        return ([entry["VersionId"] for entry in versions], [entry["VersionId"] for entry in markers],
                [entry["VersionId"] for entry in versions + markers if entry["IsLatest"]])

    def gone(self, key="foo"):
        self.refused(404, "NoSuchKey", self.s3.get_object, Bucket=self.bucket, Key=key)


class VersioningTests(VersionCase):
    def test_states(self):
        self.s3.create_bucket(Bucket=self.bucket)
        self.assertNotIn("Status", self.s3.get_bucket_versioning(Bucket=self.bucket))
        for status in ("Suspended", "Enabled", "Suspended", "Enabled"):
            self.state(status)
            self.assertEqual(self.s3.get_bucket_versioning(Bucket=self.bucket)["Status"], status)

    @cases(other_word=b"<VersioningConfiguration><Status>On</Status></VersioningConfiguration>", not_xml=b"<", empty=b"", root=b"<Status>Enabled</Status>")
    def test_bad_state(self, body):
        self.s3.create_bucket(Bucket=self.bucket)
        reply = self.signed("PUT", f"/{self.bucket}?versioning", {}, body)
        self.assertEqual(reply.status, 400)
        self.assertIn(reply.code, ("MalformedXML", "IllegalVersioningConfigurationException", "MissingRequestBodyError"))
        self.assertNotIn("Status", self.s3.get_bucket_versioning(Bucket=self.bucket))

    def test_no_ids_without_versioning(self):
        self.s3.create_bucket(Bucket=self.bucket)
        self.assertIsNone(self.put("a"))
        for operation in (self.s3.get_object, self.s3.head_object):
            self.assertNotIn("VersionId", operation(Bucket=self.bucket, Key="foo"))
        self.assertEqual(self.get(VersionId="null"), "a")
        self.assertEqual(self.listed(), (["null"], [], ["null"]))

    def test_every_put_is_a_version(self):
        self.enabled()
        ids = [self.put(f"body {number}") for number in range(5)]
        self.assertEqual(len(set(ids)), 5)
        self.assertEqual(self.get(), "body 4")
        for number, version in enumerate(ids):
            self.assertEqual(self.get(VersionId=version), f"body {number}")
            head = self.s3.head_object(Bucket=self.bucket, Key="foo", VersionId=version)
            self.assertEqual((head["VersionId"], head["ContentLength"]), (version, 6))
        self.assertEqual(self.listed(), (ids[::-1], [], [ids[4]]))
        self.assertEqual(self.keys(self.bucket), ["foo"])

    @cases(newest_first=(4, 3, 2, 1, 0), oldest_first=(0, 1, 2, 3, 4), middle_first=(1, 3, 0, 4, 2))
    def test_remove_versions(self, *order):
        self.enabled()
        ids = [self.put(f"body {number}") for number in range(5)]
        left = list(range(5))
        for number in order:
            response = self.delete(VersionId=ids[number])
            self.assertEqual((self.status(response), response["VersionId"]), (204, ids[number]))
            left.remove(number)
            self.assertEqual(self.listed()[0], [ids[other] for other in reversed(left)])
            if left:
                self.assertEqual(self.get(), f"body {left[-1]}")
                self.refused(404, "NoSuchVersion", self.s3.get_object, Bucket=self.bucket, Key="foo", VersionId=ids[number])
        self.gone()
        self.assertEqual(self.status(self.delete(VersionId=ids[0])), 204)
        self.s3.delete_bucket(Bucket=self.bucket)

    @cases(underscore="_testobj", one="_", colon=":", blank=" ", folder="a/b/", umlaut="ä")
    def test_key(self, key):
        self.enabled()
        ids = [self.put(f"body {number}", key) for number in range(2)]
        self.assertEqual([self.get(key, VersionId=version) for version in ids], ["body 0", "body 1"])
        self.delete(key, VersionId=ids[1])
        self.assertEqual(self.get(key), "body 0")

    def test_marker(self):
        self.enabled()
        version = self.put("a")
        response = self.delete()
        marker = response["VersionId"]
        self.assertEqual((self.status(response), response["DeleteMarker"]), (204, True))
        self.assertEqual(self.listed(), ([version], [marker], [marker]))
        reply = self.signed("GET", f"/{self.bucket}/foo")
        self.assertEqual((reply.status, reply.code, reply.headers["x-amz-delete-marker"]), (404, "NoSuchKey", "true"))
        self.assertEqual(reply.headers["x-amz-version-id"], marker)
        reply = self.signed("HEAD", f"/{self.bucket}/foo")
        self.assertEqual((reply.status, reply.headers["x-amz-delete-marker"]), (404, "true"))
        for method in ("GET", "HEAD"):
            reply = self.signed(method, f"/{self.bucket}/foo?versionId={marker}")
            self.assertEqual((reply.status, reply.headers["x-amz-delete-marker"], reply.headers["Allow"]), (405, "true", "DELETE"))
        self.assertEqual((self.get(VersionId=version), self.keys(self.bucket)), ("a", []))
        response = self.delete(VersionId=marker)
        self.assertEqual((response["DeleteMarker"], response["VersionId"]), (True, marker))
        self.assertEqual(self.get(), "a")

    def test_markers_add_up(self):
        self.enabled()
        self.put("a")
        markers = [self.delete()["VersionId"] for _ in range(3)]
        self.assertEqual(self.listed()[1], markers[::-1])
        self.delete(VersionId=markers[2])
        self.gone()
        for marker in markers[:2]:
            self.delete(VersionId=marker)
        self.assertEqual(self.get(), "a")

    def test_marker_of_nothing(self):
        self.enabled()
        marker = self.delete("never")["VersionId"]
        self.assertEqual(self.listed(), ([], [marker], [marker]))

    def test_put_after_marker(self):
        self.enabled()
        self.put("a")
        marker = self.delete()["VersionId"]
        version = self.put("b")
        self.assertEqual((self.get(), self.listed()[2]), ("b", [version]))
        self.delete(VersionId=marker)
        self.assertEqual(self.get(), "b")

    @cases(nonsense="nonsense", null="null", other_form="a" * 32)
    def test_no_such_version(self, version):
        self.enabled()
        self.put("a")
        reply = self.signed("GET", f"/{self.bucket}/foo?versionId={version}")
        self.assertIn((reply.status, reply.code), ((404, "NoSuchVersion"), (400, "InvalidArgument")))

    def test_a_version_of_another_key(self):
        self.enabled()
        version = self.put("a", "one")
        self.put("b", "two")
        self.refused(404, "NoSuchVersion", self.s3.get_object, Bucket=self.bucket, Key="two", VersionId=version)

    def test_condition_and_range_of_a_version(self):
        self.enabled()
        version, _ = self.put("first one"), self.put("second")
        etag = self.s3.head_object(Bucket=self.bucket, Key="foo", VersionId=version)["ETag"]
        self.assertEqual(self.get(VersionId=version, IfMatch=etag, Range="bytes=0-4"), "first")
        self.refused(412, "PreconditionFailed", self.s3.get_object, Bucket=self.bucket, Key="foo", IfMatch=etag)

    def test_plain_object_is_the_version_null(self):
        self.s3.create_bucket(Bucket=self.bucket)
        self.put("plain")
        self.state("Enabled")
        self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key="foo")["VersionId"], "null")
        version = self.put("new")
        self.assertEqual((self.get(), self.get(VersionId="null")), ("new", "plain"))
        self.assertEqual(self.listed(), ([version, "null"], [], [version]))
        self.delete(VersionId=version)
        self.assertEqual(self.get(), "plain")
        self.delete(VersionId="null")
        self.gone()
        self.assertEqual(self.listed(), ([], [], []))

    def test_marker_over_a_plain_object(self):
        self.s3.create_bucket(Bucket=self.bucket)
        self.put("plain")
        self.state("Enabled")
        marker = self.delete()["VersionId"]
        self.assertEqual(self.listed(), (["null"], [marker], [marker]))
        self.assertEqual(self.get(VersionId="null"), "plain")

    def test_suspended_replaces_null(self):
        self.s3.create_bucket(Bucket=self.bucket)
        self.put("plain")
        self.state("Enabled")
        version = self.put("kept")
        self.state("Suspended")
        self.put("null 1")
        self.put("null 2")
        self.assertEqual((self.get(), self.get(VersionId="null"), self.get(VersionId=version)), ("null 2", "null 2", "kept"))
        self.assertEqual(self.listed(), (["null", version], [], ["null"]))

    def test_suspended_writes_name_no_version(self):
        """Only a copy names the one that it makes."""
        self.enabled()
        self.state("Suspended")
        self.assertIsNone(self.put("null"))
        copy = self.s3.copy_object(Bucket=self.bucket, Key="copy", CopySource=f"{self.bucket}/foo")
        upload = self.s3.create_multipart_upload(Bucket=self.bucket, Key="parts")["UploadId"]
        tag = self.s3.upload_part(Bucket=self.bucket, Key="parts", UploadId=upload, PartNumber=1, Body=b"x")["ETag"]
        whole = self.s3.complete_multipart_upload(
            Bucket=self.bucket, Key="parts", UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": tag}]})
        self.assertEqual((copy["VersionId"], copy.get("CopySourceVersionId")), ("null", None))
        self.assertNotIn("VersionId", whole)
        self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key="parts")["VersionId"], "null")

    def test_suspended_delete_makes_a_null_marker(self):
        self.enabled()
        version = self.put("kept")
        self.state("Suspended")
        self.put("lost")
        response = self.delete()
        self.assertEqual((response["DeleteMarker"], response["VersionId"]), (True, "null"))
        self.delete()
        self.assertEqual(self.listed(), ([version], ["null"], ["null"]))
        self.put("back")
        self.assertEqual(self.listed(), (["null", version], [], ["null"]))
        self.delete(VersionId="null")
        self.assertEqual(self.get(), "kept")

    def test_enabled_again(self):
        self.enabled()
        first = self.put("1")
        self.state("Suspended")
        self.put("null")
        self.state("Enabled")
        last = self.put("2")
        self.assertEqual(self.listed(), ([last, "null", first], [], [last]))
        for version, body in ((first, "1"), ("null", "null"), (last, "2")):
            self.assertEqual(self.get(VersionId=version), body)

    def test_in_parts(self):
        self.enabled()
        ids = []
        for number in range(2):
            upload = self.s3.create_multipart_upload(Bucket=self.bucket, Key="foo")["UploadId"]
            bodies = [bytes([65 + number]) * (5 * MIB), b"end"]
            parts = [{"PartNumber": at, "ETag": self.s3.upload_part(Bucket=self.bucket, Key="foo", UploadId=upload, PartNumber=at, Body=body)["ETag"]}
                     for at, body in enumerate(bodies, 1)]
            ids.append(self.s3.complete_multipart_upload(
                Bucket=self.bucket, Key="foo", UploadId=upload, MultipartUpload={"Parts": parts})["VersionId"])
        self.assertEqual(self.listed()[0], ids[::-1])
        for number, version in enumerate(ids):
            self.assertEqual(self.get(VersionId=version)[:3], chr(65 + number) * 3)

    def test_delete_several(self):
        self.enabled()
        first, second = self.put("1"), self.put("2")
        response = self.s3.delete_objects(Bucket=self.bucket, Delete={"Objects": [{"Key": "foo", "VersionId": first}, {"Key": "bar"}]})
        entries = {entry["Key"]: entry for entry in response["Deleted"]}
        self.assertEqual((entries["foo"]["VersionId"], "DeleteMarker" in entries["foo"]), (first, False))
        marker = entries["bar"]["DeleteMarkerVersionId"]
        self.assertEqual((entries["bar"]["DeleteMarker"], self.listed()), (True, ([second], [marker], [second, marker])))
        response = self.s3.delete_objects(Bucket=self.bucket, Delete={"Objects": [{"Key": "bar", "VersionId": marker}]})
        entry = response["Deleted"][0]
        self.assertEqual((entry["DeleteMarker"], entry["VersionId"], entry["DeleteMarkerVersionId"]), (True, marker, marker))

    def test_tags_and_acl_of_a_version(self):
        self.enabled()
        first, second = self.put("1"), self.put("2")
        tags = [{"Key": "a", "Value": "1"}]
        response = self.s3.put_object_tagging(Bucket=self.bucket, Key="foo", VersionId=first, Tagging={"TagSet": tags})
        self.assertEqual(response["VersionId"], first)
        self.assertEqual(self.s3.get_object_tagging(Bucket=self.bucket, Key="foo", VersionId=first)["TagSet"], tags)
        self.assertEqual(self.s3.get_object_tagging(Bucket=self.bucket, Key="foo")["TagSet"], [])
        self.s3.put_object_acl(Bucket=self.bucket, Key="foo", VersionId=first, ACL="public-read")
        self.assertEqual(self.raw("GET", f"/{self.bucket}/foo?versionId={first}").status, 200)
        self.assertEqual(self.raw("GET", f"/{self.bucket}/foo?versionId={second}").status, 403)
        self.s3.delete_object_tagging(Bucket=self.bucket, Key="foo", VersionId=first)
        self.assertEqual(self.s3.get_object_tagging(Bucket=self.bucket, Key="foo", VersionId=first)["TagSet"], [])

    def test_writers_at_once(self):
        self.enabled()
        with ThreadPoolExecutor(5) as pool:
            ids = list(pool.map(lambda number: self.put(str(number)), range(20)))
        self.assertEqual(sorted(self.listed()[0]), sorted(ids))
        with ThreadPoolExecutor(5) as pool:
            list(pool.map(lambda version: self.delete(VersionId=version), ids))
        self.assertEqual(self.listed(), ([], [], []))


class VersionListTests(VersionCase):
    def filled(self):
        """Three keys with versions and markers; gives the order in which they are listed."""
        self.enabled()
        made = {key: [] for key in ("a/1", "a/2", "b")}
        for _ in range(2):
            for key, ids in made.items():
                ids.append((key, self.put("x", key)))
        made["a/2"].append(("a/2", self.delete("a/2")["VersionId"]))
        return [entry for key in made for entry in reversed(made[key])]

    def test_order(self):
        wanted = self.filled()
        reply = self.signed("GET", f"/{self.bucket}?versions")
        found = [(entry.findtext("Key"), entry.findtext("VersionId")) for entry in reply.xml if entry.tag in ("Version", "DeleteMarker")]
        self.assertEqual(found, wanted)

    @cases(by_one=1, by_two=2, by_three=3, by_seven=7)
    def test_pages(self, size):
        wanted, found, more = self.filled(), [], ""
        for _ in range(8):
            reply = self.signed("GET", f"/{self.bucket}?max-keys={size}&versions{more}")
            page = [(entry.findtext("Key"), entry.findtext("VersionId")) for entry in reply.xml if entry.tag in ("Version", "DeleteMarker")]
            self.assertLessEqual(len(page), size)
            found += page
            if reply.xml.findtext("IsTruncated") == "false":
                break
            key, version = (reply.xml.findtext(name) for name in ("NextKeyMarker", "NextVersionIdMarker"))
            self.assertEqual((key, version), page[-1])
            more = f"&key-marker={key.replace('/', '%2F')}&version-id-marker={version}"
        self.assertEqual(found, wanted)

    def test_prefix_and_delimiter(self):
        wanted = self.filled()
        response = self.s3.list_object_versions(Bucket=self.bucket, Prefix="a/")
        self.assertEqual({entry["Key"] for entry in response["Versions"] + response["DeleteMarkers"]}, {"a/1", "a/2"})
        response = self.s3.list_object_versions(Bucket=self.bucket, Delimiter="/")
        self.assertEqual([entry["Prefix"] for entry in response["CommonPrefixes"]], ["a/"])
        self.assertEqual([entry["VersionId"] for entry in response["Versions"]], [version for key, version in wanted if key == "b"])

    def test_key_marker(self):
        wanted = self.filled()
        response = self.s3.list_object_versions(Bucket=self.bucket, KeyMarker="a/2")
        self.assertEqual([entry["VersionId"] for entry in response["Versions"]], [version for key, version in wanted if key == "b"])

    def test_version_marker_needs_a_key(self):
        self.enabled()
        self.refused(400, "InvalidArgument", self.s3.list_object_versions, Bucket=self.bucket, VersionIdMarker=self.put("a"))

    def test_an_entry_says_what_head_says(self):
        self.enabled()
        for key in ("bar", "baz"):
            self.put(key, key)
        response = self.s3.list_object_versions(Bucket=self.bucket)
        owner = self.s3.get_bucket_acl(Bucket=self.bucket)["Owner"]["ID"]
        for entry in response["Versions"]:
            head = self.s3.head_object(Bucket=self.bucket, Key=entry["Key"])
            self.assertEqual((entry["VersionId"], entry["ETag"], entry["Size"]), (head["VersionId"], head["ETag"], head["ContentLength"]))
            self.assertEqual(entry["LastModified"].replace(microsecond=0), head["LastModified"])
            self.assertEqual((entry["Owner"]["ID"], entry["StorageClass"]), (owner, "STANDARD"))

    def test_encoding(self):
        self.enabled()
        self.put("x", "a b+c")
        response = self.s3.list_object_versions(Bucket=self.bucket, EncodingType="url")
        self.assertEqual(response["Versions"][0]["Key"], "a+b%2Bc")


if __name__ == "__main__":
    unittest.main()
