/// A set of ordered choices of `strength` out of `count` things: (2, 0, 5) differs from (0, 2, 5).
///
/// An order contains a tuple if the tuple's things appear in it in that sequence, with or without others in between.
package struct OrderedTuples: Sendable {
    /// The number of things.
    package let count: Int
    /// The number of things in a tuple.
    package let strength: Int
    private var words: [UInt64]
    /// How many tuples are in the set.
    package private(set) var size = 0

    /// The empty set.
    /// - Parameters:
    ///   - count: 0…64.
    ///   - strength: 1…4.
    package init(count: Int, strength: Int) {
        self.count = count
        self.strength = strength
        var places = 1
        for _ in 0..<strength { places *= count }
        words = Array(repeating: 0, count: (places + 63) / 64)
    }

    /// The number of all tuples: count × (count − 1) × … .
    package var total: Int { (0..<strength).reduce(1) { $0 * max(0, count - $1) } }

    /// Whether the tuple is in the set. It must have `strength` different things.
    package func contains(_ tuple: [Int]) -> Bool { contains(code: tuple.reduce(0) { $0 * count + $1 }) }

    func contains(code: Int) -> Bool { words[code >> 6] & (1 << UInt64(code & 63)) != 0 }

    mutating func insert(code: Int) {
        guard !contains(code: code) else { return }
        words[code >> 6] |= 1 << UInt64(code & 63)
        size += 1
    }

    /// Adds a tuple of `strength` different things.
    package mutating func insert(_ tuple: [Int]) { insert(code: tuple.reduce(0) { $0 * count + $1 }) }

    /// Adds every tuple that the order contains. The order may lack some things.
    package mutating func insert(allOf order: [Int]) {
        var parts = Parts(strength)
        for thing in order {
            for part in parts.whole { insert(code: part * count + thing) }
            parts.append(thing, count)
        }
    }

    /// How many tuples of the order are not in the set.
    func gain(of order: [Int]) -> Int { gain(of: order, from: 0, code: 0, length: 0) }

    /// The same with the first things of the tuple given.
    private func gain(of order: [Int], from start: Int, code: Int, length: Int) -> Int {
        var gain = 0
        // The last places are left for the remaining things of the tuple.
        var place = start
        let end = order.count - (strength - length - 1)
        while place < end {
            let longer = code * count + order[place]
            if length + 1 == strength {
                if !contains(code: longer) { gain += 1 }
            } else {
                gain += self.gain(of: order, from: place + 1, code: longer, length: length + 1)
            }
            place += 1
        }
        return gain
    }

    /// How many tuples that are not in the set are completed by a thing after these parts.
    func gain(of thing: Int, after parts: Parts) -> Int {
        var gain = 0
        for part in parts.whole where !contains(code: part * count + thing) { gain += 1 }
        return gain
    }

    /// A tuple that is not in the set, searched from a random place; nil when there is none.
    func missing(_ random: inout some RandomNumberGenerator) -> [Int]? {
        guard size < total else { return nil }
        var places = 1
        for _ in 0..<strength { places *= count }
        var code = Int.random(in: 0..<places, using: &random)
        for _ in 0..<places {
            if !contains(code: code), let tuple = tuple(code) { return tuple }
            code = code + 1 == places ? 0 : code + 1
        }
        return nil
    }

    /// The things of a code; nil when one of them appears twice.
    private func tuple(_ code: Int) -> [Int]? {
        var rest = code
        var things: [Int] = []
        for _ in 0..<strength {
            things.append(rest % count)
            rest /= count
        }
        return Set(things).count == strength ? things.reversed() : nil
    }

    /// The prefixes of tuples in a growing order: codes of all choices of 0, 1, … `strength` − 1 of its things.
    struct Parts {
        private var levels: [[Int]]

        init(_ strength: Int) {
            levels = Array(repeating: [], count: strength)
            levels[0] = [0]
        }

        /// The prefixes that one more thing completes.
        var whole: [Int] { levels[levels.count - 1] }

        mutating func append(_ thing: Int, _ count: Int) {
            for level in stride(from: levels.count - 1, to: 0, by: -1) {
                for part in levels[level - 1] { levels[level].append(part * count + thing) }
            }
        }
    }
}
