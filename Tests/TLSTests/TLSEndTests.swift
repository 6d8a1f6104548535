import Foundation
import Synchronization
import TLS
import TestSupport
import Testing

/// How connections end: with a client that is a program of its own, and a socket of the system's as the relay's side of it.
@Suite(.timeLimit(.minutes(5))) struct TLSEndTests {
    private let relay: TLSRelay
    private let ended = DispatchSemaphore(value: 0)

    init() throws {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        relay = try TLSRelay(try TLSCredentials(identity, now: now), many: 1) { [ended] in ended.signal() }
    }

    /// A client in the middle of its connection.
    private final class Client {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        /// The server's end of the connection, and the relay's socket.
        let (server, socket): (Int32, Int32)
        let link: TLSLink

        /// - Parameters:
        ///   - arguments: for `openssl s_client`.
        ///   - sendBuffer: of the relay's socket, in bytes; nil for the system's.
        init(of relay: TLSRelay, _ arguments: [String], sendBuffer: Int32? = nil) throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString.prefix(8))").path
            let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer {
                close(listener)
                unlink(path)
            }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 1) == 0
                }
            }
            try #require(isBound)
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = ["s_client", "-unix", path, "-verify_quiet"] + arguments
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            socket = accept(listener, nil, nil)
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
            if var sendBuffer { setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &sendBuffer, socklen_t(4)) }
            let ready = DispatchSemaphore(value: 0)
            let made = Mutex<(Int32, TLSLink)?>(nil)
            relay.serve(
                socket,
                ready: { server, link in
                    made.withLock { $0 = (server, link) }
                    ready.signal()
                    return true
                }, plainRequest: { _ in [] }, failed: { _ in ready.signal() })
            ready.wait()
            let (server, link) = try #require(made.withLock { $0 })
            (self.server, self.link) = (server, link)
            _ = fcntl(server, F_SETFL, 0)
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        func write(_ count: Int) { #expect(Glibc.write(server, [UInt8](repeating: 120, count: count), count) == count) }

        /// Stops the program until it is to go on.
        func pause() throws {
            // It has read what the handshake has left when it has read this.
            write(1)
            #expect(try output.fileHandleForReading.read(upToCount: 1)?.count == 1)
            var info = siginfo_t()
            kill(process.processIdentifier, SIGSTOP)
            #expect(waitid(P_PID, id_t(process.processIdentifier), &info, Int32(WSTOPPED | WNOWAIT)) == 0)
        }

        func goOn() { kill(process.processIdentifier, SIGCONT) }

        /// All that it gets until the connection ends, and its exit code: 0 if TLS's own end came.
        func rest() throws -> (count: Int, status: Int32) {
            let count = try output.fileHandleForReading.readToEnd()?.count ?? 0
            process.waitUntilExit()
            return (count, process.terminationStatus)
        }
    }

    /// The send buffer takes the last block and nothing more.
    @Test func aSlowReaderStillGetsTheEnd() throws {
        let slow = try Client(of: relay, ["-quiet"], sendBuffer: 4_608)
        let other = try Client(of: relay, ["-quiet"])
        for client in [slow, other] { try client.pause() }
        slow.write(4_000)
        close(slow.server)
        // This one has its end at once, so it is closed when it has lingered.
        close(other.server)
        ended.wait()
        for client in [slow, other] { client.goOn() }
        let got = try slow.rest()
        #expect(got == (4_000, 0))
        #expect(try other.rest() == (0, 0))
    }

    @Test func aClientMayEndFirst() throws {
        let client = try Client(of: relay, ["-no_ign_eof"])
        var byte: UInt8 = 0
        try client.input.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        #expect(read(client.server, &byte, 1) == 1 && byte == UInt8(ascii: "x"))
        // The program's word for the end.
        try client.input.fileHandleForWriting.write(contentsOf: Data("Q".utf8))
        #expect(read(client.server, &byte, 1) == 0)
        let start = ContinuousClock.now
        close(client.server)
        ended.wait()
        #expect(ContinuousClock.now - start < .seconds(2), "nothing is left to wait for")
        #expect(try client.rest().status == 0)
    }

    /// Many clients leave as soon as they have the response, and the server may just be about to note that it was sent.
    @Test func aClientThatLeavesWithoutTheEndOfTLSIsNoBrokenConnection() throws {
        let client = try Client(of: relay, ["-quiet"])
        client.write(1)
        #expect(try client.output.fileHandleForReading.read(upToCount: 1)?.count == 1)
        #expect(!client.link.clientHasLeft)
        kill(client.process.processIdentifier, SIGKILL)
        var byte: UInt8 = 0
        #expect(read(client.server, &byte, 1) == 0)
        #expect(client.link.clientHasLeft)
        var state = pollfd(fd: client.server, events: 0, revents: 0)
        #expect(poll(&state, 1, 0) == 0, "it can still be written to")
        close(client.server)
        ended.wait()
    }

    @Test func aResetComesBehindTheBytesBeforeIt() throws {
        let client = try Client(of: relay, ["-quiet"])
        client.write(40_000)
        client.link.reset()
        close(client.server)
        let (count, status) = try client.rest()
        #expect(count == 40_000)
        #expect(status != 0, "TLS's own end has come")
    }
}
