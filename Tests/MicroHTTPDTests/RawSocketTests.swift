import Glibc
import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(1))) struct RawSocketTests {
    /// What the response to CONNECT lost must not count as sent.
    @Test func sendingTellsWhatDidNotFit() {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let socket = RawSocket(descriptor: ends[0])
        #expect(socket.send([1, 2, 3]) == 0)
        let unsent = socket.send([UInt8](repeating: 1, count: 16 << 20))
        #expect(unsent > 0 && unsent < 16 << 20)
        #expect(socket.send([1]) == 1)
    }
}
