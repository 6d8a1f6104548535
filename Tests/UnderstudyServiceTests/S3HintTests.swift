import TestSupport
import Testing

@testable import UnderstudyService

/// What the log and `X-Understudy-Hint` say about requests that S3 refuses.
@Suite(.timeLimit(.minutes(5))) struct S3HintTests {
    private let folder: TemporaryFolder
    private let log = RecordedLog()

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("s3/pictures/a.txt", "an object")
    }

    /// Sends requests, each with its fields, to a server of its own.
    /// - Returns: the status and the hint of each.
    private func hints(auth: String = "expiry", _ requests: [(line: String, fields: [String])]) throws -> [(status: Int, hint: String?)] {
        var configuration = Configuration.embedded(mocks: folder.path, servesS3: true)
        configuration.s3Auth = auth
        configuration.s3Keys = ["AK:SECRET"]
        let service = try Service(configuration, log: log.logger)
        let endpoints = try service.start()
        defer { service.stop() }
        let port = try #require(endpoints.s3?.split(separator: ":").last.flatMap { Int($0) })
        return try requests.map { request in
            let client = try RawClient(port: port)
            let fields = (["Host: a", "Content-Length: 0"] + request.fields).joined(separator: "\r\n")
            try client.send("\(request.line) HTTP/1.1\r\n\(fields)\r\n\r\n")
            let response = try client.response()
            return (response.status, response.header("X-Understudy-Hint"))
        }
    }

    @Test(arguments: ["expiry", "strict"]) func aRefusedPreflightNamesTheRuleThatIsMissing(auth: String) throws {
        let fields = ["Origin: http://page.test", "Access-Control-Request-Method: PUT"]
        let refusal = "No CORS rule lets pages of \"http://page.test\" send PUT. Start the server with --s3-cors http://page.test"
        let told = "\(refusal), or give the bucket \"pictures\" such a rule with PutBucketCors."
        let answers = try hints(auth: auth, [("OPTIONS /pictures/a.txt", fields), ("OPTIONS /none/a.txt", fields)])
        #expect(answers.map(\.status) == [403, 403])
        #expect(answers.map(\.hint) == [told, "S3 has no bucket \"none\". \(refusal)."])
        #expect(log.lines.contains("warning: OPTIONS /pictures/a.txt got a 403: \(told)"))
    }
}
