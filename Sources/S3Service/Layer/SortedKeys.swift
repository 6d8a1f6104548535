/// Values by key, in the order of the keys' bytes.
///
/// A value type whose copies share their leaves: a change copies one leaf, and after a copy the list of leaves. The keys of a leaf are in
/// one piece of memory, so that a search and a walk touch little of it, and a key takes twelve bytes beside its own.
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

    /// A leaf, and what decides most searches among leaves.
    private struct Slot {
        let leaf: KeyLeaf<Value>
        let lastHead: UInt64

        init(_ leaf: KeyLeaf<Value>) {
            self.leaf = leaf
            lastHead = leaf.lastHead
        }

        /// Whether all keys come before this one.
        func isLess(than key: ObjectKey, _ head: UInt64) -> Bool {
            lastHead != head ? lastHead < head : leaf.isLess(leaf.count - 1, than: key, head)
        }
    }

    /// In order, none of them empty.
    private var leaves: [Slot] = []
    private(set) var count = 0
    /// All keys begin with it. Their heads are what follows.
    private var shared = ObjectKey("")

    var isEmpty: Bool { count == 0 }

    subscript(key: ObjectKey) -> Value? {
        get {
            let place = place(atOrAfter: key)
            return has(key, at: place) ? value(at: place) : nil
        }
        set {
            let place = place(atOrAfter: key)
            switch (newValue, has(key, at: place)) {
            case (let value?, true): leaves[place.leaf] = Slot(leaf(place).replacingValue(at: place.offset, by: value))
            case (let value?, false): insert(key, value, at: place)
            case (nil, true): remove(at: place)
            case (nil, false): break
            }
        }
    }

    /// The first keys, at most so many, which have at most so many bytes together.
    func firstKeys(_ most: Int, bytes: Int) -> [ObjectKey] {
        var keys: [ObjectKey] = []
        var room = bytes
        var place = place(atOrAfter: ObjectKey(""))
        while keys.count < most, let key = key(at: place), key.bytes.count <= room {
            room -= key.bytes.count
            keys.append(key)
            place = self.place(after: place)
        }
        return keys
    }

    /// The key at a place; nil at the end.
    func key(at place: Place) -> ObjectKey? { place.leaf < leaves.count ? leaf(place).key(place.offset) : nil }

    /// The value at a place; nil at the end.
    func value(at place: Place) -> Value? { place.leaf < leaves.count ? leaf(place).values[place.offset] : nil }

    /// What a function makes of the value at a place, without a copy of it. The place is not the end.
    func read<Result>(at place: Place, _ body: (borrowing Value) -> Result) -> Result { body(leaves[place.leaf].leaf.values[place.offset]) }

    private func leaf(_ place: Place) -> KeyLeaf<Value> { leaves[place.leaf].leaf }

    private func has(_ key: ObjectKey, at place: Place) -> Bool {
        place.leaf < leaves.count && leaf(place).isKey(place.offset, key)
    }

    /// The place of the first key that is not less than this one.
    /// - Parameter start: no key before it is as great. A search is short when its result is near.
    func place(atOrAfter key: ObjectKey, from start: Place? = nil) -> Place {
        let isNear = start != nil
        let start = start ?? Place(leaf: 0, offset: 0)
        guard key.hasPrefix(shared) else { return key < shared ? start : end }
        let head = key.head(from: shared.bytes.count)
        // The first leaf whose last key is not less.
        let number = Self.first(in: start.leaf..<leaves.count, isNear: isNear) { !leaves[$0].isLess(than: key, head) }
        guard number < leaves.count else { return end }
        let leaf = leaves[number].leaf
        let isSame = number == start.leaf
        let first = isSame ? start.offset : 0
        let offset = Self.first(in: first..<leaf.count, isNear: isNear && isSame) { !leaf.isLess($0, than: key, head) }
        return Place(leaf: number, offset: offset)
    }

    /// The place behind the last key.
    var end: Place { Place(leaf: leaves.count, offset: 0) }

    func place(after place: Place) -> Place {
        guard place.leaf < leaves.count, place.offset + 1 >= leaf(place).count else {
            return Place(leaf: place.leaf, offset: place.offset + 1)
        }
        return Place(leaf: place.leaf + 1, offset: 0)
    }

    /// All entries in order.
    var entries: [Entry] {
        leaves.map(\.leaf).flatMap { leaf in (0..<leaf.count).map { Entry(key: leaf.key($0), value: leaf.values[$0]) } }
    }

    private mutating func insert(_ key: ObjectKey, _ value: Value, at place: Place) {
        count += 1
        guard !leaves.isEmpty else {
            shared = key
            leaves.append(Slot(KeyLeaf([key], [value], headsFrom: key.bytes.count)))
            return
        }
        if !key.hasPrefix(shared) {
            shared = key.beginning(sharedWith: shared)
            leaves = leaves.map { Slot($0.leaf.withHeads(from: shared.bytes.count)) }
        }
        // Behind the last key: the last leaf grows.
        let number = min(place.leaf, leaves.count - 1)
        let old = leaves[number].leaf
        let new = old.inserting(key, value, at: place.leaf < leaves.count ? place.offset : old.count, headsFrom: shared.bytes.count)
        guard new.count > Self.leafSize else {
            leaves[number] = Slot(new)
            return
        }
        let (first, second) = new.split(at: new.count / 2)
        leaves[number] = Slot(first)
        leaves.insert(Slot(second), at: number + 1)
    }

    private mutating func remove(at place: Place) {
        count -= 1
        let rest = leaf(place).removing(at: place.offset)
        if rest.count == 0 { leaves.remove(at: place.leaf) } else { leaves[place.leaf] = Slot(rest) }
    }

    /// The first number for which the test is true, if it is true for all numbers after that; the upper bound when it never is.
    /// - Parameter isNear: whether the number is probably near the lower bound.
    private static func first(in range: Range<Int>, isNear: Bool, where test: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        var step = 1
        while isNear, low + step <= high {
            guard !test(low + step - 1) else {
                high = low + step - 1
                break
            }
            low += step
            step *= 2
        }
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
        if let first = keys.first, let last = keys.last { shared = first.beginning(sharedWith: last) }
        var part: [ObjectKey] = []
        func add() {
            leaves.append(Slot(KeyLeaf(part, part.map { _ in () }, headsFrom: shared.bytes.count)))
            count += part.count
            part = []
        }
        for key in keys where key != part.last {
            if part.count == Self.leafSize { add() }
            part.append(key)
        }
        if !part.isEmpty { add() }
    }
}
