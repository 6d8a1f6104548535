import Foundation
import HTTPMessage
import S3Dialect
import Synchronization
import Testing

@testable import S3Service

@Suite struct MultipartTests {
    private let s3: S3Fixture
    private static let onePart = "<Part><PartNumber>1</PartNumber><ETag>0</ETag></Part>"
    private static let large = String(repeating: "a", count: 5 << 20)

    init() throws { s3 = try S3Fixture() }

    private func begin(_ key: String = "big", _ headers: HeaderFields = []) async throws -> String {
        try #require(await s3.post("/pics/\(key)?uploads", "", headers).element("UploadId"))
    }

    private func part(_ number: Int, _ body: String, of id: String, _ key: String = "big", _ headers: HeaderFields = []) async -> S3Answer {
        await s3.put("/pics/\(key)?partNumber=\(number)&uploadId=\(id)", body, headers)
    }

    private func complete(_ id: String, _ parts: [(Int, String)], _ key: String = "big", _ headers: HeaderFields = []) async -> S3Answer {
        let list = parts.map { "<Part><PartNumber>\($0.0)</PartNumber><ETag>\($0.1)</ETag></Part>" }.joined()
        return await s3.post(
            "/pics/\(key)?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>", headers)
    }

    @Test func theLocationHasNoSlashesInItsKey() async throws {
        let id = try await begin("d/e%20f")
        let tag = try #require(await part(1, "x", of: id, "d/e%20f").header("ETag"))
        let done = await complete(id, [(1, tag)], "d/e%20f")
        #expect(done.element("Location") == "http://127.0.0.1:9000/pics/d%2Fe%20f")
        #expect(await s3.get("/pics/d%2Fe%20f").text == "x")
        // A client that lost the response asks again, by host.
        let list = "<Part><PartNumber>1</PartNumber><ETag>\(tag)</ETag></Part>"
        let again = await s3.post(
            "/d/e%20f?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>", [("Host", "pics.localhost:9000")])
        #expect(again.element("Location") == "http://pics.localhost:9000/d%2Fe%20f")
        // The request is for the address in its target.
        let absolute = await s3.post(
            "https://127.0.0.1:9000/pics/d/e%20f?uploadId=\(id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>")
        #expect(absolute.element("Location") == "https://127.0.0.1:9000/pics/d%2Fe%20f")
    }

    @Test func partsBecomeAnObject() async throws {
        // With a checksum that is quick without optimisation.
        let id = try await begin(
            "big",
            [
                ("Content-Type", "text/plain"), ("x-amz-meta-a", "1"), ("x-amz-checksum-algorithm", "CRC32"),
                ("x-amz-checksum-type", "FULL_OBJECT"),
            ])
        func sent(_ number: Int, _ body: String) async -> String? {
            await part(number, body, of: id, "big", [("x-amz-checksum-crc32", Checksum.of(Array(body.utf8), .crc32).text)]).header("ETag")
        }
        let first = try #require(await sent(1, Self.large))
        let last = try #require(await sent(7, "end"))
        #expect(await s3.get("/pics/big").status == 404)
        let done = await complete(id, [(1, first), (7, last)])
        #expect(done.status == 200)
        #expect(done.element("ETag")?.hasSuffix("-2&quot;") == true)
        #expect(done.element("Location") == "http://127.0.0.1:9000/pics/big")
        let head = await s3.head("/pics/big")
        #expect(head.header("Content-Type") == "text/plain")
        #expect(head.header("x-amz-meta-a") == "1")
        #expect(await s3.get("/pics/big", [("Range", "bytes=-5")]).text == "aaend".suffix(5))
        #expect(await s3.get("/pics/big", [("Range", "bytes=5242879-5242881")]).text == "aen")
        let attributes = await s3.get("/pics/big?attributes", [("x-amz-object-attributes", "ObjectParts")])
        #expect(attributes.elements("PartNumber") == ["1", "7"])
        let many = await s3.get("/pics/big?attributes", [("x-amz-object-attributes", "ObjectParts"), ("x-amz-max-parts", "5000")])
        #expect(many.element("MaxParts") == "5000", "as it was asked for")
        let beyond = await s3.get("/pics/big?attributes", [("x-amz-object-attributes", "ObjectParts"), ("x-amz-part-number-marker", "9")])
        #expect((beyond.element("PartNumberMarker"), beyond.element("NextPartNumberMarker")) == ("9", "0"))
        let second = await s3.get("/pics/big?partNumber=7", [("x-amz-checksum-mode", "ENABLED")])
        #expect(second.status == 206)
        #expect(second.text == "end")
        #expect(second.header("x-amz-mp-parts-count") == "2")
        #expect(second.header("x-amz-checksum-crc32") == Checksum.of(Array("end".utf8), .crc32).text)
        for missing in [2, 3, 8] {
            let answer = await s3.get("/pics/big?partNumber=\(missing)")
            #expect((answer.status, answer.code, answer.element("ActualPartCount")) == (416, "InvalidPartNumber", "2"))
        }
        #expect(await s3.get("/pics?uploads").elements("UploadId").isEmpty)
        // A client that lost the response asks again.
        #expect(await complete(id, [(1, first), (7, last)]).status == 200)
        #expect(await part(1, "x", of: id).code == "NoSuchUpload")
    }

