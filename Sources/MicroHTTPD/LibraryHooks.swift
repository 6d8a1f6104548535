internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import Glibc

/// Which hooks beyond libmicrohttpd's public API work in this process. `Hooks/` holds them, and says what is lost without each.
enum LibraryHooks {
    /// Reason phrases and header fields are ours, and so is the word to a refused request.
    static let heads = wire_hooks_heads()
    /// The head is bounded by its bytes alone.
    static let memory = wire_hooks_memory()
    /// What comes in is seen before the library reads it.
    static let received = wire_hooks_received()

    /// Whether this was built for libmicrohttpd 1.0 or later.
    static var isVersion1: Bool { MHD_VERSION >= 0x0100_0000 }

    /// How much memory the library gets for each connection, for heads of so many bytes.
    static func connectionMemory(forHeads bytes: Int) -> Int { memory ? bytes : bytes * 8 }

    /// For the log at the start; nil when all is well.
    static var whatIsMissing: String? {
        guard !heads else { return nil }
        let version = unsafe String(cString: MHD_get_version())
        return "libmicrohttpd \(version) is used without the hook for heads: reason phrases are its own, header fields that it refuses are "
            + "left out, and malformed requests get its own error pages."
    }

    /// To be called right before a response is queued; writing its head takes the block away again.
    @inline(__always)
    static func setHeadBlock(_ block: HeadBlock?) {
        if let block { unsafe wire_set_head_block(block.pointer, block.count) }
    }

    /// On a worker thread: error pages of the library are refused from now on, and the daemon is told.
    static func refusePages(for core: DaemonCore) {
        unsafe wire_refuse_pages(
            { core in
                guard let core = unsafe core else { return true }
                return unsafe Unmanaged<DaemonCore>.fromOpaque(core)._withUnsafeGuaranteedRef { $0.libraryRefuses() }
            }, Unmanaged.passUnretained(core).toOpaque())
    }
}
