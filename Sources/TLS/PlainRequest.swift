internal import Glibc

/// A client that sends HTTP without TLS to a port with TLS.
enum PlainRequest {
    private static let response = """
        HTTP/1.1 400 Bad Request\r
        Content-Type: text/plain; charset=utf-8\r
        Content-Length: 56\r
        Connection: close\r
        \r
        This port speaks TLS: the URL must begin with https://.

        """

    /// The first byte that a client sent; nil when none has come.
    static func firstByte(_ socket: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 1 ? byte : nil
    }

    /// Whether a request begins with that byte: a handshake never begins with a letter.
    static func begins(with byte: UInt8) -> Bool { byte &- 0x41 < 26 || byte &- 0x61 < 26 }

    /// Tells the client what is wrong, in plain text, after which the socket can be closed.
    static func refuse(_ socket: Int32) {
        // Closing with unread bytes would be a reset, which can overtake the response.
        var request = [UInt8](repeating: 0, count: 64 << 10)
        unsafe _ = recv(socket, &request, request.count, Int32(MSG_DONTWAIT))
        let bytes = Array(response.utf8)
        unsafe _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        shutdown(socket, Int32(SHUT_WR))
    }
}
