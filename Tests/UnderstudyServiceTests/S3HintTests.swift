import Glibc
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

    /// The response to a HEAD has no body that could say it.
    @Test func theFileThatKeepsAnObjectFromBeingReadIsInTheLog() throws {
        try folder.write("s3/pictures/a.txt.meta.json", #"{"acl": "privat"}"#)
        let told = "We encountered an internal error. \(folder.path)/s3/pictures/a.txt.meta.json:1:9 /acl: "
        let targets = ["/pictures/a.txt", "/pictures/a.txt?versionId=null"]
        #expect(try hints(targets.map { ("HEAD \($0)", []) }).map(\.status) == [500, 500])
        for target in targets {
            #expect(log.lines.contains { $0.hasPrefix("error: HEAD \(target) got a 500: \(told)") }, "\(log.lines)")
        }
    }

    @Test func theMissingSourceOfACopyIsNamed() throws {
        let sources = ["/pictures/zebra", "pictur/a.txt", "/pictures/A.txt"]
        let answers = try hints(sources.map { ("PUT /pictures/copy", ["x-amz-copy-source: \($0)"]) })
        #expect(answers.map(\.status) == [404, 404, 404])
        func told(_ path: String) -> String { "The source of the copy, \"/\(path)\", does not exist: s3/\(path) would be its file." }
        let expected = [
            told("pictures/zebra"), told("pictur/a.txt") + " There is a bucket \"pictures\".",
            told("pictures/A.txt") + " Did you mean \"/pictures/a.txt\"? It is s3/pictures/a.txt.",
        ]
        #expect(answers.map(\.hint) == expected)
        #expect(log.lines.contains("warning: nothing answered PUT /pictures/copy on the S3 listener. \(expected[0])"))
    }

    @Test func whatIsInThePlaceOfAFileIsNamed() throws {
        try folder.link("s3/pictures/outside", to: "/etc/hostname")
        try folder.link("s3/pictures/nowhere", to: "gone.txt")
        #expect(mkfifo("\(folder.path)/s3/pictures/pipe", 0o600) == 0)
        try folder.link("s3/pictures/album", to: "/etc")
        let names = ["outside", "nowhere", "pipe", "album/missing.jpg"]
        let answers = try hints(names.map { ("GET /pictures/\($0)", []) })
        let expected = [
            "At s3/pictures/outside a link leads out of the folder, to \"/etc/hostname\". Copy what it points to into the folder.",
            "At s3/pictures/nowhere a link leads to \"gone.txt\", which is not there. Create that, or replace the link with the file.",
            "s3/pictures/pipe is not a regular file. Put a regular file in its place.",
            "At s3/pictures/album a link leads out of the folder, to \"/etc\". Copy what it points to into the folder.",
        ]
        #expect(answers.map(\.status) == [404, 404, 404, 404])
        #expect(answers.map(\.hint) == expected)
        for (name, told) in zip(names, expected) {
            #expect(log.lines.contains("warning: nothing answered GET /pictures/\(name) on the S3 listener. \(told)"))
        }
    }
}
