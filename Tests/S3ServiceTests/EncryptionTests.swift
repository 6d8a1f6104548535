import HTTPMessage
import TestSupport
import Testing

@testable import S3Service

/// S3 encrypts every object and says so. Nothing is encrypted here.
@Suite struct EncryptionTests {
    private static let field = "x-amz-server-side-encryption"
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    @Test func readsNameTheEncryption() async {
        await s3.put("/pics/a", "1")
        for key in ["photo.jpg", "a"] {
            #expect(await s3.get("/pics/\(key)").header(Self.field) == "AES256", "\(key)")
            #expect(await s3.head("/pics/\(key)").header(Self.field) == "AES256", "\(key)")
            #expect(await s3.get("/pics/\(key)", [("Range", "bytes=0-0")]).header(Self.field) == "AES256", "\(key)")
        }
        #expect(await s3.get("/pics").header(Self.field) == nil)
        #expect(await s3.get("/pics/none").header(Self.field) == nil)
    }

    @Test func writesNameTheEncryption() async throws {
        #expect(await s3.put("/pics/a", "1").header(Self.field) == "AES256")
        #expect(await s3.put("/pics/b", "", [("x-amz-copy-source", "/pics/a")]).header(Self.field) == "AES256")
        let begun = await s3.post("/pics/c?uploads")
        #expect(begun.header(Self.field) == "AES256")
        let upload = "/pics/c?uploadId=\(try #require(begun.element("UploadId")))"
        #expect(await s3.put(upload + "&partNumber=1", "1").header(Self.field) == "AES256")
        let copied = await s3.put(upload + "&partNumber=1", "", [("x-amz-copy-source", "/pics/a")])
        #expect(copied.header(Self.field) == "AES256")
        let part = "<Part><PartNumber>1</PartNumber><ETag>\(try #require(copied.element("ETag")))</ETag></Part>"
        let done = await s3.post(upload, "<CompleteMultipartUpload>\(part)</CompleteMultipartUpload>")
        #expect((done.status, done.header(Self.field)) == (200, "AES256"))
        #expect(await s3.delete("/pics/c").header(Self.field) == nil)
    }

    private static let customer = [
        ("x-amz-server-side-encryption-customer-algorithm", "AES256"),
        ("x-amz-server-side-encryption-customer-key", "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="),
        ("x-amz-server-side-encryption-customer-key-MD5", "mT2HRsMGJ5IX5C+0rreZ8Q=="),
    ]

    private func fields(_ lists: [(String, String)]...) -> HeaderFields { HeaderFields(lists.joined().map(HeaderFields.Field.init)) }

    @Test func aPartHasTheEncryptionOfItsUpload() async throws {
        let upload = "/pics/c?uploadId=\(try #require(await s3.post("/pics/c?uploads").element("UploadId")))"
        for (source, body) in [([], "1"), ([("x-amz-copy-source", "/pics/photo.jpg")], "")] {
            let named = await s3.put(upload + "&partNumber=1", body, fields(source, [(Self.field, "AES256")]))
            #expect((named.status, named.element("Code"), named.element("ArgumentName")) == (400, "InvalidArgument", Self.field))
            let withKey = await s3.put(upload + "&partNumber=1", body, fields(source, Self.customer))
            #expect((withKey.status, withKey.element("Code")) == (400, "InvalidRequest"))
        }
        #expect(await s3.post(upload, "<CompleteMultipartUpload/>", [(Self.field, "AES256")]).element("Code") == "InvalidArgument")
        #expect(await s3.get(upload).text.contains("<Part>") == false)
    }

    @Test func whatSuitsNoObjectIsRefused() async {
        let algorithm = "x-amz-copy-source-server-side-encryption-customer-algorithm"
        let source = ("x-amz-copy-source", "/pics/photo.jpg")
        #expect(await s3.put("/pics/d", "", [source, (algorithm, "AES256")]).element("Code") == "InvalidRequest")
        #expect(await s3.put("/pics/d", "", [source, (algorithm, "bad")]).element("Code") == "InvalidEncryptionAlgorithmError")
        #expect(await s3.put("/pics/d", "1", [(Self.field, "")]).element("ArgumentValue") == "")
        #expect(await s3.get("/pics/d").status == 404)
        let attributes = fields([("x-amz-object-attributes", "ETag")], Self.customer)
        #expect(await s3.get("/pics/photo.jpg?attributes", attributes).element("Code") == "InvalidRequest")
    }

    @Test func aReadNamesNoKey() async {
        let key = (Self.field + "-aws-kms-key-id", "k")
        for refusal in [
            await s3.get("/pics/photo.jpg", fields([key])),
            await s3.get("/pics/photo.jpg?attributes", fields([key, ("x-amz-object-attributes", "ETag")])),
        ] {
            #expect((refusal.status, refusal.code) == (400, "InvalidArgument"))
            #expect(
                refusal.element("Message")
                    == "Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms")
            #expect((refusal.element("ArgumentName"), refusal.element("ArgumentValue")) == (Self.field, nil))
        }
        #expect(await s3.head("/pics/photo.jpg", fields([key])).status == 400)
        #expect(await s3.get("/pics/photo.jpg", [(Self.field + "-aws-kms-key-id", "")]).status == 200)
    }

    @Test func aDescriptionMayNameAnother() async throws {
        try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"headers": {"x-amz-server-side-encryption": "aws:kms"}}"#)
        let fields = await s3.get("/pics/photo.jpg").fields.filter { $0.name == Self.field }
        #expect(fields.map(\.value) == ["aws:kms"])
    }
}
