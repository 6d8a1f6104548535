internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import Glibc
internal import HTTPMessage

/// Which hooks beyond libmicrohttpd's public API work in this process. `Hooks/` contains them and says what is lost without each.
enum LibraryHooks {
    /// Whether we write reason phrases, header fields and the responses to refused requests.
    static let heads = wire_hooks_heads()
    /// Whether only the bytes of the head count for its limit.
    static let memory = wire_hooks_memory()
    /// Whether received bytes are seen before the library reads them.
    static let received = wire_hooks_received()

    /// Whether this was built for libmicrohttpd 1.0 or later.
    static var isVersion1: Bool { MHD_VERSION >= 0x0100_0000 }

    /// The memory per connection to request from the library, for a limit of that many bytes for heads. Version 1 gets a little more, so
    /// that a line that is too long is found (Hooks/received.c) before it fills the memory.
    static func connectionMemory(forHeads bytes: Int) -> Int { memory ? bytes + (isVersion1 ? 1024 : 0) : bytes * 8 }

    /// Where the library keeps its notes of a head's items beside the head, the memory for both; 0 where the notes have their own memory.
    static func memoryWithNotes(forHeads bytes: Int) -> Int { memory ? 0 : connectionMemory(forHeads: bytes) }

    /// The longest header fields of a response. With the hook they need not fit into the memory of the connection.
    static let longestResponseFields = memory ? HeaderFields.mostBytes : 64 << 10

    /// Any thread, while the socket is open: the bytes that the library has read from it; nil when unknown.
    static func receivedBytes(of socket: RawSocket) -> Int? {
        let count = wire_received(socket.descriptor)
        return count < 0 ? nil : Int(count)
    }

    /// A message for the log at the start; nil when no hook is missing.
    static var whatIsMissing: String? {
        guard !heads else { return nil }
        let version = unsafe String(cString: MHD_get_version())
        return "libmicrohttpd \(version) is used without the hook for heads: reason phrases are its own, header fields that it refuses are "
            + "left out, and malformed requests get its own error pages."
    }

    /// Call it right before a response is queued. The bytes are used for one head, and must stay until then.
    @inline(__always)
    static func setHead(_ bytes: UnsafeRawBufferPointer) {
        unsafe wire_set_head_block(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }

    /// On a worker thread: from now on the library's error pages are suppressed and reported to the daemon.
    static func refusePages(for core: DaemonCore) {
        unsafe wire_refuse_pages(
            { core in
                guard let core = unsafe core else { return true }
                return unsafe Unmanaged<DaemonCore>.fromOpaque(core)._withUnsafeGuaranteedRef { $0.libraryRefuses() }
            }, Unmanaged.passUnretained(core).toOpaque())
    }
}
