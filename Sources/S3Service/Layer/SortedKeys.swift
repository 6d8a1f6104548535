/// Values by key, in the order of the keys' bytes.
///
/// A value type whose copies share their leaves: after a copy, a change copies one leaf and the list of leaves.
struct SortedKeys<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let key: ObjectKey
        var value: Value
    }

    /// A place in the order; invalid after a change.
    struct Place: Sendable, Equatable {
        fileprivate var leaf: Int
        fileprivate var offset: Int
    }

    /// A full leaf is split in two.
    private static var leafSize: Int { 256 }

    /// In order, none of them empty.
    private var leaves: [[Entry]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(key: ObjectKey) -> Value? {
        get {
            let place = place(atOrAfter: key)
            guard let entry = self[place], entry.key == key else { return nil }
            return entry.value
        }
        set {
            let place = place(atOrAfter: key)
            let exists = self[place]?.key == key
            switch (newValue, exists) {
            case (let value?, true): leaves[place.leaf][place.offset].value = value
            case (let value?, false): insert(Entry(key: key, value: value), at: place)
            case (nil, true): remove(at: place)
            case (nil, false): break
            }
        }
    }

    /// The entry at a place; nil at the end.
    subscript(place: Place) -> Entry? { place.leaf < leaves.count ? leaves[place.leaf][place.offset] : nil }

    /// The place of the first key that is not less than this one.
    func place(atOrAfter key: ObjectKey) -> Place {
        // The first leaf whose last key is not less.
        let leaf = Self.first(in: 0..<leaves.count) { leaves[$0][leaves[$0].count - 1].key >= key }
        guard leaf < leaves.count else { return Place(leaf: leaves.count, offset: 0) }
        return Place(leaf: leaf, offset: Self.first(in: 0..<leaves[leaf].count) { leaves[leaf][$0].key >= key })
    }

    /// The place behind the last key.
    var end: Place { Place(leaf: leaves.count, offset: 0) }

    func place(after place: Place) -> Place {
        guard place.leaf < leaves.count, place.offset + 1 >= leaves[place.leaf].count else {
            return Place(leaf: place.leaf, offset: place.offset + 1)
        }
        return Place(leaf: place.leaf + 1, offset: 0)
    }

    /// All entries in order.
    var entries: [Entry] { leaves.flatMap(\.self) }

    private mutating func insert(_ entry: Entry, at place: Place) {
        count += 1
        guard !leaves.isEmpty else {
            leaves.append([entry])
            return
        }
        // Behind the last key: the last leaf grows.
        let leaf = min(place.leaf, leaves.count - 1)
        leaves[leaf].insert(entry, at: place.leaf < leaves.count ? place.offset : leaves[leaf].count)
        if leaves[leaf].count > Self.leafSize {
            let half = leaves[leaf].count / 2
            let rest = Array(leaves[leaf][half...])
            leaves[leaf].removeSubrange(half...)
            leaves.insert(rest, at: leaf + 1)
        }
    }

    private mutating func remove(at place: Place) {
        count -= 1
        leaves[place.leaf].remove(at: place.offset)
        if leaves[place.leaf].isEmpty { leaves.remove(at: place.leaf) }
    }

    /// The first number for which the test is true, if it is true for all numbers after that; the upper bound when it never is.
    private static func first(in range: Range<Int>, where test: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if test(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension SortedKeys where Value == Void {
    /// - Parameter keys: in order.
    init(sorted keys: [ObjectKey]) {
        var leaf: [Entry] = []
        for key in keys where key != leaf.last?.key {
            if leaf.count == Self.leafSize {
                leaves.append(leaf)
                leaf = []
            }
            if leaf.isEmpty { leaf.reserveCapacity(min(Self.leafSize, keys.count)) }
            leaf.append(Entry(key: key, value: ()))
            count += 1
        }
        if !leaf.isEmpty { leaves.append(leaf) }
    }
}
