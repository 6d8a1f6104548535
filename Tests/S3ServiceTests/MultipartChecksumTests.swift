import Foundation
import HTTPMessage
import S3Dialect
import Testing

@testable import S3Service

/// The values are those that AWS gives.
@Suite struct MultipartChecksumTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private func begin(_ headers: HeaderFields = []) async throws -> String {
        try #require(await s3.post("/pics/big?uploads", "", headers).element("UploadId"))
    }

    private func part(_ id: String, _ headers: HeaderFields = [], _ body: String = "aaa") async -> S3Answer {
        await s3.put("/pics/big?partNumber=1&uploadId=\(id)", body, headers)
    }

    /// Completes an upload of one part.
    private func complete(_ id: String, _ tag: String?, _ checksum: String = "", _ headers: HeaderFields = []) async -> S3Answer {
        let part = "<Part><PartNumber>1</PartNumber><ETag>\(tag ?? "")</ETag>\(checksum)</Part>"
        return await s3.post("/pics/big?uploadId=\(id)", "<CompleteMultipartUpload>\(part)</CompleteMultipartUpload>", headers)
    }

    /// S3 takes the word in any case.
    private static let checksumMode: HeaderFields = [("x-amz-checksum-mode", "enabled")]

    @Test func anUploadWithoutAnAlgorithmGetsTheUsualOne() async throws {
        let id = try await begin()
        let sent = await part(id, [("x-amz-checksum-crc32c", "45fn2Q==")])
        #expect(sent.header("x-amz-checksum-crc32c") == "45fn2Q==")
        let tag = sent.header("ETag")
        #expect(await s3.get("/pics/big?uploadId=\(id)").text.contains("Checksum") == false)
        // S3 finds no part with a checksum, not even with the right one that came with the part.
        for listed in ["<ChecksumCRC32C>45fn2Q==</ChecksumCRC32C>", "<ChecksumCRC64NVME>AAAAAAAAAAA=</ChecksumCRC64NVME>"] {
            #expect(await complete(id, tag, listed).code == "InvalidPart", "\(listed)")
        }
        // Another checksum than the usual one is not looked at.
        let done = await complete(id, tag, "", [("x-amz-checksum-crc32c", "AAAAAA==-2")])
        #expect(done.element("ChecksumCRC64NVME") == "Rnr2/5P7Gsk=")
        #expect(done.element("ChecksumType") == "FULL_OBJECT")
        let read = await s3.get("/pics/big", Self.checksumMode)
        #expect(read.header("x-amz-checksum-crc64nvme") == "Rnr2/5P7Gsk=")
        #expect(read.header("x-amz-checksum-type") == "FULL_OBJECT")
        let attributes = await s3.get("/pics/big?attributes", [("x-amz-object-attributes", "Checksum,ObjectParts")])
        #expect(attributes.elements("ChecksumCRC64NVME") == ["Rnr2/5P7Gsk="])
        #expect(attributes.element("PartsCount") == "1")
        #expect(attributes.elements("PartNumber") == ["1"], "without a checksum of its own")
        let copied = await s3.put("/pics/copy", "", [("x-amz-copy-source", "/pics/big")])
        #expect(copied.element("ChecksumCRC64NVME") == "Rnr2/5P7Gsk=")
        #expect(copied.element("ChecksumType") == "FULL_OBJECT")
    }

    @Test(arguments: ["md5", "sha512", "xxhash64"])
    func aChecksumOfALaterAlgorithmNeedsItAtTheBegin(algorithm: String) async throws {
        let id = try await begin()
        let tag = await part(id).header("ETag")
        let refused = await complete(id, tag, "", [("x-amz-checksum-\(algorithm)", "AAAA")])
        #expect((refused.status, refused.code) == (400, "InvalidRequest"))
        #expect(
            refused.element("Message")
                == "Checksum Type mismatch occurred, expected checksum Type: null, actual checksum Type: \(algorithm)")
        #expect(await s3.get("/pics/big").status == 404)
        #expect(await complete(id, tag).status == 200)
    }

    @Test func aPartWithoutAChecksumGetsNoneInItsResponse() async throws {
        let sent = await part(try await begin())
        #expect(sent.status == 200)
        #expect(sent.header("x-amz-checksum-crc64nvme") == nil)
    }

    @Test(arguments: [
        ("CRC64NVME", "x-amz-checksum-crc64nvme", "Rnr2/5P7Gsk=", "ChecksumCRC64NVME"),
        ("CRC32C", "x-amz-checksum-crc32c", "45fn2Q==", "ChecksumCRC32C"),
    ])
    func aPartOfAChecksumOfTheWholeNeedsNone(algorithm: String, field: String, value: String, element: String) async throws {
        let id = try await begin([("x-amz-checksum-algorithm", algorithm), ("x-amz-checksum-type", "FULL_OBJECT")])
        let sent = await part(id)
        #expect((sent.status, sent.header(field)) == (200, value))
        #expect(await s3.get("/pics/big?uploadId=\(id)").element(element) == value)
        let done = await complete(id, sent.header("ETag"))
        #expect(done.element(element) == value)
        #expect(done.element("ChecksumType") == "FULL_OBJECT")
    }

    @Test(arguments: [("COMPOSITE", "null"), ("FULL_OBJECT", "crc32c")])
    func aPartWithAnotherChecksumThanTheUploadsIsRefused(type: String, sent: String) async throws {
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32"), ("x-amz-checksum-type", type)])
        let refused = await part(id, sent == "null" ? [] : [("x-amz-checksum-\(sent)", "45fn2Q==")])
        #expect((refused.status, refused.code) == (400, "InvalidRequest"))
        #expect(
            refused.element("Message")
                == "Checksum Type mismatch occurred, expected checksum Type: crc32, actual checksum Type: \(sent)")
    }

    @Test(arguments: [
        (
            "<ChecksumSHA256>n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=</ChecksumSHA256>", "", "BadDigest",
            "The sha256 you specified for part 1 did not match what we received."
        ),
        ("", "FULL_OBJECT", "InvalidRequest", "The upload was created using the COMPOSITE checksum mode."),
        ("", "COMPOSITE", "InvalidRequest", "The upload was created using a crc32c checksum."),
    ])
    func theListHasTheChecksumsOfTheUpload(listed: String, type: String, code: String, message: String) async throws {
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32C")])
        let tag = await part(id, [("x-amz-checksum-crc32c", "45fn2Q==")]).header("ETag")
        let refused = await complete(id, tag, listed, type.isEmpty ? [] : [("x-amz-checksum-type", type)])
        #expect((refused.status, refused.code) == (400, code))
        #expect(refused.element("Message")?.hasPrefix(message) == true)
    }

    @Test func aChecksumOfTheWholeNeedsNoOtherOfItsParts() async throws {
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32C"), ("x-amz-checksum-type", "FULL_OBJECT")])
        let tag = await part(id).header("ETag")
        let refused = await complete(id, tag, "<ChecksumSHA256>n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=</ChecksumSHA256>")
        #expect((refused.status, refused.code) == (400, "BadDigest"))
        #expect(refused.element("Message") == "The sha256 you specified for part 1 did not match what we received.")
        #expect(await complete(id, tag).status == 200)
    }

    @Test func typesAreReadInAnyCase() async throws {
        let fields: HeaderFields = [("x-amz-checksum-algorithm", "crc32c"), ("x-amz-checksum-type", "Full_Object")]
        let begun = await s3.post("/pics/big?uploads", "", fields)
        #expect(begun.header("x-amz-checksum-algorithm") == "CRC32C")
        #expect(begun.header("x-amz-checksum-type") == "FULL_OBJECT")
        let id = try #require(begun.element("UploadId"))
        let tag = await part(id).header("ETag")
        let unknown = await complete(id, tag, "", [("x-amz-checksum-type", "HALF_OBJECT")])
        #expect((unknown.code, unknown.element("Message")) == ("InvalidRequest", "Value for x-amz-checksum-type header is invalid."))
        #expect(await complete(id, tag, "", [("x-amz-checksum-type", "full_object")]).status == 200)
    }

    @Test(arguments: ["null", "FULL_OBJECT"])
    func anotherTypeThanAtTheBeginIsRefused(mode: String) async throws {
        let id = try await begin(mode == "null" ? [] : [("x-amz-checksum-algorithm", "CRC32C"), ("x-amz-checksum-type", mode)])
        let tag = await part(id, [("x-amz-checksum-crc32c", "45fn2Q==")]).header("ETag")
        let refused = await complete(id, tag, "", [("x-amz-checksum-type", "COMPOSITE")])
        #expect((refused.status, refused.code) == (400, "InvalidRequest"))
        #expect(
            refused.element("Message")
                == "The upload was created using the \(mode) checksum mode. The complete request must use the same checksum mode.")
    }

    @Test(arguments: [("x-amz-checksum-crc64nvme", "Rnr2/5P7Gsk="), ("x-amz-checksum-crc32c", "AAAAAA==")])
    func aWrongChecksumIsNamedAsTheUploads(field: String, value: String) async throws {
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32C"), ("x-amz-checksum-type", "FULL_OBJECT")])
        let tag = await part(id, [("x-amz-checksum-crc32c", "45fn2Q==")]).header("ETag")
        let refused = await complete(id, tag, "", [(field, value), ("x-amz-checksum-type", "FULL_OBJECT")])
        #expect(refused.code == "BadDigest")
        #expect(refused.element("Message") == "The crc32c you specified did not match the calculated checksum.")
    }

    /// Without a type, S3 takes it for one of the parts' checksums where the algorithm has such.
    @Test(arguments: [("CRC32C", "45fn2Q==", false), ("CRC64NVME", "Rnr2/5P7Gsk=", true)])
    func aChecksumOfTheWholeNeedsItsType(algorithm: String, value: String, fits: Bool) async throws {
        let field = "x-amz-checksum-\(algorithm.lowercased())"
        let id = try await begin([("x-amz-checksum-algorithm", algorithm), ("x-amz-checksum-type", "FULL_OBJECT")])
        let tag = await part(id, [(field, value)]).header("ETag")
        let answer = await complete(id, tag, "", [(field, value)])
        #expect(answer.code == (fits ? nil : "BadDigest"))
        if !fits { #expect(await complete(id, tag, "", [(field, value), ("x-amz-checksum-type", "FULL_OBJECT")]).status == 200) }
    }

    @Test(arguments: ["COMPOSITE", "FULL_OBJECT"])
    func theOnlyPartHasItsChecksum(type: String) async throws {
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32C"), ("x-amz-checksum-type", type)])
        let tag = await part(id, [("x-amz-checksum-crc32c", "fwuu0Q==")], "test content 123").header("ETag")
        #expect(await complete(id, tag, "<ChecksumCRC32C>fwuu0Q==</ChecksumCRC32C>").status == 200)
        let read = await s3.get("/pics/big?partNumber=1", Self.checksumMode)
        #expect(read.status == 206)
        #expect(read.header("x-amz-checksum-crc32c") == "fwuu0Q==")
        #expect(read.header("x-amz-checksum-type") == type)
    }

    @Test(arguments: [("COMPOSITE", [1, 2], 200), ("COMPOSITE", [2, 3], 400), ("COMPOSITE", [1, 3], 400), ("FULL_OBJECT", [2, 7], 200)])
    func partsOfACompositeChecksumAreNumberedWithoutGaps(type: String, numbers: [Int], status: Int) async throws {
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32"), ("x-amz-checksum-type", type)])
        var list = ""
        for (number, body) in zip(numbers, [String(repeating: "a", count: 5 << 20), "end"]) {
            let checksum = Checksum.of(Array(body.utf8), .crc32).text
            let sent = await s3.put("/pics/big?partNumber=\(number)&uploadId=\(id)", body, [("x-amz-checksum-crc32", checksum)])
            let tag = try #require(sent.header("ETag"))
            list += "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag><ChecksumCRC32>\(checksum)</ChecksumCRC32></Part>"
        }
        let done = await s3.post("/pics/big?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>")
        #expect(done.status == status)
        #expect(done.code == (status == 200 ? nil : "InvalidPartOrder"))
    }

    @Test(arguments: ["COMPOSITE", "FULL_OBJECT"])
    func onePartOfSeveralHasItsOwnChecksum(type: String) async throws {
        let large = String(repeating: "a", count: 5 << 20), end = String(repeating: "a", count: 10)
        let id = try await begin([("x-amz-checksum-algorithm", "CRC32"), ("x-amz-checksum-type", type)])
        var list = ""
        for (number, body) in [(1, large), (2, end)] {
            let checksum = Checksum.of(Array(body.utf8), .crc32).text
            let sent = await s3.put("/pics/big?partNumber=\(number)&uploadId=\(id)", body, [("x-amz-checksum-crc32", checksum)])
            let tag = try #require(sent.header("ETag"))
            list += "<Part><PartNumber>\(number)</PartNumber><ETag>\(tag)</ETag><ChecksumCRC32>\(checksum)</ChecksumCRC32></Part>"
        }
        #expect(await s3.post("/pics/big?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>").status == 200)
        let read = await s3.get("/pics/big?partNumber=2", Self.checksumMode)
        #expect(read.text == end)
        #expect(read.header("x-amz-checksum-crc32") == "TBHN8A==")
        #expect(read.header("x-amz-checksum-type") == type)
        let attributes = await s3.get("/pics/big?attributes", [("x-amz-object-attributes", "ObjectParts")])
        #expect(attributes.elements("PartNumber") == ["1", "2"])
        #expect(attributes.elements("ChecksumCRC32").last == "TBHN8A==")
    }
}
