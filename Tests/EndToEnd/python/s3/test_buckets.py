"""Buckets: names, creation, removal, location, and the list of them."""

import unittest

from case import ALT, MAIN, S3Case, cases


class BucketTests(S3Case):
    def create(self, name):
        """Creates by a raw request, so that no client checks the name first."""
        return self.signed("PUT", f"/{name}")

    @cases(one="a", two="aa", long="a" * 64, very_long="a" * 255, underscore_first="_bucket", underscore="foo_bar", dash_last="foo-",
           dash_first="-foo", dot_first=".foo", dot_last="foo.", dots="foo..bar", address="192.168.5.123", capitals="FooBar",
           space="foo%20bar", percent="foo%2525bar")
    def test_bad_name(self, name):
        reply = self.create(name)
        self.assertEqual((reply.status, reply.code), (400, "InvalidBucketName"))

    @cases(three="abc", long="a" * 63, digits="123", dots="a.b.c", dashes="a-b--c", digits_and_letters="1a2")
    def test_good_name(self, name):
        self.assertEqual(self.status(self.s3.create_bucket(Bucket=name)), 200)
        self.assertEqual(self.keys(name), [])

    def test_create_says_where(self):
        self.assertEqual(self.s3.create_bucket(Bucket="somewhere")["Location"], "/somewhere")

    def test_create_twice(self):
        """In us-east-1 the owner may; elsewhere it is BucketAlreadyOwnedByYou. Nothing is lost either way."""
        bucket = self.bucket_of("kept")
        reply = self.create(bucket)
        if reply.status != 200:
            self.assertEqual((reply.status, reply.code), (409, "BucketAlreadyOwnedByYou"))
        self.assertEqual(self.keys(bucket), ["kept"])

    def test_head(self):
        bucket = self.new_bucket()
        response = self.s3.head_bucket(Bucket=bucket)
        self.assertEqual((self.status(response), response["BucketRegion"]), (200, "us-east-1"))
        self.assertEqual(response["ResponseMetadata"]["HTTPHeaders"]["x-amz-bucket-arn"], f"arn:aws:s3:::{bucket}")
        self.refused(404, None, self.s3.head_bucket, Bucket="no-such-bucket")

    def test_delete(self):
        bucket = self.new_bucket()
        self.assertEqual(self.status(self.s3.delete_bucket(Bucket=bucket)), 204)
        self.refused(404, "NoSuchBucket", self.s3.delete_bucket, Bucket=bucket)
        self.refused(404, "NoSuchBucket", self.s3.put_object, Bucket=bucket, Key="a", Body=b"")
        self.s3.create_bucket(Bucket=bucket)
        self.assertEqual(self.keys(bucket), [])

    def test_delete_one_that_is_not_empty(self):
        bucket = self.bucket_of("foo")
        self.refused(409, "BucketNotEmpty", self.s3.delete_bucket, Bucket=bucket)
        self.s3.delete_object(Bucket=bucket, Key="foo")
        self.s3.delete_bucket(Bucket=bucket)

    def test_delete_one_with_versions(self):
        bucket = self.new_bucket()
        self.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        self.s3.put_object(Bucket=bucket, Key="a", Body=b"")
        self.s3.delete_object(Bucket=bucket, Key="a")
        self.refused(409, "BucketNotEmpty", self.s3.delete_bucket, Bucket=bucket)

    @cases(get="get_object", head="head_object", put="put_object", delete="delete_object")
    def test_no_such_bucket(self, operation):
        self.refused(404, None if operation == "head_object" else "NoSuchBucket", getattr(self.s3, operation), Bucket="no-such-bucket", Key="a")

    def test_list(self):
        for name in ("b-2", "a-1", "c-3"):
            self.s3.create_bucket(Bucket=name)
        response = self.s3.list_buckets()
        self.assertEqual([bucket["Name"] for bucket in response["Buckets"]], ["a-1", "b-2", "c-3"])
        self.assertEqual(response["Owner"]["ID"], self.s3.get_bucket_acl(Bucket="a-1")["Owner"]["ID"])
        for bucket in response["Buckets"]:
            self.assertEqual(bucket["CreationDate"].tzname(), "UTC")

    def test_list_pages(self):
        names = [f"page-{number}" for number in range(5)]
        for name in names + ["other"]:
            self.s3.create_bucket(Bucket=name)
        found, more = [], {}
        for size in (2, 2, 1):
            response = self.s3.list_buckets(MaxBuckets=2, Prefix="page-", **more)
            self.assertEqual(len(response["Buckets"]), size)
            self.assertEqual(response["Prefix"], "page-")
            found += [bucket["Name"] for bucket in response["Buckets"]]
            more = {"ContinuationToken": response.get("ContinuationToken")}
        self.assertEqual((found, more["ContinuationToken"]), (names, None))

    def test_list_of_a_region(self):
        self.s3.create_bucket(Bucket="usual")
        self.s3.create_bucket(Bucket="elsewhere", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        found = {region: [bucket["Name"] for bucket in self.s3.list_buckets(BucketRegion=region)["Buckets"]]
                 for region in ("eu-west-1", "us-east-1", "ap-south-1")}
        self.assertEqual(found, {"eu-west-1": ["elsewhere"], "us-east-1": ["usual"], "ap-south-1": []})
        self.assertEqual([set(bucket) for bucket in self.s3.list_buckets()["Buckets"]], [{"Name", "CreationDate", "BucketArn"}] * 2)
        self.assertEqual({bucket["Name"]: bucket["BucketRegion"] for bucket in self.s3.list_buckets(MaxBuckets=2)["Buckets"]},
                         {"usual": "us-east-1", "elsewhere": "eu-west-1"})

    @cases(zero="0", too_many="10001", negative="-1", word="many")
    def test_bad_max_buckets(self, value):
        reply = self.signed("GET", f"/?max-buckets={value}")
        self.assertEqual((reply.status, reply.code), (400, "InvalidArgument"))

    def test_list_is_the_same_for_every_key(self):
        self.s3.create_bucket(Bucket="of-main")
        self.client(ALT).create_bucket(Bucket="of-alt")
        for key in (MAIN, ALT):
            self.assertEqual([bucket["Name"] for bucket in self.client(key).list_buckets()["Buckets"]], ["of-alt", "of-main"])

    def test_list_anonymous(self):
        self.refused(403, "AccessDenied", self.client(None).list_buckets)

    def test_location(self):
        self.assertIsNone(self.s3.get_bucket_location(Bucket=self.new_bucket())["LocationConstraint"])
        self.s3.create_bucket(Bucket="in-europe", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
        self.assertEqual(self.s3.get_bucket_location(Bucket="in-europe")["LocationConstraint"], "eu-central-1")
        self.refused(404, "NoSuchBucket", self.s3.get_bucket_location, Bucket="no-such-bucket")

    def test_bad_location(self):
        body = b"<CreateBucketConfiguration><LocationConstraint>us-east-1</LocationConstraint></CreateBucketConfiguration>"
        reply = self.signed("PUT", "/somewhere", body=body)
        self.assertEqual((reply.status, reply.code), (400, "InvalidLocationConstraint"))
        self.refused(404, None, self.s3.head_bucket, Bucket="somewhere")

    def test_configuration_without_content(self):
        self.s3.create_bucket(Bucket="somewhere", CreateBucketConfiguration={})
        self.assertIsNone(self.s3.get_bucket_location(Bucket="somewhere")["LocationConstraint"])

    @cases(not_xml=b"<", other_root=b"<Other/>", entity=b'<!DOCTYPE a [<!ENTITY b "c">]><CreateBucketConfiguration>&b;</CreateBucketConfiguration>')
    def test_bad_configuration(self, body):
        reply = self.signed("PUT", "/somewhere", body=body)
        self.assertEqual((reply.status, reply.code), (400, "MalformedXML"))
        self.refused(404, None, self.s3.head_bucket, Bucket="somewhere")

    def test_error_names_the_bucket(self):
        reply = self.signed("GET", "/no-such-bucket")
        self.assertEqual(reply.status, 404)
        self.assertEqual(reply.headers["Content-Type"], "application/xml")
        self.assertEqual([reply.xml.findtext(name) for name in ("Code", "BucketName")], ["NoSuchBucket", "no-such-bucket"])
        self.assertEqual(reply.xml.findtext("RequestId"), reply.headers["x-amz-request-id"])
        self.assertEqual(reply.xml.findtext("HostId"), reply.headers["x-amz-id-2"])


if __name__ == "__main__":
    unittest.main()
