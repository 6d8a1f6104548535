import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Mistakes in the folders and descriptions of buckets, and the messages about them.
@Suite struct BucketMistakesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load() throws -> FixtureSet<StubMapping> { try FixtureFolder(folder.path).load() }

    private func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    @Test func aBucketThatS3WouldRefuseIsAWarning() throws {
        try folder.write("s3/Pose_Images/a.txt", "a")
        try folder.write("s3/pose-images/a.txt", "a")
        #expect(
            try lines(load().warnings) == [
                "mocks/s3/Pose_Images: this is not a valid name of a bucket. "
                    + #"A name has 3 to 63 of a-z, 0-9, "-" and ".", and a letter or digit at both ends and beside each dot. "#
                    + #"IP addresses and reserved names such as "xn--a" are not valid."#
            ])
    }

    @Test(arguments: [
        ("ab", false), ("-abc", false), ("abc-", false), ("a_c", false), ("a.b", true), ("0-9", true), ("a..b", false), ("1.2.3.4", false),
        ("xn--a", false),
    ])
    func bucketsHaveNamesOfS3(name: String, isValid: Bool) throws {
        try folder.write("s3/\(name)/a.txt", "a")
        #expect(try load().warnings.isEmpty == isValid)
    }

    @Test(arguments: ["s3/pets/cat.jpg", "__files/cat.jpg"])
    func slipsInDescriptionsAreWarnings(path: String) throws {
        try folder.write(path, "\u{1}")
        let description = #"{"headers": {"contentType": "image/png"}, "headers": {"Content-Type": "png", "ETags": "1"}}"#
        try folder.write("\(path).meta.json", description)
        let fixtures = try FixtureFolder(folder.path)
        let found = lines(path.hasPrefix("s3") ? fixtures.objectProblems().warnings : fixtures.load().warnings)
        #expect(
            found == [
                "mocks/\(path).meta.json:1:43 /headers: \"headers\" is here twice, and the last one counts.",
                "mocks/\(path).meta.json:1:71 /headers/Content-Type: \"png\" is no media type, so clients cannot tell what the body is. "
                    + "Write \"image/png\".",
            ])
        try folder.write("\(path).meta.json", #"{"headers": {"contentType": "image/png"}}"#)
        let renamed = lines(path.hasPrefix("s3") ? fixtures.objectProblems().warnings : fixtures.load().warnings)
        let told = #"1:29 /headers/contentType: "contentType" is no usual header field. Did you mean "Content-Type"?"#
        #expect(renamed == ["mocks/\(path).meta.json:\(told)"])
    }

    @Test func aDescriptionWithoutTheExtensionIsToldItsName() throws {
        try folder.write("s3/pets/cat.jpg", "\u{1}")
        try folder.write("s3/pets/cat.meta.json", "{}")
        #expect(
            try lines(FixtureFolder(folder.path).objectProblems().warnings) == [
                #"mocks/s3/pets/cat.meta.json: it describes "mocks/s3/pets/cat", which is not there. Did you mean cat.jpg.meta.json?"#
            ])
    }

    @Test func descriptionsOfBucketsAreChecked() throws {
        try folder.write("s3/pics/a.jpg", "x")
        try folder.write("s3/pics/.meta.json", #"{"acl": "privat"}"#)
        try folder.write("s3/pics.meta.json", #"{"acls": 1}"#)
        try folder.write("s3/none.meta.json", "{}")
        let fixtures = try FixtureFolder(folder.path)
        let problems = lines(fixtures.objectProblems().problems)
        #expect(problems.count == 2 && problems.last?.hasPrefix("mocks/s3/pics/.meta.json:1:9 /acl: \"acl\" must be \"private\"") == true)
        #expect(problems.first?.hasPrefix("mocks/s3/pics.meta.json:1:2") == true)
        let stray = "mocks/s3/none.meta.json: this is not read. Objects are in folders, one for each bucket."
        #expect(lines(fixtures.load().warnings) == [stray])
    }

    @Test(arguments: [
        (#"{"tags": {\#((0...10).map { #""\#($0)": """# }.joined(separator: ", "))}}"#, "at most 10 tags, and this one 11"),
        (#"{"tags": {"\#(String(repeating: "k", count: 129))": "1"}}"#, "is too long"),
        (#"{"tags": {"a": "\#(String(repeating: "v", count: 257))"}}"#, "the tag \"a\" is too long"),
        (#"{"metadata": {"a": "\#(String(repeating: "v", count: 2_048))"}}"#, "have 2049 bytes; S3 allows 2048"),
        (#"{"headers": {"content-length": 3}}"#, "does not change the file's length"),
        (
            #"{"headers": {"ETag": "v2"}}"#,
            #"the ETag v2 is no entity tag of HTTP, so clients may ignore it. Write it in quotes: "ETag": "\"v2\""."#
        ),
        (#"{"headers": {"ETag": "\"a\", \"b\""}}"#, #"the ETag "a", "b" is no entity tag"#),
        (#"{"headers": {"etag": "*", "Last-Modified": "Wed, 01 Jan 2020 00:00:00 GMT"}}"#, "the ETag * is no entity tag"),
        (#"{"headers": {"ETag": "W/\"a\"", "Last-Modified": "2020-01-01"}}"#, "the Last-Modified 2020-01-01 is no date of HTTP"),
        (#"{"metadata": {"X-Amz-Meta-a": "1"}}"#, "is sent as \"x-amz-meta-x-amz-meta-a\""),
        (#"{"metadata": {"Name": "1", "name": "2"}}"#, "the metadata \"Name\" and \"name\" differ only in case"),
    ])
    func whatS3WouldRefuseOfAnObjectIsAWarning(description: String, message: String) throws {
        try folder.write("s3/pics/a.jpg", "x")
        try folder.write("s3/pics/a.jpg.meta.json", description)
        let found = try FixtureFolder(folder.path).objectProblems()
        #expect(found.problems.isEmpty)
        let lines = lines(found.warnings)
        #expect(lines.count == 1 && lines[0].hasPrefix("mocks/s3/pics/a.jpg.meta.json:1:") && lines[0].contains(message), "\(lines)")
        try folder.write("s3/pics/a.jpg.meta.json", description.replacing("{", with: #"{"deliberate": true, "#, maxReplacements: 1))
        #expect(try FixtureFolder(folder.path).objectProblems().warnings.isEmpty)
    }

    @Test func aBucketIsDescribedOnce() throws {
        try folder.write("s3/pics/a.jpg", "x")
        for path in ["s3/pics.meta.json", "s3/pics/.meta.json", "s3/pics/deep/.meta.json"] { try folder.write(path, "{}") }
        #expect(
            try lines(FixtureFolder(folder.path).objectProblems().warnings) == [
                "mocks/s3/pics/.meta.json: this file and mocks/s3/pics.meta.json describe the same bucket, and what either says counts. "
                    + "Keep one of them."
            ])
    }

    @Test func aLinkToNothingAndADescriptionOfNothingAreWarnings() throws {
        try folder.write("s3/bucket/b.jpg.meta.json", #"{"headers": {}}"#)
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}}"#)
        for name in ["mappings/b.json", "mappings/.#a.json"] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/\(name)", withDestinationPath: "nothing.json")
        }
        try folder.link("s3/bucket/c.jpg", to: "nothing.jpg")
        let fixtures = try FixtureFolder(folder.path)
        let set = fixtures.load()
        #expect(set.problems.isEmpty && set.stubs.count == 1)
        #expect(lines(set.warnings) == ["mocks/mappings/b.json:1:1: a link without a target, which is ignored."])
        let lonely = "mocks/s3/bucket/b.jpg.meta.json: it describes \"mocks/s3/bucket/b.jpg\", which is not there."
        let ignored = "mocks/s3/bucket/c.jpg:1:1: a link without a target, which is ignored."
        #expect(lines(fixtures.objectProblems().warnings) == [ignored, lonely])
    }
}
