"""Bucket policies, public access and lifecycles: what S3 looks at before it keeps them."""

import json
import unittest

from case import S3Case, cases

NOBODY = {"AWS": "arn:aws:iam::123456789012:root"}
FLAGS = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")

# The principal, the rest of the statement, and whether the policy is public.
POLICIES = {
    "anybody": ("*", {}, True), "anybody_in_aws": ({"AWS": "*"}, {}, True), "anybody_in_a_list": ({"AWS": ["*"]}, {}, True),
    "an_account": (NOBODY, {}, False), "denied": ("*", {"Effect": "Deny"}, False),
    "addresses": ("*", {"Condition": {"IpAddress": {"aws:SourceIp": "10.0.0.0/32"}}}, False),
    "any_address": ("*", {"Condition": {"IpAddress": {"aws:SourceIp": "0.0.0.0/0"}}}, True),
    "other_addresses": ("*", {"Condition": {"NotIpAddress": {"aws:SourceIp": "10.0.0.0/32"}}}, True),
    "network": ("*", {"Condition": {"StringEquals": {"aws:SourceVpc": "vpc-1"}}}, False),
    "any_network": ("*", {"Condition": {"StringLike": {"aws:SourceVpc": "vpc-*"}}}, True),
    "referer": ("*", {"Condition": {"StringLike": {"aws:Referer": "http://www.example.test/*"}}}, True),
}


# Members of a statement that S3 refuses; None for one that is left out. BUCKET is the bucket.
BAD = {
    "no_effect": {"Effect": None}, "no_principal": {"Principal": None}, "no_action": {"Action": None}, "no_resource": {"Resource": None},
    "effect": {"Effect": "allow"}, "action": {"Action": "s3:Foo"}, "other_service": {"Action": "ec2:RunInstances"},
    "other_bucket": {"Resource": "arn:aws:s3:::other/*"}, "every_resource": {"Resource": "*"}, "action_of_objects": {"Resource": "arn:aws:s3:::BUCKET"},
    "principal": {"Principal": {"AWS": "foo"}}, "text": {"Principal": "foo"}, "account": {"Principal": {"AWS": "arn:aws:iam::s3tenant1:root"}},
    "operator": {"Condition": {"Foo": {"aws:SourceIp": "1.2.3.4"}}}, "unknown_field": {"Foo": "x"},
    "condition_key": {"Condition": {"StringEquals": {"s3:x-acl": "private"}}}, "condition_of_lists": {"Condition": {"StringLike": {"s3:prefix": "a*"}}},
}


def policy(bucket, principal="*", action="s3:GetObject", **more):
    statement = {"Effect": "Allow", "Principal": principal, "Action": action, "Resource": [f"arn:aws:s3:::{bucket}", f"arn:aws:s3:::{bucket}/*"],
                 **more}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


