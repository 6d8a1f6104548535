/// Matches elements of two lists, each element used at most once.
struct Assignment: ~Copyable {
    /// How many results are cached, at one byte each; those of later left elements are computed again.
    static let cachedResults = 1 << 24

    typealias Fits = (_ left: Int, _ right: Int) -> Bool

    /// For each left element the known results for the right ones; empty where nothing is cached.
    private var known: [[Bool?]]
    private var room: Int
    private var partnerOfLeft: [Int?]
    private var partnerOfRight: [Int?]
    /// Right elements without a partner.
    private var free: [Int]
    /// Right elements whose partner might change. What a failed search has reached is no use to later searches.
    private var taken: [Int] = []

    private init(_ leftCount: Int, _ rightCount: Int, _ room: Int) {
        self.room = room
        known = Array(repeating: [], count: leftCount)
        partnerOfLeft = Array(repeating: nil, count: leftCount)
        partnerOfRight = Array(repeating: nil, count: rightCount)
        free = Array(0..<rightCount)
    }

    /// How many elements of the left list can have a partner of their own on the right (the largest matching of a bipartite graph, by
    /// augmenting paths).
    static func largest(_ leftCount: Int, _ rightCount: Int, caching results: Int = cachedResults, _ fits: Fits) -> Int {
        var assignment = Assignment(leftCount, rightCount, results)
        return (0..<leftCount).reduce(0) { assignment.findPartner($1, fits) ? $0 + 1 : $0 }
    }

    /// Whether every element of the left list can have a partner of its own on the right.
    static func isComplete(_ leftCount: Int, _ rightCount: Int, caching results: Int = cachedResults, _ fits: Fits) -> Bool {
        var assignment = Assignment(leftCount, rightCount, results)
        return (0..<leftCount).allSatisfy { assignment.findPartner($0, fits) }
    }

    /// A breadth-first search for a free right element, through partners that could change.
    private mutating func findPartner(_ left: Int, _ fits: Fits) -> Bool {
        var waiting = [left]
        var seekers: [Int: Int] = [:]
        var remaining = taken
        var next = 0
        while next < waiting.count {
            let left = waiting[next]
            next += 1
            if let place = free.firstIndex(where: { fitsOnce(left, $0, fits) }) {
                let right = free.remove(at: place)
                taken.append(right)
                pair(left, right, seekers)
                return true
            }
            var others: [Int] = []
            for right in remaining {
                guard fitsOnce(left, right, fits), let rival = partnerOfRight[right] else {
                    others.append(right)
                    continue
                }
                seekers[right] = left
                waiting.append(rival)
            }
            remaining = others
        }
        taken = remaining
        return false
    }

    /// Makes a pair. The left element's previous partner goes to the element that searched for it, and so on.
    private mutating func pair(_ left: Int, _ right: Int, _ seekers: [Int: Int]) {
        var pair: (left: Int, right: Int)? = (left, right)
        while let (left, right) = pair {
            let former = partnerOfLeft[left]
            partnerOfLeft[left] = right
            partnerOfRight[right] = left
            pair = former.flatMap { former in seekers[former].map { ($0, former) } }
        }
    }

    private mutating func fitsOnce(_ left: Int, _ right: Int, _ fits: Fits) -> Bool {
        if known[left].isEmpty {
            guard room >= partnerOfRight.count else { return fits(left, right) }
            room -= partnerOfRight.count
            known[left] = Array(repeating: nil, count: partnerOfRight.count)
        }
        if let doFit = known[left][right] { return doFit }
        let doFit = fits(left, right)
        known[left][right] = doFit
        return doFit
    }
}
