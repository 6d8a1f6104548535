import HTTPMessage
import S3Dialect
import Synchronization
import Testing
import XMLDocument

@testable import S3Service

@Suite struct S3RouterTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    @Test func everyOperationHasItsOwnNames() throws {
        let names = S3Router.operations.flatMap { $0.names }
        #expect(Set(names).count == names.count)
        for operation in S3Router.operations {
            for name in operation.names { #expect(try S3Router.operation(name) == operation) }
        }
    }

    @Test(arguments: [
        ("PUT", "/", 405, "MethodNotAllowed"), ("PATCH", "/pics/photo.jpg", 405, "MethodNotAllowed"),
        ("GET", "/pics/photo.jpg?torrent", 501, "NotImplemented"), ("PUT", "/pics?inventory&id=a", 501, "NotImplemented"),
        ("PUT", "/pics?replication", 501, "NotImplemented"), ("GET", "/pics/photo.jpg?legal-hold", 400, "InvalidRequest"),
        ("GET", "/pics/photo.jpg?retention", 400, "InvalidRequest"), ("GET", "/pics/none?retention", 404, "NoSuchKey"),
        ("PUT", "/pics/photo.jpg?legal-hold", 501, "NotImplemented"),
        ("OPTIONS", "/pics/photo.jpg", 400, "BadRequest"), ("get", "/pics/photo.jpg", 400, "BadRequest"),
        ("GET", "/pics?list-type=3", 400, "InvalidArgument"),
        ("PUT", "/pics/photo.jpg?lifecycle", 405, "MethodNotAllowed"), ("GET", "/pics/photo.jpg?policy", 405, "MethodNotAllowed"),
        ("PUT", "/pics/photo.jpg?logging", 400, "NoLoggingStatusForKey"), ("GET", "/pics/photo.jpg?logging", 400, "NoLoggingStatusForKey"),
    ])
    func theRestIsRefused(method: String, target: String, status: Int, code: String) async {
        let answer = await s3.answer(method, target)
        #expect(answer.status == status)
        #expect(answer.code == code)
    }

    /// The document would be the object, and a bucket would lose an object with its setting.
    @Test(arguments: ["logging", "lifecycle", "versioning", "cors", "policy", "object-lock", "delete", "versions"])
    func aSettingOfABucketLeavesAnObjectAlone(parameter: String) async {
        for method in ["GET", "PUT", "DELETE", "POST"] {
            let ofReads = parameter == "versions" && method == "GET" ? "InvalidRequest" : "MethodNotAllowed"
            let code = parameter == "logging" ? "NoLoggingStatusForKey" : ofReads
            #expect(await s3.answer(method, "/pics/photo.jpg?\(parameter)").code == code)
        }
        #expect(await s3.get("/pics/photo.jpg?foo&x-id=GetObject").text == "0123456789")
    }

    /// Before the signature and the bucket are looked at, also by the head of an upload.
    @Test func twoSubresourcesAreRefused() async throws {
        let strict = try S3Fixture(settings: S3Settings(auth: .strict))
        for (method, bucket) in [("GET", "pics"), ("GET", "none"), ("PUT", "pics"), ("DELETE", "pics")] {
            let answer = await strict.answer(method, "/\(bucket)/photo.jpg?tagging&acl", [("Authorization", "AWS none:none")])
            #expect((answer.status, answer.code) == (400, "InvalidArgument"))
            #expect((answer.element("ArgumentName"), answer.element("ArgumentValue")) == ("ResourceType", "acl"))
        }
        let head = await strict.head("/pics/photo.jpg?tagging&acl")
        #expect((head.status, head.text) == (400, ""))
        let begun = await s3.post("/pics/photo.jpg?uploads&uploadId=u")
        #expect(begun.element("Message") == "Conflicting query string parameters: uploadId, uploads")
        #expect(await s3.get("/pics?uploads").elements("UploadId").isEmpty)
        let fields: HeaderFields = [("Host", "127.0.0.1:9000"), ("Content-Length", "1")]
        let upload = Request(method: "PUT", target: "/pics/photo.jpg?tagging&acl", headers: fields)
        #expect(s3.service.upload(for: upload, in: S3Session(layer: s3.layer, now: s3.now.withLock { $0 })).isRefused)
    }

