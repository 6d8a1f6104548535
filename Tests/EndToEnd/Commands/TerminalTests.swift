import Foundation
import Testing

/// What people see when standard error is a terminal.
@Suite(.timeLimit(.minutes(5))) struct TerminalTests {
    @Test func theStartSaysWhatIsServedAndHowToStop() async throws {
        let mocks = try TemporaryMocks([
            "mappings/a.json": #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/b"}}]}"#, "__files/c.txt": "c",
            "__files/c.txt.meta.json": "{}", "s3/pose/1.txt": "1", "s3/pose/deep/2.txt": "2", "s3/other/.keep": "",
        ])
        let screen = try Terminal()
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["serve", mocks.url.path, "--port", "0", "--s3-port", "0"]
        process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = screen.processSide
        try process.run()
        #expect(await screen.contains("note: 2 stub mappings, 1 file, 2 buckets with 2 objects in \(mocks.url.path) (watching)"))
        #expect(await screen.contains("/__admin/docs"))
        #expect(await screen.contains("note: Ctrl-C stops"))
        process.interrupt()
        #expect(await screen.contains("note: stopped; 0 requests, 0 unmatched"))
        process.waitUntilExit()
        let addresses = /note: HTTP http:\/\/127\.0\.0\.1:\d+, S3 http:\/\/127\.0\.0\.1:\d+, admin API http:/
        #expect(screen.text.contains(addresses), "\(screen.text)")
    }
}
