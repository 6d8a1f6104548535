extension Array<UInt8> {
    /// Appends the bytes of a span.
    package mutating func append(contentsOf bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
    }

    /// Appends the elements of a span.
    package mutating func append(contentsOf bytes: Span<UInt8>) { unsafe append(contentsOf: bytes.bytes) }
}
