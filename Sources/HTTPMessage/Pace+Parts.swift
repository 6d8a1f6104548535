extension Pace {
    /// The part of a body that a byte is in.
    /// - Parameters:
    ///   - position: of the byte, from 0.
    ///   - length: of the whole body, in bytes; nil when it is not known.
    /// - Returns: when the part may be sent, counted from the body's beginning, and the position behind it. Nil when the body has no parts:
    ///   its length is 0 or not known.
    package func part(at position: Int, of length: Int?) -> (due: Duration, end: Int)? {
        guard case .chunks(let count, let duration) = self, let length, length > 0, count > 0 else { return nil }
        // With more parts than bytes, each part has one byte. The last part takes the remainder (as in WireMock).
        let parts = min(count, length)
        let size = length / parts
        let part = min(position / size, parts - 1)
        return (duration / parts * (part + 1), part == parts - 1 ? length : (part + 1) * size)
    }
}
