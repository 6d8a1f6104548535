import Foundation
import HTTPMessage
import TestSupport
import Testing
import WorkPool

@testable import S3Service

@Suite struct ListingTests {
    private let s3: S3Fixture

    init() throws {
        s3 = try S3Fixture()
        for key in [
            "a.txt", "a/b", "a/c/d", "b", "boo/bar", "boo/baz/xyzzy", "cquux/thud", "cquux/bla", "한글.txt", "z&<>.txt", "sp ace.txt",
        ] {
            try s3.folder.write("s3/keys/" + key, "x")
        }
        try s3.folder.write("s3/keys/b.meta.json", "{}")
        try s3.folder.write("s3/keys/.DS_Store", "x")
        try s3.folder.write("s3/empty/.gitkeep", "")
    }

    private static let keys = [
        "a.txt", "a/b", "a/c/d", "b", "boo/bar", "boo/baz/xyzzy", "cquux/bla", "cquux/thud", "sp ace.txt", "z&amp;&lt;&gt;.txt", "한글.txt",
    ]

    private func list(_ query: String, _ bucket: String = "keys") async -> S3Answer { await s3.get("/\(bucket)?list-type=2&\(query)") }

    @Test func aListingForWhichThereIsNoRoomIsToBeAskedForAgain() async throws {
        let pool = WorkPool()
        pool.stop()
        let answer = try await S3Fixture(work: pool).get("/pics?list-type=2")
        #expect(answer.response.status == 503)
        #expect(answer.element("Code") == "SlowDown")
    }

    @Test func bucketsAreFolders() async {
        let answer = await s3.get("/")
        #expect(answer.elements("Name") == ["empty", "keys", "pics"])
        #expect(answer.element("DisplayName") == "understudy")
        #expect(answer.elements("BucketArn") == ["arn:aws:s3:::empty", "arn:aws:s3:::keys", "arn:aws:s3:::pics"])
        #expect(answer.element("BucketRegion") == nil)
        #expect(await s3.get("/?prefix=p").elements("Name") == ["pics"])
        let page = await s3.get("/?max-buckets=2")
        #expect(page.elements("Name") == ["empty", "keys"])
        let token = PercentCoding.encode(Array((page.element("ContinuationToken") ?? "").utf8))
        #expect(await s3.get("/?continuation-token=\(token)").elements("Name") == ["pics"])
        let first = await s3.get("/?max-buckets=1&continuation-token=")
        #expect(first.elements("BucketArn") == ["arn:aws:s3:::empty"])
        #expect(first.elements("BucketRegion") == ["us-east-1"])
        #expect(first.element("ContinuationToken") != nil)
    }

    /// A parser refuses such a document, as it refuses S3's; no parser takes one key for another.
    @Test func controlCharactersAreReferences() async {
        await s3.put("/made")
        for key in ["%01", "%02", "%EF%BF%BE", "%EF%BF%BF"] { #expect(await s3.put("/made/\(key)", "x").status == 200) }
        #expect(await list("", "made").elements("Key") == ["&#x1;", "&#x2;", "&#xfffe;", "&#xffff;"])
        #expect(await list("encoding-type=url", "made").elements("Key") == ["%01", "%02", "%EF%BF%BE", "%EF%BF%BF"])
    }

    @Test func keysComeInTheOrderOfTheirBytes() async {
        let answer = await list("")
        #expect(answer.elements("Key") == Self.keys)
        #expect(answer.element("KeyCount") == "11")
        #expect(answer.element("IsTruncated") == "false")
        #expect(answer.element("MaxKeys") == "1000")
        #expect(answer.element("ETag") == "&quot;9dd4e461268c8034f5c8564e155c67a6&quot;")
        #expect(answer.element("Size") == "1")
        #expect(answer.element("StorageClass") == "STANDARD")
        #expect(answer.element("Owner") == nil)
        #expect(answer.element("LastModified")?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z/) != nil)
        #expect(await list("fetch-owner=true").elements("Owner").count == 11)
    }

    @Test func twoSpellingsOfOneCharacterAreTwoPrefixes() async throws {
        try s3.folder.write("s3/spellings/e\u{301}/a", "x")
        try s3.folder.write("s3/spellings/\u{E9}/a", "x")
        let prefixes = await list("delimiter=/", "spellings").elements("CommonPrefixes").map { Array($0.utf8) }
        #expect(prefixes.count == 2)
    }

    @Test func prefixesAreRolledUp() async {
        let answer = await list("delimiter=/")
        #expect(answer.elements("Key") == ["a.txt", "b", "sp ace.txt", "z&amp;&lt;&gt;.txt", "한글.txt"])
        #expect(
            answer.elements("CommonPrefixes").map { $0.replacingOccurrences(of: "</?Prefix>", with: "", options: .regularExpression) } == [
                "a/", "boo/", "cquux/",
            ])
        #expect(answer.element("KeyCount") == "8")
        let below = await list("delimiter=/&prefix=boo/")
        #expect(below.elements("Key") == ["boo/bar"])
        #expect(below.elements("Prefix") == ["boo/", "boo/baz/"])
        #expect(await list("delimiter=a").elements("Prefix").dropFirst().contains("boo/ba"))
    }

