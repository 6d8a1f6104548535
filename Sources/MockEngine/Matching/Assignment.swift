/// Pairs of two lists, each element used at most once.
enum Assignment {
    /// How many elements of the left list can be given a partner of their own on the right (the largest matching of a bipartite
    /// graph, by augmenting paths).
    static func largest(_ leftCount: Int, _ rightCount: Int, _ fits: (_ left: Int, _ right: Int) -> Bool) -> Int {
        var partner = [Int?](repeating: nil, count: rightCount)
        var known = [Bool?](repeating: nil, count: leftCount * rightCount)
        func fitsOnce(_ left: Int, _ right: Int) -> Bool {
            let place = left * rightCount + right
            if let answer = known[place] { return answer }
            let answer = fits(left, right)
            known[place] = answer
            return answer
        }
        func find(_ left: Int, _ visited: inout [Bool]) -> Bool {
            for right in 0..<rightCount where !visited[right] && fitsOnce(left, right) {
                visited[right] = true
                if let rival = partner[right], !find(rival, &visited) { continue }
                partner[right] = left
                return true
            }
            return false
        }
        var count = 0
        for left in 0..<leftCount {
            var visited = [Bool](repeating: false, count: rightCount)
            if find(left, &visited) { count += 1 }
        }
        return count
    }

    /// Whether two lists of that many elements can be paired without a rest.
    static func isComplete(_ count: Int, _ fits: (_ left: Int, _ right: Int) -> Bool) -> Bool {
        largest(count, count, fits) == count
    }
}
