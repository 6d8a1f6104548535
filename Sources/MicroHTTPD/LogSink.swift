internal import CMicroHTTPD

/// Where the library's log goes. Must exist as long as the library runs.
@safe final class LogSink: @unchecked Sendable {
    // Unchecked: written in init, then only read.
    let pointer: UnsafeMutablePointer<wire_log_sink>

    /// - Parameter core: a pointer to the core that gets the lines.
    init(_ core: UnsafeMutableRawPointer) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: wire_log_sink(write: Trampolines.log, context: core))
    }

    deinit { unsafe pointer.deallocate() }
}
