import XMLDocument
import HTTPMessage
import S3Dialect
import Testing

@testable import S3Service

@Suite struct S3RouterTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    @Test func everyOperationIsRegisteredOnceAndFoundByItsOwnRequest() throws {
        let names = S3Router.operations.map { $0.name }
        #expect(Set(names).count == names.count)
        for operation in S3Router.operations {
            let path = ["service": "/", "bucket": "/b", "object": "/b/k"][operation.resource.rawValue] ?? ""
            let query = operation.selectors.first.map { "?\($0)" } ?? ""
            let request = Request(method: operation.methods[0], target: path + query)
            let call = S3Call(request, S3Address(request), S3Settings(), .next())
            #expect(try S3Router.operation(for: call).name == operation.name)
        }
    }

    @Test(arguments: [
        ("PUT", "/pics/new.jpg", 501, "NotImplemented"), ("DELETE", "/pics/photo.jpg", 501, "NotImplemented"),
        ("POST", "/pics?delete", 501, "NotImplemented"),
        ("PUT", "/pics", 501, "NotImplemented"), ("PUT", "/", 405, "MethodNotAllowed"),
        ("PATCH", "/pics/photo.jpg", 405, "MethodNotAllowed"),
        ("GET", "/pics/photo.jpg?torrent", 501, "NotImplemented"), ("GET", "/pics?uploads", 501, "NotImplemented"),
        ("GET", "/pics?inventory", 501, "NotImplemented"), ("OPTIONS", "/pics/photo.jpg", 403, "AccessForbidden"),
        ("get", "/pics/photo.jpg", 405, "MethodNotAllowed"),
        ("GET", "/pics?list-type=3", 400, "InvalidArgument"),
    ])
    func theRestIsRefused(method: String, target: String, status: Int, code: String) async {
        let answer = await s3.answer(method, target)
        #expect(answer.status == status)
        #expect(answer.element("Code") == code)
    }

    @Test func refusedMethodIsNamed() async {
        let answer = await s3.answer("PATCH", "/pics/photo.jpg")
        #expect(answer.element("Method") == "PATCH")
        #expect(answer.element("ResourceType") == "OBJECT")
        #expect(answer.header("Allow") == "GET, HEAD")
    }

    @Test func headOfABucketNamesItsRegion() async {
        let answer = await s3.answer("HEAD", "/pics")
        #expect(answer.status == 200)
        #expect(answer.header("x-amz-bucket-region") == "us-east-1")
        #expect(await s3.get("/pics?location").text.hasSuffix("<LocationConstraint xmlns=\"\(XMLText.namespace)\"></LocationConstraint>"))
        let west = try? S3Fixture(settings: S3Settings(region: "eu-west-1"))
        #expect(await west?.get("/pics?location").text.hasSuffix(">eu-west-1</LocationConstraint>") == true)
    }

    @Test(arguments: [
        ("versioning", 200, "VersioningConfiguration"), ("tagging", 404, "NoSuchTagSet"), ("cors", 404, "NoSuchCORSConfiguration"),
        ("policy", 404, "NoSuchBucketPolicy"), ("lifecycle", 404, "NoSuchLifecycleConfiguration"),
        ("website", 404, "NoSuchWebsiteConfiguration"),
        ("acl", 200, "FULL_CONTROL"), ("publicAccessBlock", 404, "NoSuchPublicAccessBlockConfiguration"),
        ("encryption", 404, "ServerSideEncryptionConfigurationNotFoundError"),
    ])
    func probesOfTheConfigurationAreAnswered(name: String, status: Int, word: String) async {
        let answer = await s3.get("/pics?\(name)")
        #expect(answer.status == status)
        #expect(answer.text.contains(word))
        #expect(await s3.get("/none?\(name)").element("Code") == "NoSuchBucket")
    }

    @Test func attributesOfAnObject() async {
        let answer = await s3.get("/pics/photo.jpg?attributes", [("x-amz-object-attributes", "ETag, ObjectSize")])
        #expect(answer.element("ETag") == "781e5e245d69b566979b86e28d23f2c7")
        #expect(answer.element("ObjectSize") == "10")
        #expect(answer.element("StorageClass") == nil)
        #expect(answer.fields.first("Last-Modified") == "Tue, 14 Nov 2023 22:13:20 GMT")
        #expect(await s3.get("/pics/photo.jpg?attributes").status == 400)
    }
}
