internal import CZlib

/// The checksum of gzip and of Ethernet (CRC-32/ISO-HDLC), with zlib, over bytes that arrive in pieces.
package struct CRC32: Sendable, Hashable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        // For zlib no bytes are the beginning of another checksum.
        if bytes.isEmpty { return }
        value = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(value), input.baseAddress, input.count))
        }
    }
}
