import Glibc
import SystemCalls
import TestSupport
import Testing

/// What the kernel tells of a TCP connection.
struct SocketTests {
    /// It tells the bytes of a connection that was reset as a number without a meaning.
    @Test func behindAResetNothingIsOnItsWay() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        #expect(listen(listener, 1) == 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &address) { _ = getsockname(listener, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length) }
        let client = try RawClient(port: Int(UInt16(bigEndian: address.sin_port)), receiveBuffer: 2_048)
        let server = accept(listener, nil, nil)
        defer { close(server) }
        let bytes = [UInt8](repeating: 120, count: 200_000)
        #expect(send(server, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0)
        #expect(SystemCalls.hasUnsentBytes(server) && SystemCalls.hasUnacknowledgedBytes(server))
        #expect(SystemCalls.reset(server))
        #expect(!SystemCalls.hasUnsentBytes(server) && !SystemCalls.hasUnacknowledgedBytes(server))
        client.close()
    }
}
