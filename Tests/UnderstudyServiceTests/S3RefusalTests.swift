import Logging
import TestSupport
import Testing

@testable import UnderstudyService

/// What the wire refuses on the S3 listener, as S3's clients see it.
@Suite(.timeLimit(.minutes(5))) struct S3RefusalTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let long = String(repeating: "a", count: 20_000)

    static let refusals: [(sent: String, status: Int, code: String)] = [
        ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "InvalidURI"),
        ("GET /a HTTP/1.1\r\n\r\n", 400, "BadRequest"),
        ("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n", 400, "InvalidURI"),
        ("GET /a HTTP/1.1\r\nHost: a\r\nB: \(long)\r\n\r\n", 400, "RequestHeaderSectionTooLarge"),
        ("PUT /a/b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "NotImplemented"),
        ("PUT /a/b HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nContent-Length: 8\r\n\r\n", 400, "BadRequest"),
    ]

    @Test func whoHasNoKeyIsToldThatOneIsWanted() throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pictures/a.txt", "an object")
        var configuration = Configuration.embedded(mocks: folder.path, servesS3: true)
        (configuration.s3Auth, configuration.s3Anonymous) = ("strict", "none")
        configuration.s3Keys = ["AK:SECRET"]
        let log = RecordedLog()
        let service = try Service(configuration, log: log.logger)
        let endpoints = try service.start()
        defer { service.stop() }
        let port = try #require(endpoints.s3?.split(separator: ":").last.flatMap { Int($0) })
        let client = try RawClient(port: port)
        try client.send("GET /pictures/a.txt HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try client.response()
        #expect(response.status == 403)
        let told = "It has no signature, and --s3-anonymous is none: sign it with a key of --s3-key, or use a link."
        #expect(response.header("X-Understudy-Hint") == told)
        #expect(log.lines.contains("warning: GET /pictures/a.txt got a 403: \(told)"))
    }

    @Test func eachHasItsCode() throws {
        let folder = try TemporaryFolder()
        try folder.write("s3/pictures/a.txt", "an object")
        let service = try Service(.embedded(mocks: folder.path, servesS3: true), log: Self.silent)
        let endpoints = try service.start()
        defer { service.stop() }
        let port = try #require(endpoints.s3?.split(separator: ":").last.flatMap { Int($0) })
        for (sent, status, code) in Self.refusals {
            let client = try RawClient(port: port)
            try client.send(sent)
            let response = try client.response()
            #expect(response.status == status)
            #expect(response.header("Content-Type") == "application/xml")
            #expect(response.header("Server") == "AmazonS3")
            #expect(response.text.contains("<Code>\(code)</Code>"))
            let identity = try #require(response.header("x-amz-request-id"))
            #expect(response.text.contains("<RequestId>\(identity)</RequestId>"))
        }
    }
}