class PolicyTests(S3Case):
    def block(self, bucket, **settings):
        self.s3.put_public_access_block(Bucket=bucket, PublicAccessBlockConfiguration={**dict.fromkeys(FLAGS, False), **settings})

    @cases(**POLICIES)
    def test_status(self, principal, more, public):
        bucket = self.new_bucket()
        self.refused(404, "NoSuchBucketPolicy", self.s3.get_bucket_policy_status, Bucket=bucket)
        text = policy(bucket, principal, **more)
        self.s3.put_bucket_policy(Bucket=bucket, Policy=text)
        self.assertEqual(self.s3.get_bucket_policy_status(Bucket=bucket)["PolicyStatus"], {"IsPublic": public})
        self.assertEqual(self.s3.get_bucket_policy(Bucket=bucket)["Policy"], text)

    @cases(**{name: (changes,) for name, changes in BAD.items()})
    def test_malformed(self, changes):
        bucket = self.new_bucket()
        statement = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::{bucket}/*", **changes}
        text = json.dumps({"Statement": [{name: value for name, value in statement.items() if value}]}).replace("BUCKET", bucket)
        self.refused(400, "MalformedPolicy", self.s3.put_bucket_policy, Bucket=bucket, Policy=text)
        self.refused(404, "NoSuchBucketPolicy", self.s3.get_bucket_policy, Bucket=bucket)

    def test_all_but_somebody(self):
        bucket = self.new_bucket()
        text = policy(bucket).replace('"Principal"', '"NotPrincipal"')
        self.refused(400, "MalformedPolicy", self.s3.put_bucket_policy, Bucket=bucket, Policy=text)

    def test_blocked_policy(self):
        bucket = self.new_bucket()
        self.block(bucket, BlockPublicPolicy=True)
        self.refused(403, "AccessDenied", self.s3.put_bucket_policy, Bucket=bucket, Policy=policy(bucket))
        self.s3.put_bucket_policy(Bucket=bucket, Policy=policy(bucket, NOBODY))


def rule(**more):
    return {"ID": "rule1", "Prefix": "test1/", "Status": "Enabled", "Expiration": {"Days": 2}, **more}


def filtered(**conditions):
    return {"ID": "rule1", "Filter": conditions, "Status": "Enabled", "Expiration": {"Days": 2}}


def moved(**transition):
    return {"ID": "rule1", "Prefix": "", "Status": "Enabled", "Transitions": [transition]}


MARKER = {"ExpiredObjectDeleteMarker": True}

# Rules that come back as they are.
RULES = {
    "two": [rule(), rule(ID="rule2", Status="Disabled")], "marker": [rule(Expiration=MARKER)], "filter": [filtered(Prefix="a")],
    "versions": [{"ID": "a", "Prefix": "past/", "Status": "Enabled", "NoncurrentVersionExpiration": {"NoncurrentDays": 2}}],
    "uploads": [{"ID": "a", "Prefix": "", "Status": "Enabled", "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 2}}],
    "transition": [{"ID": "a", "Prefix": "", "Status": "Enabled", "Transitions": [{"Days": 1, "StorageClass": "GLACIER"}]}],
}

# Rules that S3 refuses, and its code.
BAD_RULES = {
    "same_id": ([rule(), rule(Prefix="test2/")], "InvalidArgument"), "long_id": ([rule(ID="a" * 256)], "InvalidArgument"),
    "no_days": ([rule(Expiration={"Days": 0})], "InvalidArgument"), "no_midnight": ([rule(Expiration={"Date": "2030-01-01T10:00:00Z"})], "InvalidArgument"),
    "lower_case": ([rule(Status="enabled")], "MalformedXML"), "other_status": ([rule(Status="invalid")], "MalformedXML"),
    "two_conditions": ([filtered(Prefix="a", ObjectSizeLessThan=9)], "MalformedXML"),
    "prefix_and_filter": ([{**filtered(Prefix="a"), "Prefix": "a"}], "MalformedXML"),
    "transition_class": ([moved(Days=1, StorageClass="BRONZE")], "MalformedXML"),
    "transition_days": ([moved(Days=-1, StorageClass="GLACIER")], "InvalidArgument"),
    "transition_no_midnight": ([moved(Date="2030-01-01T10:00:00Z", StorageClass="GLACIER")], "InvalidArgument"),
    "early_transition": ([moved(Days=10, StorageClass="STANDARD_IA")], "InvalidArgument"),
    "expires_before_transition": ([{**moved(Days=9, StorageClass="GLACIER"), "Expiration": {"Days": 9}}], "InvalidArgument"),
    "uploads_with_tags": (
        [{"ID": "a", "Filter": {"Tag": {"Key": "a", "Value": "b"}}, "Status": "Enabled", "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 2}}],
        "InvalidRequest"),
    "marker_with_days": ([rule(Expiration={**MARKER, "Days": 5})], "MalformedXML"),
}


class LifecycleTests(S3Case):
    def put(self, bucket, rules):
        return self.s3.put_bucket_lifecycle_configuration(Bucket=bucket, LifecycleConfiguration={"Rules": rules})

    def rules(self, bucket):
        return self.s3.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"]

    @cases(**{name: (rules,) for name, rules in RULES.items()})
    def test_kept(self, rules):
        bucket = self.new_bucket()
        self.put(bucket, rules)
        self.assertEqual(self.rules(bucket), rules)

    @cases(**BAD_RULES)
    def test_refused(self, rules, code):
        bucket = self.new_bucket()
        self.refused(400, code, lambda **_: self.put(bucket, rules))
        self.refused(404, "NoSuchLifecycleConfiguration", self.s3.get_bucket_lifecycle_configuration, Bucket=bucket)

    def test_rules_without_an_id_get_one(self):
        bucket = self.new_bucket()
        rules = [{name: value for name, value in rule(Prefix=prefix).items() if name != "ID"} for prefix in ("a&b/", "c/")]
        self.put(bucket, rules)
        found = self.rules(bucket)
        self.assertEqual(len({each.pop("ID") for each in found}), 2)
        self.assertEqual(found, rules)

    def test_date(self):
        bucket = self.new_bucket()
        self.put(bucket, [rule(Expiration={"Date": "2030-01-01"})])
        self.assertEqual(self.rules(bucket)[0]["Expiration"]["Date"].isoformat(), "2030-01-01T00:00:00+00:00")

    def test_delete_what_is_not_there(self):
        self.assertEqual(self.status(self.s3.delete_bucket_lifecycle(Bucket=self.new_bucket())), 204)


if __name__ == "__main__":
    unittest.main()
