/// Bytes that lie in the value itself as long as they are few, so that to compare them no other memory is looked at.
struct CompactBytes: Sendable {
    private var few = InlineArray<39, UInt8>(repeating: 0)
    private var fewCount: UInt8 = 0
    /// All of them when they are more.
    private var many: [UInt8]?

    init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= few.count else {
            many = Array(bytes)
            return
        }
        for (index, byte) in bytes.enumerated() { few[index] = byte }
        fewCount = UInt8(bytes.count)
    }

    var bytes: [UInt8] { many ?? (0..<Int(fewCount)).map { few[$0] } }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    @inline(__always)
    func equals(_ other: Span<UInt8>) -> Bool {
        if let many { return Self.areEqual(many.span, other) }
        guard other.count == Int(fewCount) else { return false }
        for index in other.indices where few[index] != other[index] { return false }
        return true
    }

    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
