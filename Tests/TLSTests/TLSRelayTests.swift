import Foundation
import Synchronization
import TLS
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct TLSRelayTests {
    private final class Ends: Sendable {
        let many = DispatchSemaphore(value: 0)
        let failed = DispatchSemaphore(value: 0)
        let reasons = Mutex<[String]>([])
    }

    /// What the connections took is given back to the system then.
    @Test func itTellsWhenManyConnectionsHaveEnded() throws {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        let ends = Ends()
        let relay = try TLSRelay(try TLSCredentials(identity, now: now), many: 3) { ends.many.signal() }
        defer { relay.stop() }
        var clients: [Int32] = []
        for _ in 0..<4 {
            var pair: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
            relay.serve(pair[0], ready: { _, _ in false }, plainRequest: { _ in [] }, failed: { _ in ends.failed.signal() })
            clients.append(pair[1])
        }
        for client in clients.prefix(2) { close(client) }
        for _ in 0..<2 { #expect(ends.failed.wait(timeout: .now() + 60) == .success) }
        #expect(ends.many.wait(timeout: .now()) == .timedOut)
        for client in clients.dropFirst(2) { close(client) }
        #expect(ends.many.wait(timeout: .now() + 60) == .success)
    }

    @Test func aRelayThatIsOccupiedIsNoticed() async throws {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let relay = try TLSRelay(try TLSCredentials(identity, now: now), many: 1) {
            entered.signal()
            release.wait()
        }
        defer { relay.stop() }
        #expect(!relay.isStuck(after: .zero))
        var pair: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
        relay.serve(pair[0], ready: { _, _ in false }, plainRequest: { _ in [] }, failed: { _ in })
        close(pair[1])
        #expect(entered.wait(timeout: .now() + 60) == .success)
        let bell = Bell()
        #expect(await bell.eventually { relay.isStuck(after: .zero) })
        release.signal()
        #expect(await bell.eventually { !relay.isStuck(after: .zero) })
    }

    private final class Token: Sendable {}

    @Test(arguments: [true, false]) func aRelayWithoutReferencesEnds(_ isStopped: Bool) throws {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        weak var token: Token?
        do {
            let held = Token()
            token = held
            let relay = try TLSRelay(try TLSCredentials(identity, now: now)) { withExtendedLifetime(held) {} }
            #expect(token != nil)
            if isStopped { relay.stop() }
        }
        #expect(token == nil, "its thread has ended, and what it held is gone")
    }

    /// A listener may accept a client at the moment when the relay stops.
    @Test func aClientBehindTheStopIsRefused() throws {
        let now = Int(Date().timeIntervalSince1970)
        let identity = try CertificateAuthority(machine: "m", now: now).issue(for: ["localhost"], now: now)
        let relay = try TLSRelay(try TLSCredentials(identity, now: now))
        relay.stop()
        var pair: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
        defer { close(pair[1]) }
        let ends = Ends()
        relay.serve(
            pair[0], ready: { _, _ in false }, plainRequest: { _ in [] },
            failed: { failure in ends.reasons.withLock { $0.append(failure.reason) } })
        #expect(ends.reasons.withLock { $0 } == [HandshakeFailure.stopping.reason])
        var byte: UInt8 = 0
        #expect(read(pair[1], &byte, 1) == 0, "the client sees the end")
    }
}
