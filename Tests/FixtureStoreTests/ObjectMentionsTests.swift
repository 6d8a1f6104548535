import JSONDocument
import FixtureStore
import Foundation
import TestSupport
import Testing

/// Stubs that mean an object of the folder and do not match requests for it.
@Suite struct ObjectMentionsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("s3/poses/a.jpg", "")
        try folder.write("s3/poses/both.jpg", "")
        try folder.write("__files/poses/both.jpg", "")
    }

    private func warnings(_ request: String, _ response: String) throws -> [String] {
        try folder.write("mappings/a.json", #"{"request": {\#(request)}, "response": {\#(response)}}"#)
        let set = try FixtureFolder(folder.path).load()
        #expect(set.problems.isEmpty)
        return set.warnings.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    @Test(arguments: [#""status": 500"#, #""s3Error": "SlowDown""#, #""modify": {"status": 418}"#])
    func anErrorAtThePathOfAnObjectIsForTheOtherListener(response: String) throws {
        let told =
            "mocks/mappings/a.json:1:25 /request/urlPath: this is the path of an object on the S3 listener, and the stub matches requests to the "
            + #"HTTP listener only. Write "s3": {"bucket": "poses", "key": "a.jpg"} in its place, or "listener": "http" if it is meant."#
        #expect(try warnings(#""urlPath": "/poses/a.jpg""#, response) == [told])
        for request in [
            #""urlPath": "/poses/b.jpg""#, #""urlPath": "/poses/both.jpg""#, #""urlPath": "/poses/a.jpg", "listener": "s3""#,
            #""urlPath": "/poses/a.jpg", "listener": "http""#, #""urlPathPattern": "/poses/a.jpg""#,
        ] {
            #expect(try warnings(request, response) == [])
        }
    }

    @Test func aResponseWithABodyIsMeantForHTTP() throws {
        #expect(try warnings(#""urlPath": "/poses/a.jpg""#, #""status": 404, "body": "none""#) == [])
        #expect(try warnings(#""urlPath": "/poses/a.jpg""#, #""status": 204"#) == [])
    }

    @Test(arguments: [
        (
            #""s3": {"key": "/a.jpg"}"#,
            #"1:28 /request/s3/key: the slash between bucket and key belongs to neither, so no usual request matches this key. Write "a.jpg"."#
        ),
        (
            #""s3": {"bucket": "poses", "key": "poses/a.jpg"}"#,
            #"1:47 /request/s3/key: the key has the bucket's name at its beginning. Write "a.jpg"."#
        ),
        (
            #""s3": {"key": "poses/a.jpg"}"#,
            #"1:28 /request/s3/key: the key has the bucket's name at its beginning. Write "bucket": "poses", "key": "a.jpg"."#
        ),
        (
            #""s3": {"bucket": "pose", "key": "a.jpg"}"#,
            #"1:31 /request/s3/bucket: there is no bucket "pose" in the folder. Did you mean "poses"?"#
        ),
        (
            #""listener": "s3", "urlPath": "/a.jpg""#,
            "1:43 /request/urlPath: a path on the S3 listener begins with the bucket's name, unless the host has it. "
                + #"Write "s3": {"bucket": "poses", "key": "a.jpg"} in its place, which matches both."#
        ),
    ])
    func aPatternThatMissesTheObjectIsAWarning(request: String, told: String) throws {
        #expect(try warnings(request, #""status": 500"#) == ["mocks/mappings/a.json:\(told)"])
    }

    @Test(arguments: [
        #""s3": {"bucket": "poses", "key": "a.jpg"}"#, #""s3": {"bucket": "poses", "key": "poses/b.jpg"}"#, #""s3": {"bucket": "uploads"}"#,
        #""s3": {"key": "poses/b.jpg"}"#, #""s3": {"bucket": {"matches": ".*"}, "key": "poses/a.jpg"}"#,
        #""s3": {"key": {"matches": "/.*"}}"#, #""listener": "s3", "urlPath": "/none.jpg""#, #""listener": "s3", "urlPath": "/poses""#,
    ])
    func aPatternThatMayMatchIsNone(request: String) throws { #expect(try warnings(request, #""status": 500"#) == []) }

    @Test func aKeyThatAnotherBucketHasIsNone() throws {
        try folder.write("s3/all/poses/a.jpg", "")
        #expect(try warnings(#""s3": {"key": "poses/a.jpg"}"#, #""status": 500"#) == [])
    }
}
