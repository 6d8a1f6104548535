internal import S3Dialect

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

    /// - Throws: KeyTooLongError.
    func checkLength() throws(S3Error) {
        guard bytes.count <= Self.longest else {
            throw S3Error(.keyTooLongError, nil, [("Size", String(bytes.count)), ("MaxSizeAllowed", String(Self.longest))])
        }
    }

    static func < (left: ObjectKey, right: ObjectKey) -> Bool {
        let count = left.commonCount(with: right.bytes)
        if count == left.bytes.count || count == right.bytes.count { return left.bytes.count < right.bytes.count }
        return left.bytes[count] < right.bytes[count]
    }

    func hasPrefix(_ prefix: ObjectKey) -> Bool { commonCount(with: prefix.bytes) == prefix.bytes.count }

    /// How many bytes are the same as those from the beginning on. Written out, because a listing compares keys thousands of times, and the
    /// library's functions for all collections are slow.
    func commonCount(with other: [UInt8]) -> Int {
        let (left, right) = (bytes.span, other.span)
        let most = min(left.count, right.count)
        var count = 0
        while count < most, left[count] == right[count] { count += 1 }
        return count
    }

    /// What both begin with.
    func beginning(sharedWith other: ObjectKey) -> ObjectKey { ObjectKey(Array(bytes[..<commonCount(with: other.bytes)])) }

    /// Eight bytes as a number, with zeros after the end: of two keys that are the same before them, the one with the lesser head comes
    /// first.
    /// - Parameter start: where they begin; not behind the end.
    func head(from start: Int) -> UInt64 {
        let bytes = bytes.span
        var head: UInt64 = 0
        for index in start..<(start + 8) { head = head << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return head
    }

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
        let count = delimiter.bytes.count
        guard let first = delimiter.bytes.first else { return nil }
        var place = prefix.bytes.count
        while place + count <= bytes.count {
            if bytes[place] == first, count == 1 || bytes[place..<(place + count)].elementsEqual(delimiter.bytes) {
                return ObjectKey(Array(bytes[..<(place + count)]))
            }
            place += 1
        }
        return nil
    }
}
