/// A set of choices of `strength` out of `count` things in which the order counts: (2, 0, 5) is another one than (0, 2, 5).
///
/// An order of the things contains a tuple when the things of the tuple stand in it one after the other, with others in between or not.
package struct OrderedTuples: Sendable {
    package let count: Int
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

    /// How many there are: count × (count − 1) × … .
    package var total: Int { (0..<strength).reduce(1) { $0 * max(0, count - $1) } }

    package func contains(_ tuple: [Int]) -> Bool { contains(code: tuple.reduce(0) { $0 * count + $1 }) }

    func contains(code: Int) -> Bool { words[code >> 6] & (1 << UInt64(code & 63)) != 0 }

    mutating func insert(code: Int) {
        guard !contains(code: code) else { return }
        words[code >> 6] |= 1 << UInt64(code & 63)
        size += 1
    }

    package mutating func insert(_ tuple: [Int]) { insert(code: tuple.reduce(0) { $0 * count + $1 }) }

    /// Adds every tuple that the order contains. The order need not have all things.
    package mutating func insert(allOf order: [Int]) {
        var parts = Parts(strength)
        for thing in order {
            for part in parts.whole { insert(code: part * count + thing) }
            parts.append(thing, count)
        }
    }

    /// How many tuples of the order are not in the set.
    func gain(of order: [Int]) -> Int { gain(of: order, from: 0, code: 0, length: 0) }

    /// The same with a tuple's first things chosen.
    private func gain(of order: [Int], from start: Int, code: Int, length: Int) -> Int {
        var gain = 0
        // The last places are for the things that the tuple still needs.
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

    /// How many tuples that are not in the set a thing completes, when it stands after what the parts are made of.
    func gain(of thing: Int, after parts: Parts) -> Int {
        var gain = 0
        for part in parts.whole where !contains(code: part * count + thing) { gain += 1 }
        return gain
    }

    /// A tuple that is not in the set, from a random place on; nil when all are.
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

    /// The things that a code stands for; nil when one is in it twice.
    private func tuple(_ code: Int) -> [Int]? {
        var rest = code
        var things: [Int] = []
        for _ in 0..<strength {
            things.append(rest % count)
            rest /= count
        }
        return Set(things).count == strength ? things.reversed() : nil
    }

    /// The beginnings of tuples in an order that grows: codes of all choices of 0, 1, … `strength` − 1 of its things.
    struct Parts {
        private var levels: [[Int]]

        init(_ strength: Int) {
            levels = Array(repeating: [], count: strength)
            levels[0] = [0]
        }

        /// Those that one more thing completes.
        var whole: [Int] { levels[levels.count - 1] }

        mutating func append(_ thing: Int, _ count: Int) {
            for level in stride(from: levels.count - 1, to: 0, by: -1) {
                for part in levels[level - 1] { levels[level].append(part * count + thing) }
            }
        }
    }
}
