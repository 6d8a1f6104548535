import Foundation
import Glibc
import SystemCalls
import Testing

@Suite struct WriteAllTests {
    @Test func everythingIsWrittenAtAnOffset() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "write-all-\(UUID())")
        try Data("0123456789".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = open(file.path, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var progress = 0
        #expect(SystemCalls.writeAll(Array("abc".utf8).span, to: descriptor, at: 4) { progress += $0 } == nil)
        #expect(progress == 3)
        #expect(try String(contentsOf: file, encoding: .utf8) == "0123abc789")
        // The descriptor's own position is where it was.
        #expect(SystemCalls.writeAll(Array("X".utf8).span, to: descriptor) == nil)
        #expect(try String(contentsOf: file, encoding: .utf8) == "X123abc789")
    }

    /// The pipe holds 64 KiB, so that the writes are partial and the descriptor is not ready in between.
    @Test func waitsForADescriptorThatDoesNotBlock() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (output, input) = (ends[0], ends[1])
        try #require(fcntl(input, F_SETFL, O_NONBLOCK) == 0)
        defer { close(output) }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let writer = Thread {
            SystemCalls.writeAll(bytes.span, to: input)
            close(input)
        }
        writer.start()
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 10_000)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count <= 0 { break }
            received += buffer[..<count]
        }
        #expect(received == bytes)
    }

    @Test func tellsWhyAWriteFails() {
        let code = SystemCalls.writeAll([1].span, to: -1)
        #expect(code == EBADF)
        #expect(SystemCalls.reason(EBADF) == "Bad file descriptor")
        #expect(SystemCalls.writeAll([UInt8]().span, to: -1) == nil)
    }
}
