internal import Budget
internal import JSONDocument

/// How different two texts are.
enum TextDistance {
    /// If the table would have more cells, the distance is estimated.
    private static let maximumCells = 1 << 18

    /// The Levenshtein distance divided by the longer length: 0 for equal texts, 1 for texts with nothing in common.
    /// - Parameter budget: what the work is charged to; if it is used up, the distance is estimated.
    static func normalized(_ left: String, _ right: String, within budget: WorkBudget?) -> Double {
        if left.isSame(as: right) { return 0 }
        let longest = max(left.utf8.count, right.utf8.count)
        guard budget.map({ $0.chargeSteps(longest) && $0.chargeBytes(2 * longest) }) ?? true else { return 1 }
        let a = Array(left.utf8)
        let b = Array(right.utf8)
        let front = zip(a, b).prefix { $0 == $1 }.count
        let room = min(a.count, b.count) - front
        let back = zip(a.reversed(), b.reversed()).prefix(room) { $0 == $1 }
        let coreA = a[front..<(a.count - back)]
        let coreB = b[front..<(b.count - back)]
        let cells = coreA.count * coreB.count
        guard cells <= maximumCells, budget?.chargeSteps(cells) ?? true else {
            return Double(max(coreA.count, coreB.count)) / Double(longest)
        }
        return Double(levenshtein(coreA, coreB)) / Double(longest)
    }

    private static func levenshtein(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        var row = Array(0...right.count)
        for (i, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let cost = min(diagonal + (byte == other ? 0 : 1), row[j] + 1, row[j + 1] + 1)
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[right.count]
    }
}

extension Sequence {
    /// How many of the first `limit` elements meet the condition without a gap.
    fileprivate func prefix(_ limit: Int, while condition: (Element) -> Bool) -> Int {
        var count = 0
        for element in self {
            guard count < limit, condition(element) else { break }
            count += 1
        }
        return count
    }
}
