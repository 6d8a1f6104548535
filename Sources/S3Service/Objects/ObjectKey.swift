/// The name of an object in its bucket: any bytes, in the order of which S3 lists.
///
/// Not a `String`, which takes two spellings of one letter for equal.
struct ObjectKey: Sendable, Hashable, Comparable {
    /// The longest key that S3 takes, in bytes.
    static let longest = 1_024

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(_ text: String) { bytes = Array(text.utf8) }

    /// Bytes that are not UTF-8 become U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func < (left: ObjectKey, right: ObjectKey) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

    func hasPrefix(_ prefix: ObjectKey) -> Bool { bytes.starts(with: prefix.bytes) }

    /// The least key that is greater than this one.
    var next: ObjectKey { ObjectKey(bytes + [0]) }

    /// The least key that is greater than every key with this prefix; nil when there is none.
    var afterPrefix: ObjectKey? {
        guard let last = bytes.lastIndex(where: { $0 < 0xFF }) else { return nil }
        var bytes = Array(bytes[...last])
        bytes[last] += 1
        return ObjectKey(bytes)
    }

    /// The key up to and with the first delimiter behind the prefix; nil without one.
    func commonPrefix(beyond prefix: ObjectKey, _ delimiter: ObjectKey) -> ObjectKey? {
        guard !delimiter.bytes.isEmpty else { return nil }
        var place = prefix.bytes.count
        while place + delimiter.bytes.count <= bytes.count {
            let end = place + delimiter.bytes.count
            if bytes[place..<end].elementsEqual(delimiter.bytes) { return ObjectKey(Array(bytes[..<end])) }
            place += 1
        }
        return nil
    }
}
