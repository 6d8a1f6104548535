"""Who may do what: anonymous requests, canned ACLs, ownership, and the block of public access."""

import unittest

from case import ALT, MAIN, S3Case, cases

EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers"
SIGNED_IN = "http://acs.amazonaws.com/groups/global/AuthenticatedUsers"

# What a canned ACL grants beside the owner's full control.
GRANTS = {
    "private": ("private", set()),
    "public_read": ("public-read", {(EVERYBODY, "READ")}),
    "public_read_write": ("public-read-write", {(EVERYBODY, "READ"), (EVERYBODY, "WRITE")}),
    "authenticated_read": ("authenticated-read", {(SIGNED_IN, "READ")}),
}

# ACL of the bucket, and the statuses that an anonymous request gets: list, put and then delete what is new.
BUCKETS = {
    "private": ("private", 403, 403, 403),
    "public_read": ("public-read", 200, 403, 403),
    "public_read_write": ("public-read-write", 200, 200, 204),
    "authenticated_read": ("authenticated-read", 403, 403, 403),
}

# ACLs of bucket and object, and the status of an anonymous GET.
OBJECTS = {
    "private_in_private": ("private", "private", 403),
    "public_in_private": ("private", "public-read", 200),
    "private_in_public": ("public-read", "private", 403),
    "public_in_public": ("public-read", "public-read", 200),
    "writable_in_private": ("private", "public-read-write", 200),
    "for_keys_in_public": ("public-read", "authenticated-read", 403),
    "in_writable": ("public-read-write", "private", 403),
}