    @Test func wrongListsOfPartsAreRefused() async throws {
        let id = try await begin()
        let first = try #require(await part(1, "small", of: id).header("ETag"))
        let second = try #require(await part(2, "small", of: id).header("ETag"))
        #expect(await complete(id, []).code == "MalformedXML")
        #expect(await s3.post("/pics/big?uploadId=\(id)").code == "MalformedXML")
        let aborted = try await begin()
        #expect(await s3.delete("/pics/big?uploadId=\(aborted)").status == 204)
        for document in ["", "<", "<CompleteMultipartUpload/>"] {
            #expect(await s3.post("/pics/big?uploadId=\(aborted)", document).code == "NoSuchUpload")
            #expect(await s3.post("/pics/big?uploadId=none", document).code == "NoSuchUpload", "which is looked for first")
            #expect(await s3.post("/pics/other?uploadId=\(id)", document).code == "NoSuchUpload")
        }
        #expect(await complete(id, [(2, second), (1, first)]).code == "InvalidPartOrder")
        #expect(await complete(id, [(1, first), (3, second)]).code == "InvalidPart")
        #expect(await complete(id, [(1, "\"0\"")]).code == "InvalidPart")
        let small = await complete(id, [(1, first), (2, second)])
        #expect(small.code == "EntityTooSmall")
        #expect(small.element("MinSizeAllowed") == "5242880")
        #expect(await complete("none", [(1, first)]).code == "NoSuchUpload")
        #expect(await complete(id, [(1, first)], "other").code == "NoSuchUpload")
        #expect(await s3.get("/pics/big").status == 404)
        #expect(await complete(id, [(2, second)]).status == 200)
        #expect(await s3.get("/pics/big").text == "small")
    }

    /// Parts are joined before the change, for which other calls wait. A part that is replaced meanwhile counts.
    @Test(arguments: [1, 3]) func partsThatChangeAreJoinedAgain(changes: Int) async throws {
        let id = try await begin()
        _ = await part(1, "old", of: id)
        let (key, now) = (ObjectKey("big"), s3.now.withLock { $0 })
        let view = BucketView(s3.service.objects, S3Session(layer: s3.layer, now: now))
        let list = try PartList(Array("<CompleteMultipartUpload>\(Self.onePart)</CompleteMultipartUpload>".utf8))
        var made = 0
        func complete() throws(S3Error) -> StoredObject {
            try view.complete(id, of: list, at: key, in: "pics", if: .none) { upload throws(S3Error) in
                made += 1
                let part = upload.sortedParts[0]
                if made <= changes {
                    let bytes = Array("new \(made)".utf8)
                    let next = UploadedPart(
                        number: 1, content: .held(HeldContent(.bytes(bytes), nil)), md5: part.md5, checksum: part.checksum,
                        lastModified: now)
                    try view.add(next, to: upload, in: "pics")
                }
                return NewObject(description: upload.description, content: part.content, entityTag: part.entityTag)
            }
        }
        if changes == 1 {
            #expect(try complete().size == 5)
            #expect(made == 2)
            #expect(await s3.get("/pics/big").text == "new 1")
        } else {
            #expect(#expect(throws: S3Error.self) { try complete() }?.code == "OperationAborted")
            #expect(made == 3)
            #expect(await s3.get("/pics/big").status == 404)
        }
    }

    @Test func anAbortedUploadLeavesNothing() async throws {
        let id = try await begin()
        _ = await part(1, "12345", of: id)
        #expect(s3.layer.ledger.used == 5)
        #expect(await s3.delete("/pics/big?uploadId=\(id)").status == 204)
        #expect(s3.layer.ledger.used == 0)
        #expect(await s3.get("/pics/big?uploadId=\(id)").code == "NoSuchUpload")
    }

