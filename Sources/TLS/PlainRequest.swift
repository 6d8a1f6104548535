internal import Glibc

/// A client that sends HTTP without TLS to a port with TLS.
enum PlainRequest {
    /// The first byte that a client sent; nil when none has come.
    static func firstByte(_ socket: Int32) -> UInt8? { received(socket, most: 1, MSG_PEEK).first }

    private static func received(_ socket: Int32, most: Int, _ flag: Int = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        let count = unsafe recv(socket, &bytes, most, Int32(flag | MSG_DONTWAIT))
        return Array(bytes.prefix(max(0, count)))
    }

    /// Whether a request begins with that byte: a handshake never begins with a letter.
    static func begins(with byte: UInt8) -> Bool { byte &- 0x41 < 26 || byte &- 0x61 < 26 }

    /// Sends a response in plain text, after which the socket can be closed.
    /// - Parameter response: makes it from what has come of the request.
    static func refuse(_ socket: Int32, _ response: ([UInt8]) -> [UInt8]) {
        // Closing with unread bytes would be a reset, which can overtake the response.
        let bytes = response(received(socket, most: 64 << 10))
        unsafe _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        shutdown(socket, Int32(SHUT_WR))
    }
}
