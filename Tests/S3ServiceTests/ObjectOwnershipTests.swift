import HTTPMessage
import Testing

@testable import S3Service

/// Buckets in which ACLs are switched off.
@Suite struct ObjectOwnershipTests {
    private let s3: S3Fixture

    init() async throws {
        s3 = try S3Fixture()
        await s3.put("/off", "", [("x-amz-object-ownership", "BucketOwnerEnforced")])
        await s3.put("/off/a", "x")
    }

    /// The requests that may name an ACL, with the answers' codes.
    private func codes(_ fields: HeaderFields) async -> [String?] {
        var copy = fields
        copy.append(name: "x-amz-copy-source", value: "/off/a")
        return [
            await s3.put("/off/b", "x", fields).code, await s3.put("/off/c", "", copy).code,
            await s3.post("/off/d?uploads", "", fields).code, await s3.put("/off/a?acl", "", fields).code,
            await s3.put("/off?acl", "", fields).code,
        ]
    }

    @Test(arguments: ["private", "public-read", "aws-exec-read", "bucket-owner-read", "log-delivery-write"])
    func otherCannedACLsAreRefused(_ name: String) async {
        #expect(await codes([("x-amz-acl", name)]) == Array(repeating: "AccessControlListNotSupported", count: 5))
    }

    @Test func theOwnersOwnIsTaken() async {
        #expect(await codes([("x-amz-acl", "bucket-owner-full-control")]) == Array(repeating: nil, count: 5))
        #expect(await codes([("x-amz-grant-full-control", "id=\(Owner.id)")]) == Array(repeating: nil, count: 5))
        #expect(await codes([("x-amz-grant-read", "id=\(Owner.id)")]) == Array(repeating: "AccessControlListNotSupported", count: 5))
        let document = await s3.get("/off/a?acl").text
        #expect(await s3.put("/off/a?acl", document).status == 200)
        #expect(await s3.put("/off?acl", document.replacing("FULL_CONTROL", with: "READ")).code == "AccessControlListNotSupported")
    }

    /// An ACL of before is kept, for the day on which ACLs are switched on again.
    @Test func readsShowTheOwnersAlone() async throws {
        #expect(await s3.put("/own").status == 200)
        #expect(await s3.put("/own/a", "x", [("x-amz-acl", "public-read")]).status == 200)
        #expect(await s3.get("/own/a?acl").elements("Permission") == ["READ", "FULL_CONTROL"])
        let rule = "<Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule>"
        #expect(await s3.set("/own?ownershipControls", "<OwnershipControls>\(rule)</OwnershipControls>").status == 200)
        let shown = await s3.get("/own/a?acl")
        #expect(shown.elements("Permission") == ["FULL_CONTROL"] && shown.elements("ID") == [Owner.id, Owner.id])
        #expect(await s3.get("/own?acl").elements("Permission") == ["FULL_CONTROL"])
        #expect(await s3.delete("/own?ownershipControls").status == 204)
        #expect(await s3.get("/own/a?acl").elements("Permission") == ["READ", "FULL_CONTROL"])
    }

    @Test(arguments: [("private", "AccessControlListNotSupported"), ("bucket-owner-full-control", nil)])
    func formsAreChecked(_ name: String, _ code: String?) async {
        let parts = [("key", "a"), ("acl", name), ("file", "x")].map {
            "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
        }
        let answer = await s3.post("/off", parts.joined() + "--x--\r\n", [("Content-Type", "multipart/form-data; boundary=x")])
        #expect(answer.code == code && answer.status == (code == nil ? 204 : 400))
    }

    @Test(arguments: ["public-read", "public-read-write", "authenticated-read"])
    func aNewBucketCannotHaveOthers(_ name: String) async {
        func make(_ acl: String) async -> S3Answer {
            await s3.put("/new", "", [("x-amz-object-ownership", "BucketOwnerEnforced"), ("x-amz-acl", acl)])
        }
        let refusal = await make(name)
        #expect(refusal.status == 400 && refusal.code == "InvalidBucketAclWithObjectOwnership")
        #expect(await s3.get("/new").code == "NoSuchBucket")
        #expect(await make("private").status == 200)
    }
}