    @Test func aPartThatIsSentAgainReplacesTheFirst() async throws {
        let id = try await begin()
        _ = await part(1, "old", of: id)
        let tag = try #require(await part(1, "new", of: id).header("ETag"))
        #expect(s3.layer.ledger.used == 3)
        #expect(await complete(id, [(1, tag)]).status == 200)
        #expect(await s3.get("/pics/big").text == "new")
    }

    @Test func aNegativeNumberIsNamedAsInTheQuery() async throws {
        let id = try await begin()
        for (name, target) in [
            ("max-parts", "/pics/big?uploadId=\(id)&max-parts=-42"), ("max-uploads", "/pics?uploads&max-uploads=-42"),
            ("part-number-marker", "/pics/big?uploadId=\(id)&part-number-marker=-42"), ("maxKeys", "/pics?max-keys=-42"),
        ] {
            let refused = await s3.get(target)
            #expect(refused.element("Message") == "Argument \(name) must be an integer between 0 and 2147483647")
            #expect(refused.element("ArgumentName") == name)
        }
    }

    @Test func partsAreListedByPages() async throws {
        let id = try await begin()
        for number in [3, 1, 2] { _ = await part(number, "\(number)", of: id) }
        let page = await s3.get("/pics/big?uploadId=\(id)&max-parts=2")
        #expect(page.elements("PartNumber") == ["1", "2"])
        #expect(page.element("IsTruncated") == "true")
        let rest = await s3.get("/pics/big?uploadId=\(id)&part-number-marker=\(page.element("NextPartNumberMarker") ?? "")")
        #expect(rest.elements("PartNumber") == ["3"])
        #expect(rest.element("IsTruncated") == "false")
        for number in ["0", "10001", "x", "", "+4", "%2B", "%2B%2B4", "-4"] {
            #expect(await s3.put("/pics/big?partNumber=\(number)&uploadId=\(id)", "x").code == "InvalidArgument", "\(number)")
        }
        #expect(await s3.put("/pics/big?partNumber=%2B4&uploadId=\(id)", "x").status == 200)
        #expect(await s3.get("/pics/big?uploadId=\(id)").elements("PartNumber") == ["1", "2", "3", "4"])
    }

