internal import Glibc
internal import TLS

/// A client that is accepted, and whose connection the library does not have yet.
final class WaitingClient: @unchecked Sendable {
    // Unchecked: the mutable members belong to the room, which uses them under its lock.
    let descriptor: Int32
    let address: SocketAddress
    /// What is known of it if it speaks TLS; the descriptor is then the plain end of the relay.
    let tls: TLSClient?
    let room: WaitingRoom
    /// The id of the reactor's watch.
    var watch: UInt64 = 0

    /// How many its connection takes.
    var descriptors: Int { tls == nil ? 1 : DaemonOptions.descriptorsWithTLS }

    /// How many bytes hold no end of a head.
    private var searched = 0

    enum Sight {
        /// The head is complete; this is the target of the request.
        case target(ArraySlice<UInt8>)
        case gone
    }

    init(_ descriptor: Int32, _ address: SocketAddress, _ tls: TLSClient?, in room: WaitingRoom) {
        self.descriptor = descriptor
        self.address = address
        self.tls = tls
        self.room = room
    }

    /// Looks at what the client has sent so far; it stays to be read.
    /// - Parameter buffer: as long as a head may be; overwritten.
    /// - Returns: nil while the head is incomplete.
    func look(_ buffer: inout [UInt8]) -> Sight? {
        var span = buffer.mutableSpan
        let count = RawSocket(descriptor: descriptor).peek(into: &span)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : .gone }
        let received = buffer[..<count]
        guard hasWholeHead(received) else { return nil }
        let words = received.split(separator: UInt8(ascii: " "), maxSplits: 2)
        return .target(words.count > 1 ? words[1] : [])
    }

    /// Whether an empty line has come. Looks only at what is new since the last call.
    private func hasWholeHead(_ received: ArraySlice<UInt8>) -> Bool {
        var index = max(searched, 3)
        while index < received.count {
            if received[index] == 10, received[index - 1] == 13, received[index - 2] == 10, received[index - 3] == 13 { return true }
            index += 1
        }
        searched = received.count
        return false
    }

    /// Closes the connection.
    /// - Parameter resets: whether a client that speaks TLS gets a reset in place of the end of TLS, for which the relay would wait.
    func leave(resets: Bool) {
        if resets { tls?.link.reset() }
        close(descriptor)
    }
}
