internal import Glibc

/// A client that is accepted, and whose connection the library does not have yet.
final class WaitingClient: @unchecked Sendable {
    // Unchecked: `watch` is set in `WaitingRoom.enter`, under the lock under which the room uses its clients.
    let descriptor: Int32
    let address: SocketAddress
    /// What is known of it if it speaks TLS; the descriptor is then the plain end of the relay.
    let tls: TLSClient?
    let room: WaitingRoom
    /// The id of the reactor's watch.
    var watch: UInt64 = 0

    /// The longest head that is looked at.
    private static let longestHead = 16 << 10

    enum Sight {
        /// The head is not complete.
        case nothingYet
        /// The target of the request.
        case target(ArraySlice<UInt8>)
        case gone
    }

    init(_ descriptor: Int32, _ address: SocketAddress, _ tls: TLSClient?, in room: WaitingRoom) {
        self.descriptor = descriptor
        self.address = address
        self.tls = tls
        self.room = room
    }

    /// What the client has sent so far; it stays to be read.
    func look() -> Sight {
        var bytes = [UInt8](repeating: 0, count: Self.longestHead)
        var span = bytes.mutableSpan
        let count = RawSocket(descriptor: descriptor).peek(into: &span)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothingYet : .gone }
        let head = bytes[..<count]
        guard head.firstRange(of: Array("\r\n\r\n".utf8)) != nil else { return .nothingYet }
        let words = head.split(separator: UInt8(ascii: " "), maxSplits: 2)
        return .target(words.count > 1 ? words[1] : [])
    }

    /// Closes the connection.
    func leave() { close(descriptor) }
}
