internal import CSystemCalls

/// What the kernel knows of a connection, and does with it.
extension SystemCalls {
    /// Bytes that were written to a socket and have not been acknowledged, of a Unix socket those not read (SIOCOUTQ); nil when unknown.
    package static func unacknowledgedBytes(_ descriptor: Int32) -> Int? {
        let count = system_unacknowledged_bytes(descriptor)
        return count < 0 ? nil : Int(count)
    }

    /// Resets a TCP connection: the peer sees RST.
    /// - Returns: false for a socket that has no RST; then nothing has happened.
    package static func reset(_ descriptor: Int32) -> Bool { system_reset(descriptor) == 0 }
}