class AccessTests(S3Case):
    def grants(self, response):
        """Grants to groups, and to the owner."""
        groups = {(grant["Grantee"]["URI"], grant["Permission"]) for grant in response["Grants"] if grant["Grantee"]["Type"] == "Group"}
        users = [(grant["Grantee"]["ID"], grant["Permission"]) for grant in response["Grants"] if grant["Grantee"]["Type"] == "CanonicalUser"]
        self.assertEqual(users, [(response["Owner"]["ID"], "FULL_CONTROL")])
        return groups

    @cases(**GRANTS)
    def test_bucket_acl(self, acl, groups):
        created, changed = self.new_bucket(ACL=acl), self.new_bucket()
        self.s3.put_bucket_acl(Bucket=changed, ACL=acl)
        for bucket in (created, changed):
            self.assertEqual(self.grants(self.s3.get_bucket_acl(Bucket=bucket)), groups)
        self.s3.put_bucket_acl(Bucket=created, ACL="private")
        self.assertEqual(self.grants(self.s3.get_bucket_acl(Bucket=created)), set())

    @cases(**GRANTS)
    def test_object_acl(self, acl, groups):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="created", Body=b"bar", ACL=acl)
        self.s3.put_object(Bucket=bucket, Key="changed", Body=b"bar", Metadata={"a": "1"})
        before = self.s3.head_object(Bucket=bucket, Key="changed")
        self.s3.put_object_acl(Bucket=bucket, Key="changed", ACL=acl)
        for key in ("created", "changed"):
            self.assertEqual(self.grants(self.s3.get_object_acl(Bucket=bucket, Key=key)), groups)
        after = self.s3.head_object(Bucket=bucket, Key="changed")
        for name in ("ETag", "ContentType", "Metadata", "LastModified"):
            self.assertEqual(before[name], after[name])
        self.s3.put_object(Bucket=bucket, Key="created", Body=b"again")
        self.assertEqual(self.grants(self.s3.get_object_acl(Bucket=bucket, Key="created")), set())

    @cases(owner_read="bucket-owner-read", owner_full="bucket-owner-full-control", exec_read="aws-exec-read")
    def test_other_acl(self, acl):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", ACL=acl)
        self.assertEqual(self.raw("GET", f"/{bucket}/foo").status, 403)

    def test_bad_acl(self):
        bucket = self.bucket_of("foo")
        self.refused(400, "InvalidArgument", self.s3.put_bucket_acl, Bucket=bucket, ACL="public-ready")
        self.refused(400, "InvalidArgument", self.s3.put_object_acl, Bucket=bucket, Key="foo", ACL="public-ready")
        self.refused(400, "InvalidArgument", self.s3.put_object, Bucket=bucket, Key="new", Body=b"", ACL="public-ready")
        self.refused(400, "InvalidArgument", self.s3.create_bucket, Bucket="new-bucket", ACL="public-ready")
        self.assertEqual(self.keys(bucket), ["foo"])

    def test_acl_as_a_document(self):
        """The document of a canned ACL is taken; it is what GET gave."""
        public, private = self.new_bucket(ACL="public-read"), self.new_bucket()
        answer = self.s3.get_bucket_acl(Bucket=public)
        self.s3.put_bucket_acl(Bucket=private, AccessControlPolicy={"Grants": answer["Grants"], "Owner": answer["Owner"]})
        self.assertEqual(self.grants(self.s3.get_bucket_acl(Bucket=private)), {(EVERYBODY, "READ")})
        self.assertEqual(self.raw("GET", f"/{private}").status, 200)

    def test_groups_come_first(self):
        bucket = self.new_bucket(ACL="public-read-write")
        self.assertEqual([grant["Permission"] for grant in self.s3.get_bucket_acl(Bucket=bucket)["Grants"]], ["READ", "WRITE", "FULL_CONTROL"])

    @cases(account=("0" * 64, None), nobody=("_foo", "InvalidArgument"))
    def test_grant_to_an_account(self, account, code):
        bucket = self.new_bucket()
        acl = self.s3.get_bucket_acl(Bucket=bucket)
        grant = {"Grantee": {"Type": "CanonicalUser", "ID": account}, "Permission": "READ"}
        arguments = {"Bucket": bucket, "AccessControlPolicy": {"Grants": [*acl["Grants"], grant], "Owner": acl["Owner"]}}
        if code:
            self.refused(400, code, self.s3.put_bucket_acl, **arguments)
        else:
            self.s3.put_bucket_acl(**arguments)
            self.assertEqual(self.s3.get_bucket_acl(Bucket=bucket)["Grants"][-1], grant)

    def test_grants_to_nobody(self):
        bucket = self.bucket_of("foo")
        owner = self.s3.get_bucket_acl(Bucket=bucket)["Owner"]
        self.s3.put_bucket_acl(Bucket=bucket, AccessControlPolicy={"Grants": [], "Owner": owner})
        self.s3.put_object_acl(Bucket=bucket, Key="foo", AccessControlPolicy={"Grants": [], "Owner": owner})
        self.assertEqual(self.s3.get_bucket_acl(Bucket=bucket).get("Grants", []), [])
        self.assertEqual(self.s3.get_object_acl(Bucket=bucket, Key="foo").get("Grants", []), [])

    def test_expected_owner(self):
        bucket = self.new_bucket(ACL="public-read-write")
        owner = self.s3.get_bucket_acl(Bucket=bucket)["Owner"]["ID"]
        for client in (self.s3, self.client(None)):
            client.list_objects(Bucket=bucket, ExpectedBucketOwner="123456789012")
            code = "InvalidBucketOwnerAWSAccountID"
            self.refused(400, code, client.list_objects, Bucket=bucket, ExpectedBucketOwner=owner)
            self.refused(400, code, client.put_object, Bucket=bucket, Key="foo", Body=b"", ExpectedBucketOwner="foo")
        self.assertEqual(self.keys(bucket), [])

    @cases(not_xml=b"<", other=b"<Other/>")
    def test_bad_document(self, body):
        bucket = self.new_bucket()
        reply = self.signed("PUT", f"/{bucket}?acl", {}, body)
        self.assertEqual(reply.status, 400)
        self.assertIn(reply.code, ("MalformedACLError", "MalformedXML"))

    def test_acl_of_what_is_not_there(self):
        bucket = self.new_bucket()
        self.refused(404, "NoSuchKey", self.s3.get_object_acl, Bucket=bucket, Key="foo")
        self.refused(404, "NoSuchKey", self.s3.put_object_acl, Bucket=bucket, Key="foo", ACL="private")
        self.refused(404, "NoSuchBucket", self.s3.get_bucket_acl, Bucket="no-such-bucket")
        self.refused(404, "NoSuchBucket", self.s3.put_bucket_acl, Bucket="no-such-bucket", ACL="private")

    @cases(**BUCKETS)
    def test_anonymous_in_a_bucket(self, acl, lists, puts, deletes):
        bucket = self.new_bucket(ACL=acl)
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar")
        self.assertEqual(self.raw("GET", f"/{bucket}").status, lists)
        self.assertEqual(self.raw("HEAD", f"/{bucket}").status, lists)
        self.assertEqual(self.raw("DELETE", f"/{bucket}/foo").status, 403, "it is the owner's")
        for _ in range(2):
            self.assertEqual(self.raw("PUT", f"/{bucket}/new", {}, b"new").status, puts)
        self.assertEqual(self.keys(bucket), ["foo", "new"] if puts == 200 else ["foo"])
        self.assertEqual(self.raw("DELETE", f"/{bucket}/new").status, deletes)
        self.assertEqual(self.keys(bucket), ["foo"])
        self.assertEqual(self.body(bucket, "foo"), b"bar")

    @cases(**OBJECTS)
    def test_anonymous_get(self, bucket_acl, acl, status):
        bucket = self.new_bucket(ACL=bucket_acl)
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", ACL=acl)
        reply = self.raw("GET", f"/{bucket}/foo")
        self.assertEqual((reply.status, reply.body if status == 200 else reply.code), (status, b"bar" if status == 200 else "AccessDenied"))
        for key in (MAIN, ALT):
            self.assertEqual(self.client(key).get_object(Bucket=bucket, Key="foo")["Body"].read(), b"bar")

    def test_anonymous_get_of_what_is_not_there(self):
        """Who may list learns that it is not there; others do not."""
        public, private = self.new_bucket(ACL="public-read"), self.new_bucket()
        self.assertEqual([(reply.status, reply.code) for reply in (self.raw("GET", f"/{bucket}/foo") for bucket in (public, private))],
                         [(404, "NoSuchKey"), (403, "AccessDenied")])
        self.assertEqual(self.raw("GET", "/no-such-bucket/foo").code, "NoSuchBucket")
        self.assertEqual(self.raw("DELETE", "/no-such-bucket/foo").code, "NoSuchBucket")

    @cases(acl=("PUT", "?acl", b""), versioning=("PUT", "?versioning", b"<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"),
           delete_bucket=("DELETE", "", b""), get_acl=("GET", "?acl", b""), tagging=("GET", "?tagging", b""))
    def test_anonymous_never(self, method, query, body):
        """Not even in a bucket that everybody may write to."""
        bucket = self.new_bucket(ACL="public-read-write")
        reply = self.raw(method, f"/{bucket}{query}", {"x-amz-acl": "private"} if query == "?acl" and method == "PUT" else {}, body)
        self.assertEqual((reply.status, reply.code), (403, "AccessDenied"))

    @cases(copy=("PUT", "/new", {"x-amz-copy-source": "{bucket}/foo"}, "copy objects"),
           part=("PUT", "/new?partNumber=1&uploadId=none", {"x-amz-copy-source": "{bucket}/foo"}, "copy objects"),
           parts=("POST", "/new?uploads", {}, "initiate multipart uploads"))
    def test_anonymous_needs_a_key(self, method, path, fields, what):
        """However open the bucket is: a copy would read what its source hides."""
        bucket = self.new_bucket(ACL="public-read-write")
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"secret")
        reply = self.raw(method, f"/{bucket}{path}", {name: value.format(bucket=bucket) for name, value in fields.items()}, b"")
        self.assertEqual((reply.status, reply.code), (403, "AccessDenied"))
        self.assertIn(f"Anonymous users cannot {what}.  Please authenticate.", reply.body.decode())
        self.assertEqual(self.keys(bucket), ["foo"])

    def test_anonymous_creates_no_bucket(self):
        reply = self.raw("PUT", "/new-bucket")
        self.assertEqual((reply.status, reply.code), (403, "AccessDenied"))

    # Ownership

    @cases(enforced="BucketOwnerEnforced", preferred="BucketOwnerPreferred", writer="ObjectWriter")
    def test_ownership(self, value):
        created, changed = self.new_bucket(ObjectOwnership=value), self.new_bucket()
        self.s3.put_bucket_ownership_controls(Bucket=changed, OwnershipControls={"Rules": [{"ObjectOwnership": value}]})
        for bucket in (created, changed):
            rules = self.s3.get_bucket_ownership_controls(Bucket=bucket)["OwnershipControls"]["Rules"]
            self.assertEqual(rules, [{"ObjectOwnership": value}])
        self.s3.delete_bucket_ownership_controls(Bucket=changed)
        self.refused(404, "OwnershipControlsNotFoundError", self.s3.get_bucket_ownership_controls, Bucket=changed)

    def test_enforced_ownership_knows_no_acl(self):
        bucket = self.new_bucket(ObjectOwnership="BucketOwnerEnforced")
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar")
        code = "AccessControlListNotSupported"
        self.refused(400, code, self.s3.put_bucket_acl, Bucket=bucket, ACL="public-read")
        self.refused(400, code, self.s3.put_object_acl, Bucket=bucket, Key="foo", ACL="public-read")
        self.refused(400, code, self.s3.put_object, Bucket=bucket, Key="bar", Body=b"", ACL="public-read")
        self.s3.put_object(Bucket=bucket, Key="bar", Body=b"", ACL="bucket-owner-full-control")
        self.assertEqual(self.grants(self.s3.get_bucket_acl(Bucket=bucket)), set())

    def test_enforced_ownership_shows_no_older_acl(self):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", ACL="public-read")
        self.s3.put_bucket_ownership_controls(Bucket=bucket, OwnershipControls={"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]})
        self.assertEqual(self.grants(self.s3.get_object_acl(Bucket=bucket, Key="foo")), set())
        self.s3.delete_bucket_ownership_controls(Bucket=bucket)
        self.assertEqual(self.grants(self.s3.get_object_acl(Bucket=bucket, Key="foo")), {(EVERYBODY, "READ")})

    # Public access block

    def block(self, bucket, **settings):
        every = {name: False for name in ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")}
        self.s3.put_public_access_block(Bucket=bucket, PublicAccessBlockConfiguration={**every, **settings})
        return {**every, **settings}

    def test_block(self):
        bucket = self.new_bucket()
        self.refused(404, "NoSuchPublicAccessBlockConfiguration", self.s3.get_public_access_block, Bucket=bucket)
        wanted = self.block(bucket, BlockPublicAcls=True, RestrictPublicBuckets=True)
        self.assertEqual(self.s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"], wanted)
        self.s3.delete_public_access_block(Bucket=bucket)
        self.refused(404, "NoSuchPublicAccessBlockConfiguration", self.s3.get_public_access_block, Bucket=bucket)

    @cases(read="public-read", write="public-read-write", keys="authenticated-read")
    def test_block_public_acls(self, acl):
        bucket = self.bucket_of("foo")
        self.block(bucket, BlockPublicAcls=True)
        self.refused(403, "AccessDenied", self.s3.put_bucket_acl, Bucket=bucket, ACL=acl)
        self.refused(403, "AccessDenied", self.s3.put_object_acl, Bucket=bucket, Key="foo", ACL=acl)
        self.refused(403, "AccessDenied", self.s3.put_object, Bucket=bucket, Key="bar", Body=b"", ACL=acl)
        self.s3.put_object(Bucket=bucket, Key="private", Body=b"", ACL="private")
        self.assertEqual(self.keys(bucket), ["foo", "private"])

    def test_ignore_public_acls(self):
        bucket = self.new_bucket(ACL="public-read")
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", ACL="public-read")
        self.assertEqual([self.raw("GET", f"/{bucket}{key}").status for key in ("", "/foo")], [200, 200])
        self.block(bucket, IgnorePublicAcls=True)
        self.assertEqual([self.raw("GET", f"/{bucket}{key}").status for key in ("", "/foo")], [403, 403])
        self.assertEqual(self.body(bucket, "foo"), b"bar")


if __name__ == "__main__":
    unittest.main()
