internal import HTTPMessage

/// Iterates over the stubs that may match a request, in matching order across buckets.
///
/// Almost always there is one bucket; then nothing is allocated.
struct RouteSearch {
    private var single = RouteBucket.none
    /// All buckets, once there are two.
    private var buckets: [RouteBucket] = []

    @inline(__always)
    mutating func add(_ bucket: RouteBucket) {
        if bucket.isEmpty { return }
        if single.isEmpty {
            single = bucket
            return
        }
        if buckets.isEmpty { buckets.append(single) }
        buckets.append(bucket)
    }

    @inline(__always)
    func first(for request: Request, where accepts: (Request, CompiledStub) -> Bool) -> CompiledStub? {
        guard buckets.isEmpty else { return firstOfSeveral(for: request, where: accepts) }
        switch single {
        case .none: return nil
        case .one(let stub): return accepts(request, stub) ? stub : nil
        case .several(let stubs):
            for stub in stubs where accepts(request, stub) { return stub }
            return nil
        }
    }

    private func firstOfSeveral(for request: Request, where accepts: (Request, CompiledStub) -> Bool) -> CompiledStub? {
        var rests = buckets.map { $0.stubs[...] }
        while true {
            var next: Int?
            for (index, rest) in rests.enumerated() {
                guard let stub = rest.first else { continue }
                if let best = next, !stub.precedes(rests[best][rests[best].startIndex]) { continue }
                next = index
            }
            guard let next else { return nil }
            let stub = rests[next].removeFirst()
            if accepts(request, stub) { return stub }
        }
    }
}