    @Test func refusedMethodIsNamed() async {
        let answer = await s3.answer("PATCH", "/pics/photo.jpg")
        #expect(answer.element("Method") == "PATCH")
        #expect(answer.element("ResourceType") == "OBJECT")
        #expect(answer.header("Allow") == "GET, HEAD, PUT, DELETE, OPTIONS")
    }

    @Test(arguments: [
        ("POST", "/pics/photo.jpg", "GET, HEAD, PUT, DELETE, OPTIONS"), ("PUT", "/pics/photo.jpg?torrent", "GET, OPTIONS"),
        ("DELETE", "/pics/photo.jpg?acl", "GET, PUT, OPTIONS"), ("PATCH", "/pics", "GET, HEAD, PUT, POST, DELETE, OPTIONS"),
        ("PUT", "/", "GET"),
    ])
    func aRefusedMethodIsNotAllowed(method: String, target: String, allowed: String) async {
        let answer = await s3.answer(method, target)
        #expect((answer.status, answer.header("Allow")) == (405, allowed))
    }

    @Test func headOfABucketNamesItsRegion() async {
        let answer = await s3.head("/pics")
        #expect(answer.status == 200)
        #expect(answer.header("x-amz-bucket-region") == "us-east-1")
        #expect(await s3.get("/pics?location").text.hasSuffix("<LocationConstraint xmlns=\"\(XMLText.namespace)\"></LocationConstraint>"))
        let west = try? S3Fixture(settings: S3Settings(region: "eu-west-1"))
        #expect(await west?.get("/pics?location").text.hasSuffix(">eu-west-1</LocationConstraint>") == true)
    }

    @Test(arguments: [
        ("versioning", 200, "VersioningConfiguration"), ("tagging", 404, "NoSuchTagSet"), ("cors", 404, "NoSuchCORSConfiguration"),
        ("policy", 404, "NoSuchBucketPolicy"), ("lifecycle", 404, "NoSuchLifecycleConfiguration"),
        ("website", 404, "NoSuchWebsiteConfiguration"), ("encryption", 200, "<SSEAlgorithm>AES256</SSEAlgorithm>"),
        ("acl", 200, "FULL_CONTROL"), ("publicAccessBlock", 404, "NoSuchPublicAccessBlockConfiguration"),
        ("inventory&id=a", 404, "NoSuchConfiguration"), ("inventory", 200, "<IsTruncated>false</IsTruncated>"),
        ("analytics&id=a", 404, "NoSuchConfiguration"), ("analytics", 200, "<IsTruncated>false</IsTruncated>"),
        ("metrics&id=a", 404, "NoSuchConfiguration"), ("metrics", 200, "<IsTruncated>false</IsTruncated>"),
        ("intelligent-tiering&id=a", 404, "NoSuchConfiguration"), ("intelligent-tiering", 200, "<IsTruncated>false</IsTruncated>"),
    ])
    func probesOfTheConfigurationAreAnswered(name: String, status: Int, word: String) async {
        let answer = await s3.get("/pics?\(name)")
        #expect(answer.status == status)
        #expect(answer.text.contains(word))
        #expect(await s3.get("/none?\(name)").code == "NoSuchBucket")
    }

    @Test func attributesOfAnObject() async {
        let answer = await s3.get("/pics/photo.jpg?attributes", [("x-amz-object-attributes", "ETag, ObjectSize")])
        #expect(answer.element("ETag") == "781e5e245d69b566979b86e28d23f2c7")
        #expect(answer.element("ObjectSize") == "10")
        #expect(answer.element("StorageClass") == nil)
        #expect(answer.fields.first("Last-Modified") == "Tue, 14 Nov 2023 22:13:20 GMT")
        let none = await s3.get("/pics/photo.jpg?attributes")
        #expect((none.status, none.code) == (400, "InvalidRequest"))
        #expect(
            none.element("Message")
                == "The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty")
    }
}
