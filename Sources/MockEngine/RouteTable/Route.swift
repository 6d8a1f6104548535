internal import StubModel

/// A stub at its place in the order of matching.
struct Route: Sendable {
    let stub: CompiledStub
    let priority: Int
    /// Counts up with every stub that is added; kept when a stub is edited.
    let rank: UInt64

    init(_ stub: CompiledStub, rank: UInt64) {
        self.stub = stub
        priority = stub.mapping.priority
        self.rank = rank
    }

    /// Whether this one is asked first: the lower priority number, then the newer one.
    @inline(__always)
    func precedes(_ other: Route) -> Bool {
        priority != other.priority ? priority < other.priority : rank > other.rank
    }

    func isSame(as other: Route) -> Bool { rank == other.rank }
}

extension [Route] {
    /// Puts a route where it belongs.
    mutating func insert(_ route: Route) {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].precedes(route) { low = middle + 1 } else { high = middle }
        }
        insert(route, at: low)
    }

    mutating func remove(_ route: Route) {
        if let place = firstIndex(where: { $0.isSame(as: route) }) { remove(at: place) }
    }
}
