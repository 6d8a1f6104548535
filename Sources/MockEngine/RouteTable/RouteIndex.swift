internal import HashTreeCollections

/// Buckets of stubs by key: an open-addressed table, so that a look-up touches little memory, and a small hash tree with the buckets that
/// have changed since, so that a change copies little. A change that makes the tree larger than an eighth of the table merges it into a new
/// table, which takes about a millisecond for 20,000 stubs. Below eight keys, every change does.
struct RouteIndex: Sendable {
    /// A power of two of them, at most half in use, at least one. Each is one word; the hash is in the stub, which is read anyway.
    private var buckets = [RouteBucket.none]
    private var bucketCount = 0
    /// Buckets that replace those of the table; may be empty.
    private var changes: TreeDictionary<RouteKey, RouteBucket> = [:]

    /// The bucket under a key; empty if there is none.
    @inline(__always)
    subscript(key: RouteKey) -> RouteBucket {
        if !changes.isEmpty, let bucket = changes[key] { return bucket }
        let mask = buckets.count - 1
        var place = Int(truncatingIfNeeded: key.value) & mask
        while let there = buckets[place].key {
            if there == key { return buckets[place] }
            place = (place + 1) & mask
        }
        return .none
    }

    mutating func insert(_ stub: CompiledStub, _ key: RouteKey) {
        var stubs = self[key].stubs
        stubs.place(stub)
        changes[key] = RouteBucket(stubs)
        foldIfNeeded()
    }

    mutating func remove(_ stub: CompiledStub, _ key: RouteKey) {
        var stubs = self[key].stubs
        stubs.remove(stub)
        changes[key] = RouteBucket(stubs)
        foldIfNeeded()
    }

    /// Keeps, of the buckets under some keys, only the stubs that the closure accepts.
    mutating func filter(_ keys: Set<RouteKey>, keeping isKept: (CompiledStub) -> Bool) {
        for key in keys { changes[key] = RouteBucket(self[key].stubs.filter(isKept)) }
        foldIfNeeded()
    }

    /// Adds many stubs at once, in any order.
    mutating func insert(_ added: [RouteKey: RouteBucket]) { fold(adding: added) }

    private mutating func foldIfNeeded() {
        if changes.count > bucketCount / 8 { fold() }
    }

    private mutating func fold(adding added: [RouteKey: RouteBucket] = [:]) {
        var kept: [(key: RouteKey, bucket: RouteBucket)] = []
        kept.reserveCapacity(bucketCount + changes.count + added.count)
        for bucket in buckets {
            if let key = bucket.key, changes[key] == nil, added[key] == nil { kept.append((key, bucket)) }
        }
        for (key, bucket) in changes where !bucket.isEmpty && added[key] == nil { kept.append((key, bucket)) }
        for (key, bucket) in added { kept.append((key, self[key] + bucket)) }

        var size = 2
        while size < 2 * kept.count { size *= 2 }
        var newBuckets = [RouteBucket](repeating: .none, count: size)
        for (key, bucket) in kept {
            var place = Int(truncatingIfNeeded: key.value) & (size - 1)
            while !newBuckets[place].isEmpty { place = (place + 1) & (size - 1) }
            newBuckets[place] = bucket
        }
        buckets = newBuckets
        bucketCount = kept.count
        changes = [:]
    }
}
