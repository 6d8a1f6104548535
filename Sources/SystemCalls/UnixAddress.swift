package import Glibc

/// The address of a Unix socket (unix(7)).
package struct UnixAddress: Sendable {
    private var value = sockaddr_un()
    private let length: socklen_t

    /// Nil when the path is empty or longer than 107 bytes.
    /// - Parameter allowsAbstract: whether a leading `@` names a socket in Linux's abstract name space, as in `NOTIFY_SOCKET`.
    package init?(_ path: String, allowsAbstract: Bool = false) {
        var bytes = Array(path.utf8)
        let isAbstract = allowsAbstract && bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: value.sun_path) else { return nil }
        value.sun_family = sa_family_t(AF_UNIX)
        // The length of a path includes a NUL; an abstract name ends with its last byte.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        unsafe withUnsafeMutableBytes(of: &value.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Calls the body with the address and its length, for calls such as `bind`. Both are valid during the call only.
    package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: value) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }
}