    @Test(arguments: 1...3) func uploadsAreAbortedByPages(size: Int) async throws {
        for _ in 0..<5 { _ = try await begin() }
        var query = ""
        for _ in 0..<10 {
            let page = await s3.get("/pics?uploads&max-uploads=\(size)" + query)
            for id in page.elements("UploadId") { #expect(await s3.delete("/pics/big?uploadId=\(id)").status == 204) }
            guard page.element("IsTruncated") == "true" else { break }
            query = "&key-marker=big&upload-id-marker=\(page.element("NextUploadIdMarker") ?? "")"
        }
        #expect(await s3.get("/pics?uploads").elements("UploadId").isEmpty)
    }

    @Test(arguments: [
        ("abc", "invalid: 'abc'"), ("-5", "less than zero: '-5'"), ("+5", "invalid: '+5'"), ("", "invalid: ''"),
        ("99999999999999999999", "invalid: '99999999999999999999'"),
    ])
    func aSizeThatIsNoNumberIsRefused(size: String, sentence: String) async throws {
        let id = try await begin()
        let tag = try #require(await part(1, "small", of: id).header("ETag"))
        let refusal = await complete(id, [(1, tag)], "big", [("x-amz-mp-object-size", size)])
        #expect((refusal.status, refusal.code) == (400, "InvalidRequest"))
        let words = "Value for x-amz-mp-object-size header is \(sentence)"
        #expect(refusal.element("Message") == words.replacing("'", with: "&apos;") || refusal.element("Message") == words)
        #expect(await complete(id, [(1, tag)], "big", [("x-amz-mp-object-size", "5")]).status == 200)
    }

    @Test func uploadsAreListedByKeyAndAge() async throws {
        var ids: [String] = []
        for key in ["b", "a/1", "b", "a/2"] { ids.append(try await begin(key)) }
        #expect(await s3.get("/pics?uploads").elements("UploadId") == [ids[1], ids[3], ids[0], ids[2]])
        var found: [String] = []
        var query = ""
        repeat {
            let page = await s3.get("/pics?uploads&max-uploads=1" + query)
            found += page.elements("UploadId")
            guard page.element("IsTruncated") == "true" else { break }
            query = "&key-marker=\(page.element("NextKeyMarker") ?? "")&upload-id-marker=\(page.element("NextUploadIdMarker") ?? "")"
        } while found.count < 10
        #expect(found == [ids[1], ids[3], ids[0], ids[2]])
        let last = await s3.get("/pics?uploads")
        #expect((last.element("NextKeyMarker"), last.element("NextUploadIdMarker")) == ("b", ids[2]))
        let other = await s3.get("/pics?uploads&key-marker=b&upload-id-marker=\(ids[1])")
        #expect((other.code, other.element("ArgumentName")) == ("InvalidArgument", "upload-id-marker"))
        #expect(await s3.get("/pics?uploads&upload-id-marker=\(ids[1])").elements("UploadId").count == 4)
        #expect(await s3.get("/pics?uploads&delimiter=/&key-marker=a/1").elements("CommonPrefixes").isEmpty)
        let rolled = await s3.get("/pics?uploads&delimiter=/")
        #expect(rolled.elements("UploadId") == [ids[0], ids[2]])
        #expect(rolled.elements("CommonPrefixes") == ["<Prefix>a/</Prefix>"])
    }

    @Test func uploadsAreListedWithTheirClass() async throws {
        _ = try await begin("cold", [("x-amz-storage-class", "GLACIER")])
        _ = try await begin("warm")
        let listing = await s3.get("/pics?uploads")
        #expect(listing.elements("Key") == ["cold", "warm"])
        #expect(listing.elements("StorageClass") == ["GLACIER", "STANDARD"])
        #expect(listing.element("IsTruncated") == "false")
    }

    @Test func partsCanBeCopied() async throws {
        let id = try await begin()
        let copied = await part(1, "", of: id, "big", [("x-amz-copy-source", "/pics/photo.jpg"), ("x-amz-copy-source-range", "bytes=2-4")])
        let tag = try #require(copied.element("ETag")).replacingOccurrences(of: "&quot;", with: "\"")
        for range in ["0-2", "bytes=0", "bytes=hello-world", "bytes=0-bar", "bytes=hello-", "bytes=0-2,3-5", "bytes=3-2"] {
            let wrong = await part(1, "", of: id, "big", [("x-amz-copy-source", "/pics/photo.jpg"), ("x-amz-copy-source-range", range)])
            #expect(wrong.code == "InvalidArgument", "\(range)")
        }
        for (range, code) in [("bytes=0-21", "InvalidArgument"), ("bytes=10-21", "InvalidRequest")] {
            let beyond = await part(1, "", of: id, "big", [("x-amz-copy-source", "/pics/photo.jpg"), ("x-amz-copy-source-range", range)])
            #expect((beyond.status, beyond.code) == (400, code))
        }
        #expect(await complete(id, [(1, tag)]).status == 200)
        #expect(await s3.get("/pics/big").text == "234")
        #expect(await s3.get("/pics/big", [("Range", "bytes=1-1")]).text == "3")
    }

    @Test func checksumsOfPartsGiveThatOfTheObject() async throws {
        let id = try await begin("big", [("x-amz-checksum-algorithm", "CRC32")])
        let missing = await part(1, "x", of: id)
        #expect(missing.code == "InvalidRequest")
        let sent = await part(1, "hello", of: id, "big", [("x-amz-checksum-crc32", "NhCmhg==")])
        #expect(sent.header("x-amz-checksum-crc32") == "NhCmhg==")
        let tag = try #require(sent.header("ETag"))
        #expect(await complete(id, [(1, tag)]).code == "InvalidRequest")
        let list = """
            <CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>\(tag)</ETag><ChecksumCRC32>NhCmhg==</ChecksumCRC32></Part>\
            </CompleteMultipartUpload>
            """
        let done = await s3.post("/pics/big?uploadId=\(id)", list)
        #expect(done.element("ChecksumCRC32")?.hasSuffix("-1") == true)
        #expect(done.element("ChecksumType") == "COMPOSITE")
        let attributes = await s3.get("/pics/big?attributes", [("x-amz-object-attributes", "Checksum,ObjectParts")])
        #expect(attributes.element("PartsCount") == "1")
        #expect(attributes.elements("ChecksumCRC32").count == 2)
        #expect(attributes.elements("PartNumber") == ["1"])
        #expect(attributes.elements("Size") == ["5"])
    }

    @Test(arguments: [
        ("CRC64NVME", "COMPOSITE", 400), ("SHA256", "FULL_OBJECT", 400), ("CRC32", "FULL_OBJECT", 200), ("SHA1", "COMPOSITE", 200),
    ])
    func aChecksumsTypeHasToSuitIt(algorithm: String, type: String, status: Int) async {
        let answer = await s3.post(
            "/pics/big?uploads", "", [("x-amz-checksum-algorithm", algorithm), ("x-amz-checksum-type", type)])
        #expect(answer.status == status)
        #expect(answer.code == (status == 400 ? "InvalidRequest" : nil))
    }

    @Test func unfinishedUploadsHaveALimit() async throws {
        let few = try S3Fixture(settings: S3Settings(maximumUploads: 2))
        for _ in 0..<2 { #expect(await few.post("/pics/a?uploads").status == 200) }
        let refused = await few.post("/pics/a?uploads")
        #expect(refused.code == "SlowDown")
        #expect(refused.element("Message")?.contains("s3.maximumUploads") == true)
    }

    /// Otherwise a server that runs for long would need more and more memory.
    @Test func theLastThousandUploadsAreRemembered() throws {
        let object = try #require(try s3.service.objects.object(ObjectKey("photo.jpg"), in: "pics"))
        let key = ObjectKey("photo.jpg")
        let list = try PartList(Array("<CompleteMultipartUpload>\(Self.onePart)</CompleteMultipartUpload>".utf8))
        var ended = EndedUploads()
        for number in 0..<1_000 { ended.addCompleted(String(number), key, list, object, number) }
        ended.addAborted("1000", key)
        #expect(ended.completion("0", key, list) == nil && !ended.contain("0", key))
        #expect(ended.completion("1", key, list)?.object.head.entityTag == object.head.entityTag)
        #expect(ended.completion("1000", key, list) == nil && ended.contain("1000", key))
    }

    /// Copies share the room of what they are copied from. Whoever saves the object needs it for all of them.
    @Test func anObjectOfCopiesIsNoLargerThanWhatASessionMayHold() async throws {
        let s3 = try S3Fixture(settings: S3Settings(maximumBytes: 12 << 20))
        let (key, now) = (ObjectKey("big"), s3.now.withLock { $0 })
        func view() -> BucketView { BucketView(s3.service.objects, S3Session(layer: s3.layer, now: now)) }
        let content = ObjectContent.held(HeldContent(.bytes([UInt8](repeating: 0, count: 5 << 20)), nil))
        let upload = try view().begin(ObjectDescription(), at: key, in: "pics", nil, nil, limit: 1)
        for number in 1...3 {
            let part = UploadedPart(number: number, content: content, md5: [0], checksum: Checksum.of([], .crc32), lastModified: now)
            try view().add(part, to: upload, in: "pics")
        }
        func complete(_ parts: ClosedRange<Int>) async -> S3Answer {
            let list = parts.map { "<Part><PartNumber>\($0)</PartNumber><ETag>00</ETag></Part>" }.joined()
            return await s3.post("/pics/big?uploadId=\(upload.id)", "<CompleteMultipartUpload>\(list)</CompleteMultipartUpload>")
        }
        #expect(await complete(1...3).code == "QuotaExceeded")
        #expect(await complete(1...2).status == 200)
    }

    @Test func uploadsAndTheirPartsTakeRoomBesideContents() async throws {
        let ledger = s3.layer.versionLedger
        let id = try await begin()
        let begun = ledger.used
        #expect(begun > StorageLedger.versionBytes)
        let tag = try #require(await part(1, "", of: id).header("ETag"))
        let one = ledger.used - begun
        #expect(one > 100)
        for number in [2, 3] { _ = await part(number, "", of: id) }
        #expect(ledger.used == begun + 3 * one)
        #expect(await complete(id, [(1, tag)]).status == 200)
        #expect(ledger.used == begun + one, "the object has a part, too")
        let named = "<Part><PartNumber>1</PartNumber><ETag>\(tag)</ETag></Part>"
        let list = try PartList(Array("<CompleteMultipartUpload>\(named)</CompleteMultipartUpload>".utf8))
        let completion = s3.layer.snapshot.bucket("pics", hasFolder: true)?.ended.completion(id, ObjectKey("big"), list)
        #expect(completion?.object.head.parts.isEmpty == true, "the part of the object, which may be deleted")
        #expect(await s3.delete("/pics/big").status == 204)
        #expect(ledger.used == 0)

        let other = try await begin()
        let others = try ledger.charge(ledger.limit - begun)
        #expect(await part(1, "", of: other).code == "QuotaExceeded")
        #expect(await s3.post("/pics/second?uploads").code == "QuotaExceeded")
        #expect(await s3.delete("/pics/big?uploadId=\(other)").status == 204)
        #expect(ledger.used == ledger.limit - begun)
        withExtendedLifetime(others) {}
    }
}