    @Test(arguments: [1, 2, 3, 4, 7, 8, 100])
    func pagesGiveEverythingOnce(size: Int) async {
        for query in ["", "&delimiter=/"] {
            var found: [String] = []
            var token = ""
            var pages = 0
            repeat {
                let page = await list(
                    "max-keys=\(size)\(query)" + (token.isEmpty ? "" : "&continuation-token=\(PercentCoding.encode(Array(token.utf8)))"))
                let entries = page.elements("Key") + page.elements("Prefix").dropFirst()
                #expect(entries.count <= size && entries.count == Int(page.element("KeyCount") ?? ""))
                found += entries
                token = page.element("NextContinuationToken") ?? ""
                #expect((page.element("IsTruncated") == "true") == !token.isEmpty)
                pages += 1
            } while !token.isEmpty && pages < 50
            #expect(found.count == (query.isEmpty ? 11 : 8))
            #expect(Set(found).count == found.count)
        }
    }

    @Test func aLimitWithoutANumberIsNone() async {
        let answer = await list("max-keys=")
        #expect(answer.elements("Key").count == 11)
        #expect(answer.element("MaxKeys") == "1000")
        #expect(await list("max-keys=many").element("Code") == "InvalidArgument")
    }

    @Test func nothingLeftAfterTheLastPrefixIsNotTruncated() async {
        let answer = await list("delimiter=/&prefix=c&max-keys=1")
        #expect(answer.elements("Prefix") == ["c", "cquux/"])
        #expect(answer.element("IsTruncated") == "false")
    }

    @Test func aMarkerBelowAPrefixSkipsThePrefix() async {
        #expect(await s3.get("/keys?delimiter=/&marker=boo/bar").elements("CommonPrefixes").count == 1)
        #expect(await s3.get("/keys?versions&delimiter=/&key-marker=boo/bar").elements("CommonPrefixes").count == 1)
        #expect(await list("delimiter=/&start-after=boo/bar").elements("CommonPrefixes").count == 2)
    }

    @Test func anEmptyStartIsNotNamed() async {
        let page = await list("start-after=")
        #expect(page.status == 200 && page.elements("StartAfter").isEmpty)
        #expect(await list("start-after=a").elements("StartAfter") == ["a"])
    }

    @Test func olderListingPagesByMarker() async {
        var found: [String] = []
        var marker = ""
        for _ in 0..<20 {
            let page = await s3.get("/keys?delimiter=/&max-keys=2&marker=\(PercentCoding.encode(Array(marker.utf8)))")
            found += page.elements("Key") + page.elements("CommonPrefixes")
            guard let next = page.element("NextMarker") else { break }
            marker = next.replacingOccurrences(of: "&amp;", with: "&").replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(
                of: "&gt;", with: ">")
        }
        #expect(found.count == 8)
        let plain = await s3.get("/keys?max-keys=2")
        #expect(plain.element("NextMarker") == nil)
        #expect(plain.element("IsTruncated") == "true")
        #expect(plain.elements("Owner").count == 2)
        #expect(await s3.get("/keys?marker=boo/bar").elements("Key").first == "boo/baz/xyzzy")
    }

