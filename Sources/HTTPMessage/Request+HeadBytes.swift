extension Request {
    /// The head's length on the wire without optional white space: request line, fields and empty line.
    package var headByteCount: Int { storage.count + 13 + slots.count * 4 + 2 }
}
