import Glibc
import Testing

@testable import MicroHTTPD

/// What is read behind the last response, so that the client gets it.
@Suite(.timeLimit(.minutes(1))) struct LingeringTests {
    @Test func itGoesOnUntilTheClientEnds() throws {
        var pair: [Int32] = [-1, -1]
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { close(pair[0]) }
        let lingering = try #require(Lingering(RawSocket(descriptor: pair[0])))
        #expect(lingering.takeProgress(), "it has just begun")
        #expect(lingering.drain())
        #expect(!lingering.takeProgress(), "nothing has come")
        #expect(write(pair[1], "late", 4) == 4)
        #expect(lingering.drain())
        #expect(lingering.takeProgress())
        close(pair[1])
        // As the last look left it.
        errno = EAGAIN
        #expect(!lingering.drain())
    }

    @Test func aClosedSocketHasNothingToReadFrom() { #expect(Lingering(RawSocket(descriptor: -1)) == nil) }
}
