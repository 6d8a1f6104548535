/// The buckets whose stubs may match one request, asked in the order of matching across all of them.
///
/// Nearly always there is one bucket; then nothing is allocated.
struct RouteSearch {
    private var single: ArraySlice<Route> = []
    /// All of them, as soon as there are two.
    private var buckets: [ArraySlice<Route>] = []

    @inline(__always)
    mutating func add(_ bucket: ArraySlice<Route>) {
        if bucket.isEmpty { return }
        if single.isEmpty {
            single = bucket
            return
        }
        if buckets.isEmpty { buckets.append(single) }
        buckets.append(bucket)
    }

    @inline(__always)
    func first(where accepts: (CompiledStub) -> Bool) -> Route? {
        guard buckets.isEmpty else { return firstOfSeveral(where: accepts) }
        for index in single.indices where accepts(single[index].stub) { return single[index] }
        return nil
    }

    private func firstOfSeveral(where accepts: (CompiledStub) -> Bool) -> Route? {
        var cursors = buckets.map(\.startIndex)
        while true {
            var next: Int?
            for (index, bucket) in buckets.enumerated() where cursors[index] < bucket.endIndex {
                if let best = next, !bucket[cursors[index]].precedes(buckets[best][cursors[best]]) { continue }
                next = index
            }
            guard let next else { return nil }
            let route = buckets[next][cursors[next]]
            cursors[next] += 1
            if accepts(route.stub) { return route }
        }
    }
}
