"""Tags, CORS, and settings of buckets that are accepted and returned."""

import base64
import datetime
import functools
import hashlib
import json
import unittest

from case import S3Case, cases


def tags(count, key_length=0, value_length=0):
    return [{"Key": f"{number:0{key_length or 1}}", "Value": f"{number:0{value_length or 1}}"} for number in range(count)]


class TaggingTests(S3Case):
    def tagged(self, tag_set):
        bucket = self.bucket_of("foo")
        self.s3.put_object_tagging(Bucket=bucket, Key="foo", Tagging={"TagSet": tag_set})
        return bucket

    @cases(two=(2, 0, 0), ten=(10, 0, 0), longest=(10, 128, 256))
    def test_object(self, *sizes):
        bucket = self.tagged(tags(*sizes))
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"], tags(*sizes))
        for operation in (self.s3.get_object, self.s3.head_object):
            self.assertEqual(operation(Bucket=bucket, Key="foo")["ResponseMetadata"]["HTTPHeaders"]["x-amz-tagging-count"], str(sizes[0]))

    @cases(eleven=(11, 0, 0), long_key=(10, 129, 256), long_value=(10, 128, 257))
    def test_bad_object_tags(self, *sizes):
        bucket = self.bucket_of("foo")
        with self.assertRaises(self.s3.exceptions.ClientError) as caught:
            self.s3.put_object_tagging(Bucket=bucket, Key="foo", Tagging={"TagSet": tags(*sizes)})
        self.assertIn(caught.exception.response["Error"]["Code"], ("InvalidTag", "BadRequest"))
        self.assertEqual(caught.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"], [])

    def test_duplicate(self):
        bucket = self.bucket_of("foo")
        twice = [{"Key": "a", "Value": "1"}, {"Key": "a", "Value": "2"}]
        self.refused(400, "InvalidTag", self.s3.put_object_tagging, Bucket=bucket, Key="foo", Tagging={"TagSet": twice})

    def test_replace_and_delete(self):
        bucket = self.tagged(tags(2))
        other = [{"Key": "key3", "Value": "val3"}]
        self.s3.put_object_tagging(Bucket=bucket, Key="foo", Tagging={"TagSet": other})
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"], other)
        self.assertEqual(self.status(self.s3.delete_object_tagging(Bucket=bucket, Key="foo")), 204)
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"], [])
        self.assertNotIn("TagCount", self.s3.head_object(Bucket=bucket, Key="foo"))

    @cases(two=("a=1&b=2", {"a": "1", "b": "2"}), no_value=("foo=bar&bar", {"foo": "bar", "bar": ""}), escaped=("a%20b=c%3Dd&e%2Bf=g", {"a b": "c=d", "e+f": "g"}))
    def test_with_put(self, text, wanted):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"", Tagging=text)
        found = {tag["Key"]: tag["Value"] for tag in self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"]}
        self.assertEqual(found, wanted)

    def test_order(self):
        """Tags come back in the order of their keys."""
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"", Tagging="foo=bar&bar")
        self.assertEqual([tag["Key"] for tag in self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"]], ["bar", "foo"])

    @cases(eleven="&".join(f"k{number}=v" for number in range(11)), twice="a=1&a=2", long_key="k" * 129 + "=v")
    def test_bad_tags_with_put(self, text):
        bucket = self.new_bucket()
        with self.assertRaises(self.s3.exceptions.ClientError) as caught:
            self.s3.put_object(Bucket=bucket, Key="foo", Body=b"", Tagging=text)
        self.assertIn(caught.exception.response["Error"]["Code"], ("InvalidTag", "BadRequest", "InvalidArgument"))
        self.assertEqual(self.keys(bucket), [])

    def test_a_new_object_has_no_tags(self):
        bucket = self.tagged(tags(2))
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"again")
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"], [])

    def test_in_parts(self):
        bucket = self.new_bucket()
        upload = self.s3.create_multipart_upload(Bucket=bucket, Key="foo", Tagging="a=1")["UploadId"]
        etag = self.s3.upload_part(Bucket=bucket, Key="foo", UploadId=upload, PartNumber=1, Body=b"x")["ETag"]
        self.s3.complete_multipart_upload(Bucket=bucket, Key="foo", UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": etag}]})
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo")["TagSet"], [{"Key": "a", "Value": "1"}])

    def test_what_is_not_there(self):
        bucket = self.new_bucket()
        for operation, more in ((self.s3.get_object_tagging, {}), (self.s3.delete_object_tagging, {}), (self.s3.put_object_tagging, {"Tagging": {"TagSet": []}})):
            self.refused(404, "NoSuchKey", operation, Bucket=bucket, Key="foo", **more)

    def test_bucket(self):
        bucket = self.new_bucket()
        self.refused(404, "NoSuchTagSet", self.s3.get_bucket_tagging, Bucket=bucket)
        self.s3.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": [{"Key": "Hello", "Value": "World"}]})
        self.assertEqual(self.s3.get_bucket_tagging(Bucket=bucket)["TagSet"], [{"Key": "Hello", "Value": "World"}])
        self.assertEqual(self.status(self.s3.delete_bucket_tagging(Bucket=bucket)), 204)
        self.refused(404, "NoSuchTagSet", self.s3.get_bucket_tagging, Bucket=bucket)

    @cases(not_xml=b"<Tagging>", other=b"<Other/>", no_key=b"<Tagging><TagSet><Tag><Value>a</Value></Tag></TagSet></Tagging>", empty=b"")
    def test_bad_document(self, body):
        bucket = self.bucket_of("foo")
        reply = self.signed("PUT", f"/{bucket}/foo?tagging", {}, body)
        self.assertEqual(reply.status, 400)
        self.assertIn(reply.code, ("MalformedXML", "MissingRequestBodyError", "InvalidTag"))


RULES = [{"AllowedMethods": ["GET"], "AllowedOrigins": ["*suffix"]}, {"AllowedMethods": ["GET"], "AllowedOrigins": ["start*end"]},
         {"AllowedMethods": ["GET"], "AllowedOrigins": ["prefix*"]}, {"AllowedMethods": ["PUT"], "AllowedOrigins": ["*.put"]}]

# Origin, and whether a GET, and whether a PUT may come from there.
ORIGINS = {
    "suffix": ("foo.suffix", True, False), "other": ("foo.bar", False, False), "suffix_inside": ("foo.suffix.get", False, False),
    "start_end": ("startend", True, False), "start_x_end": ("start12end", True, False), "x_start_end": ("0start12end", False, False),
    "prefix": ("prefix", True, False), "prefix_x": ("prefix.suffix", True, False), "x_prefix": ("bla.prefix", False, False),
    "put": ("foo.put", False, True),
}


class CorsTests(S3Case):
    def ruled(self, *rules):
        bucket = self.new_bucket(ACL="public-read")
        self.s3.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": list(rules)})
        return bucket

    def allowed(self, reply):
        return reply.headers["Access-Control-Allow-Origin"], reply.headers["Access-Control-Allow-Methods"]

    def test_rules(self):
        bucket = self.new_bucket()
        self.refused(404, "NoSuchCORSConfiguration", self.s3.get_bucket_cors, Bucket=bucket)
        rule = {"ID": "one", "AllowedMethods": ["GET", "PUT"], "AllowedOrigins": ["*.get", "*.put"], "AllowedHeaders": ["x-*"],
                "ExposeHeaders": ["ETag"], "MaxAgeSeconds": 60}
        self.s3.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": [rule]})
        self.assertEqual(self.s3.get_bucket_cors(Bucket=bucket)["CORSRules"], [rule])
        self.assertEqual(self.status(self.s3.delete_bucket_cors(Bucket=bucket)), 204)
        self.refused(404, "NoSuchCORSConfiguration", self.s3.get_bucket_cors, Bucket=bucket)

    @cases(method={"AllowedMethods": ["PATCH"], "AllowedOrigins": ["*"]}, origin={"AllowedMethods": ["GET"], "AllowedOrigins": ["*.a.*"]})
    def test_bad_rule(self, rule):
        self.refused(400, "InvalidRequest", self.s3.put_bucket_cors, Bucket=self.new_bucket(), CORSConfiguration={"CORSRules": [rule]})

    @cases(**ORIGINS)
    def test_origin(self, origin, gets, puts):
        bucket = self.ruled(*RULES)
        for method, may in (("GET", gets), ("PUT", puts)):
            wanted = (origin, method) if may else (None, None)
            reply = self.raw("OPTIONS", f"/{bucket}/bar", {"Origin": origin, "Access-Control-Request-Method": method})
            self.assertEqual((reply.status, *self.allowed(reply)), (200 if may else 403, *wanted))
            if not may:
                self.assertEqual(reply.code, "AccessForbidden")
        reply = self.raw("GET", f"/{bucket}", {"Origin": origin})
        self.assertEqual((reply.status, *self.allowed(reply)), (200, *((origin, "GET") if gets else (None, None))))
        reply = self.raw("GET", f"/{bucket}/none", {"Origin": origin})
        self.assertEqual((reply.status, *self.allowed(reply)), (404, *((origin, "GET") if gets else (None, None))))
        reply = self.raw("PUT", f"/{bucket}/bar", {"Origin": origin}, b"")
        self.assertEqual((reply.status, *self.allowed(reply)), (403, *((origin, "PUT") if puts else (None, None))))

    def test_no_origin(self):
        bucket = self.ruled(*RULES)
        self.assertEqual(self.allowed(self.raw("GET", f"/{bucket}")), (None, None))
        for fields in ({}, {"Origin": "foo.suffix"}, {"Access-Control-Request-Method": "GET"}):
            self.assertEqual(self.raw("OPTIONS", f"/{bucket}", fields).status, 400)

    def test_every_origin(self):
        bucket = self.ruled({"AllowedMethods": ["GET"], "AllowedOrigins": ["*"]})
        self.assertEqual(self.allowed(self.raw("GET", f"/{bucket}", {"Origin": "example.origin"})), ("*", "GET"))

    def test_fields(self):
        bucket = self.ruled({"AllowedMethods": ["GET"], "AllowedOrigins": ["*"], "AllowedHeaders": ["x-amz-*", "Content-Type"],
                             "ExposeHeaders": ["ETag", "x-amz-meta-a"], "MaxAgeSeconds": 60})
        asked = {"Origin": "example.origin", "Access-Control-Request-Method": "GET"}
        reply = self.raw("OPTIONS", f"/{bucket}/a", {**asked, "Access-Control-Request-Headers": "X-Amz-Date, content-type"})
        self.assertEqual((reply.status, reply.headers["Access-Control-Max-Age"]), (200, "60"))
        self.assertEqual({name.strip().lower() for name in reply.headers["Access-Control-Allow-Headers"].split(",")}, {"x-amz-date", "content-type"})
        self.assertEqual({name.strip() for name in reply.headers["Access-Control-Expose-Headers"].split(",")}, {"ETag", "x-amz-meta-a"})
        self.assertEqual(self.raw("OPTIONS", f"/{bucket}/a", {**asked, "Access-Control-Request-Headers": "x-other"}).status, 403)

    @cases(same=("GET", "foo.suffix"), other=("PUT", None), none=("DELETE", None))
    def test_method_that_a_request_names(self, method, origin):
        """Beside a preflight, too, the field counts, not the method."""
        bucket = self.ruled(*RULES)
        reply = self.raw("PUT", f"/{bucket}/bar", {"Origin": "foo.suffix", "Access-Control-Request-Method": method}, b"")
        self.assertEqual((reply.status, *self.allowed(reply)), (403, origin, origin and method))

    def test_preflight_needs_rules(self):
        bucket = self.new_bucket()
        reply = self.raw("OPTIONS", f"/{bucket}/a", {"Origin": "a", "Access-Control-Request-Method": "GET"})
        self.assertEqual((reply.status, reply.code), (403, "AccessForbidden"))

    @cases(v4="s3v4", v2="s3")
    def test_with_a_link(self, version):
        bucket = self.ruled({"AllowedMethods": ["PUT"], "AllowedOrigins": ["http://app.test"], "ExposeHeaders": ["ETag"]})
        target = self.link("put_object", self.client(signature_version=version), Bucket=bucket, Key="foo")
        asked = {"Origin": "http://app.test", "Access-Control-Request-Method": "PUT"}
        self.assertEqual(self.raw("OPTIONS", target, asked).status, 200)
        reply = self.raw("PUT", target, {"Origin": "http://app.test"}, b"bar")
        self.assertEqual((reply.status, *self.allowed(reply)), (200, "http://app.test", "PUT"))
        self.assertEqual(reply.headers["Access-Control-Expose-Headers"], "ETag")


LIFECYCLE = {"Rules": [{"ID": "rule1", "Expiration": {"Days": 31}, "Filter": {"Prefix": "test1/"}, "Status": "Enabled"}]}
ENCRYPTION = {"Rules": [{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": False,
                         "BlockedEncryptionTypes": {"EncryptionType": ["SSE-C"]}}]}
WEBSITE = {"IndexDocument": {"Suffix": "index.html"}, "ErrorDocument": {"Key": "error.html"}}

# Name in boto3, argument, value, element of the response, code when there is none (None: an empty one).
KEPT = {
    "lifecycle": ("bucket_lifecycle_configuration", "LifecycleConfiguration", LIFECYCLE, "Rules", "NoSuchLifecycleConfiguration"),
    "encryption": ("bucket_encryption", "ServerSideEncryptionConfiguration", ENCRYPTION, None, None),
    "website": ("bucket_website", "WebsiteConfiguration", WEBSITE, "IndexDocument", "NoSuchWebsiteConfiguration"),
}


CUSTOMER = "x-amz-server-side-encryption-customer"
CUSTOMER_KEY = {f"{CUSTOMER}-algorithm": "AES256", f"{CUSTOMER}-key": base64.b64encode(bytes(32)).decode(),
                f"{CUSTOMER}-key-MD5": base64.b64encode(hashlib.md5(bytes(32)).digest()).decode()}


class SettingTests(S3Case):
    @cases(**KEPT)
    def test_kept(self, name, argument, value, element, code):
        bucket = self.new_bucket()
        get, put = getattr(self.s3, f"get_{name}"), getattr(self.s3, f"put_{name}")
        delete = getattr(self.s3, f"delete_{name.removesuffix('_configuration')}")
        if code:
            self.refused(404, code, get, Bucket=bucket)
        put(Bucket=bucket, **{argument: value})
        response = get(Bucket=bucket)
        self.assertEqual(response[element] if element else response[argument], value[element] if element else value)
        self.assertEqual(self.status(delete(Bucket=bucket)), 204)
        if code:
            self.refused(404, code, get, Bucket=bucket)

    def test_expiration(self):
        """Nothing is deleted; the responses say when S3 would."""
        def rule(id, expiration, **more):
            return {"ID": id, "Expiration": expiration, "Status": "Enabled", "Filter": {"Prefix": "a/"}, **more}

        tagged = {"And": {"Prefix": "a/", "Tags": [{"Key": "k", "Value": "v"}], "ObjectSizeGreaterThan": 1, "ObjectSizeLessThan": 4}}
        rules = [rule("in ten", {"Days": 10}), rule("off", {"Days": 1}, Status="Disabled"), rule("tags", {"Days": 2}, Filter=tagged),
                 rule("far", {"Date": "2190-01-01"}, Filter={"Prefix": "b"}), rule("marker", {"ExpiredObjectDeleteMarker": True}),
                 {"ID": "uploads", "Status": "Enabled", "Filter": {"Prefix": "u/"},
                  "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 7}}]
        bucket = self.new_bucket()
        self.s3.put_bucket_lifecycle_configuration(Bucket=bucket, LifecycleConfiguration={"Rules": rules})

        def midnight(days):
            day = datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=days + 1)
            return day.strftime("%a, %d %b %Y 00:00:00 GMT")

        for key, body, tags, wanted in (("a/1", b"foo", "", (midnight(10), "in%20ten")), ("a/2", b"foo", "k=v&l=w", (midnight(2), "tags")),
                                        ("a/3", b"long", "k=v", (midnight(10), "in%20ten")), ("b", b"", "", ("Fri, 01 Jan 2190 00:00:00 GMT", "far"))):
            wanted = f'expiry-date="{wanted[0]}", rule-id="{wanted[1]}"'
            upload = self.s3.create_multipart_upload(Bucket=bucket, Key=key, Tagging=tags)["UploadId"]
            part = self.s3.upload_part(Bucket=bucket, Key=key, UploadId=upload, PartNumber=1, Body=body)
            parts = {"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]}
            done = self.s3.complete_multipart_upload(Bucket=bucket, Key=key, UploadId=upload, MultipartUpload=parts)
            put = self.s3.put_object(Bucket=bucket, Key=key, Body=body, Tagging=tags)
            copy = self.s3.copy_object(Bucket=bucket, Key=key, CopySource=f"{bucket}/{key}", MetadataDirective="REPLACE")
            get, head = self.s3.get_object(Bucket=bucket, Key=key), self.s3.head_object(Bucket=bucket, Key=key)
            self.assertEqual({response.get("Expiration") for response in (done, put, copy, get, head)}, {wanted}, key)
        self.assertNotIn("Expiration", self.s3.put_object(Bucket=bucket, Key="c", Body=b""))
        upload = self.s3.create_multipart_upload(Bucket=bucket, Key="u/1")
        parts = self.s3.list_parts(Bucket=bucket, Key="u/1", UploadId=upload["UploadId"])
        for response in (upload, parts):
            self.assertEqual(response["AbortDate"].strftime("%a, %d %b %Y 00:00:00 GMT"), midnight(7))
            self.assertEqual(response["AbortRuleId"], "uploads")
        self.s3.delete_bucket_lifecycle(Bucket=bucket)
        self.assertNotIn("Expiration", self.s3.head_object(Bucket=bucket, Key="a/1"))

    def test_lifecycle_says_what_is_too_small(self):
        bucket = self.new_bucket()
        for said, more in (("all_storage_classes_128K", {}), ("varies_by_storage_class", {"TransitionDefaultMinimumObjectSize": "varies_by_storage_class"})):
            put = self.s3.put_bucket_lifecycle_configuration(Bucket=bucket, LifecycleConfiguration=LIFECYCLE, **more)
            self.assertEqual(put["TransitionDefaultMinimumObjectSize"], said)
            self.assertEqual(self.s3.get_bucket_lifecycle_configuration(Bucket=bucket)["TransitionDefaultMinimumObjectSize"], said)
        self.refused(400, "InvalidRequest", self.s3.put_bucket_lifecycle_configuration, Bucket=bucket, LifecycleConfiguration=LIFECYCLE,
                     TransitionDefaultMinimumObjectSize="none")

    def test_encryption_is_completed(self):
        bucket = self.new_bucket()
        usual = self.s3.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"]
        self.assertEqual(usual, ENCRYPTION)
        rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}}
        self.s3.put_bucket_encryption(Bucket=bucket, ServerSideEncryptionConfiguration={"Rules": [rule]})
        self.assertEqual(self.s3.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"], usual)

    def test_too_many_rules_of_cors(self):
        rules = [{"AllowedMethods": ["GET"], "AllowedOrigins": ["*"]}] * 101
        self.refused(400, "InvalidRequest", self.s3.put_bucket_cors, Bucket=self.new_bucket(), CORSConfiguration={"CORSRules": rules})

    def test_policy(self):
        bucket = self.new_bucket()
        policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "s3:ListBucket",
                                                          "Resource": [f"arn:aws:s3:::{bucket}"]}]}
        self.refused(404, "NoSuchBucketPolicy", self.s3.get_bucket_policy, Bucket=bucket)
        self.s3.put_bucket_policy(Bucket=bucket, Policy=json.dumps(policy))
        self.assertEqual(json.loads(self.s3.get_bucket_policy(Bucket=bucket)["Policy"]), policy)
        self.refused(400, "MalformedPolicy", self.s3.put_bucket_policy, Bucket=bucket, Policy="{")
        self.assertEqual(self.status(self.s3.delete_bucket_policy(Bucket=bucket)), 204)
        self.refused(404, "NoSuchBucketPolicy", self.s3.get_bucket_policy, Bucket=bucket)

    def test_notification(self):
        bucket = self.new_bucket()
        self.assertNotIn("QueueConfigurations", self.s3.get_bucket_notification_configuration(Bucket=bucket))
        queue = {"Id": "one", "QueueArn": "arn:aws:sqs:us-east-1:1:q", "Events": ["s3:ObjectCreated:*"]}
        self.s3.put_bucket_notification_configuration(Bucket=bucket, NotificationConfiguration={"QueueConfigurations": [queue]})
        self.assertEqual(self.s3.get_bucket_notification_configuration(Bucket=bucket)["QueueConfigurations"], [queue])
        del queue["Id"]
        queue["Filter"] = {"Key": {"FilterRules": [{"Name": "PREFIX", "Value": "a/"}, {"Name": "suffix", "Value": ".jpg"}]}}
        self.s3.put_bucket_notification_configuration(Bucket=bucket, NotificationConfiguration={"QueueConfigurations": [queue]})
        [kept] = self.s3.get_bucket_notification_configuration(Bucket=bucket)["QueueConfigurations"]
        self.assertTrue(kept["Id"])
        self.assertEqual([rule["Name"] for rule in kept["Filter"]["Key"]["FilterRules"]], ["Prefix", "Suffix"])

    def test_logging(self):
        bucket, target = self.new_bucket(), self.new_bucket()
        self.assertNotIn("LoggingEnabled", self.s3.get_bucket_logging(Bucket=bucket))
        value = {"TargetBucket": target, "TargetPrefix": "log/"}
        self.s3.put_bucket_logging(Bucket=bucket, BucketLoggingStatus={"LoggingEnabled": value})
        self.assertEqual(self.s3.get_bucket_logging(Bucket=bucket)["LoggingEnabled"], value)
        value = {**value, "TargetObjectKeyFormat": {"PartitionedPrefix": {"PartitionDateSource": "DeliveryTime"}}}
        self.s3.put_bucket_logging(Bucket=bucket, BucketLoggingStatus={"LoggingEnabled": value})
        self.assertEqual(self.s3.get_bucket_logging(Bucket=bucket)["LoggingEnabled"], value)
        self.refused(400, "InvalidTargetBucketForLogging", self.s3.put_bucket_logging, Bucket=bucket,
                     BucketLoggingStatus={"LoggingEnabled": {**value, "TargetBucket": "no-such-bucket"}})
        self.s3.put_bucket_logging(Bucket=bucket, BucketLoggingStatus={})
        self.assertNotIn("LoggingEnabled", self.s3.get_bucket_logging(Bucket=bucket))

    @cases(date_source={"PartitionedPrefix": {"PartitionDateSource": "kaboom"}},
           both={"SimplePrefix": {}, "PartitionedPrefix": {"PartitionDateSource": "EventTime"}})
    def test_bad_names_of_logs(self, form):
        bucket = self.new_bucket()
        value = {"TargetBucket": bucket, "TargetPrefix": "", "TargetObjectKeyFormat": form}
        self.refused(400, "MalformedXML", self.s3.put_bucket_logging, Bucket=bucket, BucketLoggingStatus={"LoggingEnabled": value})

    @cases(event=("arn:aws:sqs:us-east-1:1:q", "s3:ObjectMade:*"), arn=("queue", "s3:ObjectCreated:*"))
    def test_bad_notification(self, arn, event):
        queue = {"Id": "one", "QueueArn": arn, "Events": [event]}
        self.refused(400, "InvalidArgument", self.s3.put_bucket_notification_configuration, Bucket=self.new_bucket(),
                     NotificationConfiguration={"QueueConfigurations": [queue]})

    def test_bad_encryption(self):
        rule = {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "foo"}}
        self.refused(400, "MalformedXML", self.s3.put_bucket_encryption, Bucket=self.new_bucket(),
                     ServerSideEncryptionConfiguration={"Rules": [rule]})

    def test_request_payment(self):
        self.assertEqual(self.s3.get_bucket_request_payment(Bucket=self.new_bucket())["Payer"], "BucketOwner")

    @cases(lifecycle="?lifecycle", encryption="?encryption", website="?website", notification="?notification", cors="?cors", logging="?logging")
    def test_bad_document(self, query):
        bucket = self.new_bucket()
        for body in (b"<", b"<Other/>"):
            digest = {"Content-MD5": base64.b64encode(hashlib.md5(body).digest()).decode()}
            reply = self.signed("PUT", f"/{bucket}{query}", digest, body)
            self.assertEqual((reply.status, reply.code), (400, "MalformedXML"), body)

    @cases(tagging="?tagging", cors="?cors", lifecycle="?lifecycle")
    def test_a_document_needs_a_digest(self, query):
        reply = self.signed("PUT", f"/{self.new_bucket()}{query}", {}, b"<")
        message = "Missing required header for this request: Content-MD5" + ("" if query == "?lifecycle" else " OR x-amz-checksum-*")
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("Message")), (400, "InvalidRequest", message))

    @cases(object_lock=("PUT", "?object-lock"), accelerate=("PUT", "?accelerate"), replication=("PUT", "?replication"), analytics=("PUT", "?analytics&id=a"),
           inventory=("PUT", "?inventory&id=a"), metrics=("PUT", "?metrics&id=a"), select=("POST", "/foo?select&select-type=2"),
           torrent=("GET", "/foo?torrent"), restore=("POST", "/foo?restore"), legal_hold=("PUT", "/foo?legal-hold"), retention=("PUT", "/foo?retention"))
    def test_not_implemented(self, method, query):
        bucket = self.bucket_of("foo")
        reply = self.signed(method, f"/{bucket}{query}", {}, b"<A/>" if method != "GET" else b"")
        self.assertEqual((reply.status, reply.code), (501, "NotImplemented"))
        self.assertEqual(self.body(bucket, "foo"), b"foo")

    def test_encryption_counts_as_a_change(self):
        """An object may be copied to itself in a bucket whose encryption a client has set, as in AWS."""
        bucket = self.bucket_of("foo")
        copy = functools.partial(self.s3.copy_object, Bucket=bucket, Key="foo", CopySource=f"{bucket}/foo")
        self.refused(400, "InvalidRequest", copy)
        copy(ServerSideEncryption="AES256")
        self.s3.put_bucket_encryption(Bucket=bucket, ServerSideEncryptionConfiguration=ENCRYPTION)
        copy()

    @cases(of_s3=({"x-amz-server-side-encryption": "AES256"}, "InvalidArgument"), of_kms=({"x-amz-server-side-encryption": "aws:kms"}, "InvalidArgument"),
           of_client=({}, "InvalidRequest"), half=({f"{CUSTOMER}-key": None}, "InvalidArgument"))
    def test_a_read_cannot_ask_for_encryption(self, fields, code):
        bucket = self.bucket_of("foo")
        if not any(name == "x-amz-server-side-encryption" for name in fields):
            fields = {name: value for name, value in {**CUSTOMER_KEY, **fields}.items() if value}
        for method in ("GET", "HEAD"):
            reply = self.signed(method, f"/{bucket}/foo", fields)
            self.assertEqual((reply.status, reply.code if method == "GET" else code), (400, code))

    @cases(algorithm=({f"{CUSTOMER}-algorithm": None}, "InvalidArgument"), key=({f"{CUSTOMER}-key": None}, "InvalidArgument"),
           digest=({f"{CUSTOMER}-key-MD5": None}, "InvalidArgument"), other_digest=({f"{CUSTOMER}-key-MD5": "AAAAAAAAAAAAAAAAAAAAAA=="}, "InvalidArgument"),
           short_key=({f"{CUSTOMER}-key": "AAAA"}, "InvalidArgument"), other_algorithm=({f"{CUSTOMER}-algorithm": "AES192"}, "InvalidEncryptionAlgorithmError"))
    def test_fields_of_a_clients_key_belong_together(self, fields, code):
        bucket = self.new_bucket()
        fields = {name: value for name, value in {**CUSTOMER_KEY, **fields}.items() if value}
        for method, target in (("PUT", "/foo"), ("POST", "/foo?uploads")):
            reply = self.signed(method, f"/{bucket}{target}", fields)
            self.assertEqual((reply.status, reply.code), (400, code))
        self.assertEqual(self.keys(bucket), [])

    def test_encryption_with_a_key_is_not_implemented(self):
        bucket = self.new_bucket()
        reply = self.signed("PUT", f"/{bucket}/foo", CUSTOMER_KEY)
        self.assertEqual((reply.status, reply.code), (501, "NotImplemented"))
        self.refused(501, "NotImplemented", self.s3.put_object, Bucket=bucket, Key="foo", Body=b"", ServerSideEncryption="aws:kms")
        self.assertEqual(self.keys(bucket), [])


if __name__ == "__main__":
    unittest.main()
