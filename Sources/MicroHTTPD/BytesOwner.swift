internal import CMicroHTTPD

/// Keeps a body and a head block alive, unchanged, for as long as the library sends from them.
///
/// The elements of a `[UInt8]` lie in one heap object that the array shares and that does not move; this object holds the array and
/// never changes it, so the address stays good until the library lets go of the response (and us, through its free callback).
final class BytesOwner: @unchecked Sendable {
    // Unchecked: a head block is never written after it was made.
    private let head: HeadBlock?
    private let bytes: [UInt8]

    init(_ bytes: [UInt8], _ head: HeadBlock?) {
        self.head = head
        self.bytes = bytes
    }

    /// Where the bytes lie; nil when there are none.
    var address: UnsafeRawPointer? { unsafe bytes.withUnsafeBytes { unsafe $0.isEmpty ? nil : $0.baseAddress } }

    /// A response of which the library holds us.
    func makeResponse() -> OpaquePointer? {
        let retained = unsafe Unmanaged.passRetained(self).toOpaque()
        let response = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
            bytes.count, UnsafeMutableRawPointer(mutating: address), Trampolines.releaseObject, retained)
        if unsafe response == nil { unsafe Unmanaged<BytesOwner>.fromOpaque(retained).release() }
        return unsafe response
    }
}
