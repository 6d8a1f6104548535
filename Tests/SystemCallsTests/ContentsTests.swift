import Foundation
import Glibc
import SystemCalls
import Testing

@Suite struct ContentsTests {
    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000]) func aFileIsReadToItsEnd(_ size: Int) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "contents-\(UUID())")
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try SystemCalls.contents(of: file.path, limit: 64 << 20) == bytes)
        #expect(try SystemCalls.contents(of: file.path, limit: size) == bytes)
        if size > 0 {
            #expect(throws: SystemCalls.Failure(code: EFBIG)) { try SystemCalls.contents(of: file.path, limit: size - 1) }
        }
    }

    @Test func aPipeIsReadToItsEnd() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        // It begins empty, with somebody who will write: the reader waits.
        let writer = Thread {
            for _ in 0..<3 { _ = write(writing, "secret", 6) }
            close(writing)
        }
        writer.start()
        #expect(try SystemCalls.contents(of: "/dev/fd/\(reading)", limit: 100) == Array("secretsecretsecret".utf8))
    }

    /// A server that waits for it would never start, and not even SIGTERM would end it.
    @Test func aPipeThatNobodyWritesToIsEmpty() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "pipe-\(UUID())").path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        #expect(try SystemCalls.contents(of: path, limit: 100) == [])
    }

    @Test func aMissingFileIsAnError() {
        #expect(throws: SystemCalls.Failure(code: ENOENT)) { try SystemCalls.contents(of: "/no/such/file", limit: 1) }
        #expect(throws: SystemCalls.Failure(code: EBADF)) { try SystemCalls.contents(of: Int32(-1), limit: 1) }
    }
}
