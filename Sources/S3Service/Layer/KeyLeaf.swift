/// A few keys in order with their values, for `SortedKeys`. Immutable.
final class KeyLeaf<Value: Sendable>: Sendable {
    /// The bytes of the keys, one key after the other.
    private let bytes: [UInt8]
    /// Where each key ends.
    private let ends: [Int32]
    /// The head of each key, which decides most comparisons.
    private let heads: [UInt64]
    let values: [Value]

    private init(_ bytes: [UInt8], _ ends: [Int32], _ heads: [UInt64], _ values: [Value]) {
        self.bytes = bytes
        self.ends = ends
        self.heads = heads
        self.values = values
    }

    /// - Parameters:
    ///   - keys: in order.
    ///   - values: as many.
    ///   - start: where heads begin.
    convenience init(_ keys: [ObjectKey], _ values: [Value], headsFrom start: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.reduce(0) { $0 + $1.bytes.count })
        var ends: [Int32] = []
        ends.reserveCapacity(keys.count)
        for key in keys {
            bytes += key.bytes
            ends.append(Int32(bytes.count))
        }
        self.init(bytes, ends, keys.map { $0.head(from: start) }, values)
    }

    var count: Int { ends.count }
    /// The head of the last key; 0 without keys.
    var lastHead: UInt64 { heads.last ?? 0 }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

    func key(_ index: Int) -> ObjectKey { ObjectKey(Array(bytes[range(index)])) }

    func isKey(_ index: Int, _ key: ObjectKey) -> Bool {
        let range = range(index)
        return range.count == key.bytes.count && commonCount(range, key.bytes.span) == range.count
    }

    /// Whether the key at the index comes before this one.
    /// - Parameter head: of this one.
    func isLess(_ index: Int, than key: ObjectKey, _ head: UInt64) -> Bool {
        if heads[index] != head { return heads[index] < head }
        let range = range(index)
        let other = key.bytes.span
        let count = commonCount(range, other)
        if count == range.count || count == other.count { return range.count < other.count }
        return bytes[range.lowerBound + count] < other[count]
    }

    /// How many bytes are the same from the beginning on.
    private func commonCount(_ range: Range<Int>, _ other: Span<UInt8>) -> Int {
        let most = min(range.count, other.count)
        var count = 0
        while count < most, bytes[range.lowerBound + count] == other[count] { count += 1 }
        return count
    }

    // MARK: Changes

    /// - Parameter start: where heads begin.
    func inserting(_ key: ObjectKey, _ value: Value, at index: Int, headsFrom start: Int) -> KeyLeaf {
        let place = index == 0 ? 0 : Int(ends[index - 1])
        let length = Int32(key.bytes.count)
        return KeyLeaf(
            Self.replacing(place..<place, of: bytes, by: key.bytes),
            Self.replacing(index..<count, of: ends, by: [Int32(place) + length] + ends[index...].map { $0 + length }),
            Self.replacing(index..<index, of: heads, by: [key.head(from: start)]), Self.replacing(index..<index, of: values, by: [value]))
    }

    func removing(at index: Int) -> KeyLeaf {
        let range = range(index)
        return KeyLeaf(
            Self.replacing(range, of: bytes, by: []),
            Self.replacing(index..<count, of: ends, by: ends[(index + 1)...].map { $0 - Int32(range.count) }),
            Self.replacing(index..<(index + 1), of: heads, by: []), Self.replacing(index..<(index + 1), of: values, by: []))
    }

    func replacingValue(at index: Int, by value: Value) -> KeyLeaf {
        KeyLeaf(bytes, ends, heads, Self.replacing(index..<(index + 1), of: values, by: [value]))
    }

    /// The keys before the index, and the others.
    func split(at index: Int) -> (KeyLeaf, KeyLeaf) {
        let start = range(index).lowerBound
        return (
            KeyLeaf(Array(bytes[..<start]), Array(ends[..<index]), Array(heads[..<index]), Array(values[..<index])),
            KeyLeaf(Array(bytes[start...]), ends[index...].map { $0 - Int32(start) }, Array(heads[index...]), Array(values[index...]))
        )
    }

    /// The same with other heads.
    func withHeads(from start: Int) -> KeyLeaf { KeyLeaf(bytes, ends, (0..<count).map { key($0).head(from: start) }, values) }

    /// A copy without room for more.
    private static func replacing<Element>(_ range: Range<Int>, of array: [Element], by new: [Element]) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(array.count - range.count + new.count)
        result += array[..<range.lowerBound]
        result += new
        result += array[range.upperBound...]
        return result
    }
}
