extension Request {
    /// The length of the head as it was on the wire, if no white space was spent: request line, fields and the empty line.
    package var headByteCount: Int { storage.count + 13 + slots.count * 4 + 2 }
}
