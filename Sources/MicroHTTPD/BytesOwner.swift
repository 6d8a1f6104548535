internal import CMicroHTTPD

/// Keeps a body alive and unchanged while the library sends it.
///
/// The elements of a `[UInt8]` are in one heap object that the array shares and that does not move. This object holds the array and never
/// changes it, so the address stays valid until the library releases the response, and this object with it (free callback).
final class BytesOwner: Sendable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Address of the bytes; nil when there are none.
    var address: UnsafeRawPointer? { unsafe bytes.withUnsafeBytes { unsafe $0.isEmpty ? nil : $0.baseAddress } }

    /// A library response that retains this object.
    func makeResponse() -> OpaquePointer? {
        let retained = unsafe Unmanaged.passRetained(self).toOpaque()
        let response = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
            bytes.count, UnsafeMutableRawPointer(mutating: address), Trampolines.releaseObject, retained)
        if unsafe response == nil { unsafe Unmanaged<BytesOwner>.fromOpaque(retained).release() }
        return unsafe response
    }
}