    @Test func theOlderListingLeavesOutWhatWasNotAskedFor() async {
        let last = await s3.get("/keys?delimiter=/&prefix=c")
        #expect(last.element("IsTruncated") == "false")
        #expect(last.element("NextMarker") == nil, "there is no next page")
        #expect(last.element("EncodingType") == nil)
        #expect(await s3.get("/keys?encoding-type=url").element("EncodingType") == "url")
    }

    @Test func limitsAreChecked() async {
        #expect(await list("max-keys=0").element("IsTruncated") == "false")
        #expect(await list("max-keys=0").elements("Key").isEmpty)
        #expect(await list("max-keys=5000").element("MaxKeys") == "1000")
        for bad in ["max-keys=-1", "max-keys=x", "continuation-token=x", "continuation-token=AA", "encoding-type=base64"] {
            #expect(await list(bad).element("Code") == "InvalidArgument", "\(bad)")
        }
        #expect(await list("continuation-token=").element("ArgumentName") == "continuation-token")
        #expect(await list("continuation-token=").element("ArgumentValue") == nil)
        for kind in ["list-type=2", "", "versions", "uploads"] {
            #expect(await s3.get("/keys?\(kind)&encoding-type=").code == "InvalidArgument", "\(kind)")
        }
        #expect(await list("", "none").element("Code") == "NoSuchBucket")
    }

    @Test func keysAreEncodedOnRequest() async {
        let answer = await list("encoding-type=url&prefix=sp%20&start-after=a%20b")
        #expect(answer.elements("Key") == ["sp+ace.txt"])
        #expect(answer.element("Prefix") == "sp+")
        #expect(answer.element("StartAfter") == "a+b")
        #expect(answer.element("EncodingType") == "url")
        #expect(await list("encoding-type=url&prefix=%ED%95%9C").elements("Key") == ["%ED%95%9C%EA%B8%80.txt"])
    }

    /// Version 1 has a marker for it; with all keys, a client that forgot `list-type=2` would not notice.
    @Test func aStartIsForVersionTwo() async {
        let answer = await s3.get("/keys?start-after=a")
        #expect((answer.status, answer.code, answer.element("ArgumentName")) == (400, "InvalidArgument", "start-after"))
        #expect(answer.element("Message") == "startAfter only supported in REST.GET.BUCKET with list-type=2")
    }

    @Test func aListingNamesItsRegion() async {
        for kind in ["list-type=2", ""] { #expect(await s3.get("/keys?\(kind)").header("x-amz-bucket-region") == "us-east-1") }
    }

    @Test func startAfterComparesDecodedKeys() async {
        #expect(await list("start-after=cquux%2Fthud").elements("Key").first == "sp ace.txt")
        #expect(await list("start-after=sp+ace.txt").elements("Key").first == "z&amp;&lt;&gt;.txt")
    }

    @Test func emptyBucketIsEmpty() async {
        let answer = await list("", "empty")
        #expect(answer.status == 200)
        #expect(answer.elements("Key").isEmpty)
        #expect(answer.element("KeyCount") == "0")
    }

    @Test func versionsAreTheObjectsThemselves() async {
        let answer = await s3.get("/keys?versions")
        #expect(answer.elements("Key") == Self.keys)
        #expect(Set(answer.elements("VersionId")) == ["null"])
        #expect(Set(answer.elements("IsLatest")) == ["true"])
    }

    /// The object is listed as if it had no description; only its own requests get the error.
    @Test(arguments: ["list-type=2", "", "versions"]) func aMistakeInADescriptionHidesNoOtherObject(query: String) async throws {
        try s3.folder.write("s3/keys/b.meta.json", #"{"headers": 1}"#)
        let listing = await s3.get("/keys?\(query)")
        #expect(listing.elements("Key") == Self.keys)
        #expect(listing.elements("ETag").count == Self.keys.count && Set(listing.elements("ETag")).count == 1)
        #expect(await s3.get("/keys/b").code == "InternalError")
    }
}
