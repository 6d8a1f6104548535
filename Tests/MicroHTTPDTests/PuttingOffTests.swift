import Glibc
import Testing

@testable import MicroHTTPD

/// A listening socket that takes no further clients. A client that asks for 255 hops still connects, like one whose handshake has begun
/// before.
@Suite(.timeLimit(.minutes(5))) struct PuttingOffTests {
    @Test(arguments: ["127.0.0.1", "::1"]) func clientsThatArePutOffDoNotReachTheBacklog(host: String) throws {
        // A machine may have no IPv6.
        guard let socket = try? ListeningSocket.tcp(host: host, port: 0) else {
            try #require(host == "::1")
            return
        }
        defer { socket.close() }
        socket.putOffClients()
        let late = try HopClient(socket.address, hops: 64)
        defer { late.close() }
        let early = try HopClient(socket.address, hops: 255)
        defer { early.close() }
        let accepted = try #require(accept(socket))
        defer { close(accepted) }
        #expect(unsafe SocketAddress { unsafe getpeername(accepted, $0, $1) }.port == early.port)
        #expect(accept(socket, within: 0) == nil)

        RawSocket(descriptor: accepted).takeAllPackets()
        early.setHops(64)
        #expect(RawSocket(descriptor: early.descriptor).send([1]) == 0)
        var bytes = pollfd(fd: accepted, events: Int16(POLLIN), revents: 0)
        #expect(unsafe poll(&bytes, 1, 60_000) == 1)
    }

    private func accept(_ socket: ListeningSocket, within milliseconds: Int32 = 60_000) -> Int32? {
        guard socket.hasClients(within: milliseconds) else { return nil }
        let descriptor = Glibc.accept(socket.descriptor, nil, nil)
        return descriptor < 0 ? nil : descriptor
    }
}

/// A client whose packets may pass a given number of routers. It begins to connect, and does not wait for the end of the handshake.
private struct HopClient {
    let descriptor: Int32
    private let isV6: Bool

    init(_ address: BoundAddress, hops: Int32) throws {
        guard case .tcp(let host, let port) = address else { preconditionFailure("TCP only") }
        let target = try #require(SocketAddress(host: host, port: port))
        isV6 = host.contains(":")
        descriptor = socket(target.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        try #require(descriptor >= 0)
        setHops(hops)
        let result = unsafe target.withPointer { unsafe connect(descriptor, $0, $1) }
        try #require(result == 0 || errno == EINPROGRESS)
    }

    /// The port of this side.
    var port: Int { (unsafe SocketAddress { unsafe getsockname(descriptor, $0, $1) }).port }

    func setHops(_ hops: Int32) {
        var hops = hops
        let (level, option) = isV6 ? (Int32(IPPROTO_IPV6), IPV6_UNICAST_HOPS) : (Int32(IPPROTO_IP), IP_TTL)
        unsafe setsockopt(descriptor, level, option, &hops, socklen_t(MemoryLayout<Int32>.size))
    }

    func close() { Glibc.close(descriptor) }
}
