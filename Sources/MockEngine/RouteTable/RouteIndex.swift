internal import HTTPMessage
internal import HashTreeCollections

/// Buckets of stubs by key: an open-addressed table, so that a look-up touches little memory, and beside it a small hash tree with
/// the buckets that have changed since, so that a change copies little. Now and then a change folds the tree into a new table, which
/// for 20,000 stubs takes about a millisecond.
struct RouteIndex: Sendable {
    /// For each place two bytes of the key that is there, 0 for a free one. A request is looked up under many keys of which one is
    /// there: this table, which stays in the processor's near caches, tells the others apart.
    private var tags: [UInt16] = [0]
    /// As many; a power of two of them, at most half of them in use, never none. One word each: what else there is to know stands in
    /// the stub, which is looked at in any case.
    private var buckets = [RouteBucket.none]
    private var bucketCount = 0
    /// What holds in place of the table's bucket, which may be nothing.
    private var changes: TreeDictionary<RouteKey, RouteBucket> = [:]

    /// The bucket under a key; empty when there is none.
    @inline(__always)
    subscript(key: RouteKey) -> RouteBucket {
        if !changes.isEmpty, let bucket = changes[key] { return bucket }
        let mask = tags.count - 1
        let tag = Self.tag(key.value)
        var place = Int(truncatingIfNeeded: key.value) & mask
        while tags[place] != 0 {
            if tags[place] == tag {
                // All that is asked first is fetched at once, while its beginning is waited for.
                Prefetch.object(of: buckets, at: place, lines: 3)
                if buckets[place].key == key { return buckets[place] }
            }
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

    /// Adds many at once, in any order.
    mutating func insert(_ added: [RouteKey: RouteBucket]) { fold(adding: added) }

    /// Never 0. The place is made of the other end of the key.
    @inline(__always)
    private static func tag(_ key: UInt64) -> UInt16 { UInt16(key >> 48) | 1 }

    private mutating func foldIfNeeded() {
        if changes.count > max(64, bucketCount / 8) { fold() }
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
        var newTags = [UInt16](repeating: 0, count: size)
        var newBuckets = [RouteBucket](repeating: .none, count: size)
        for (key, bucket) in kept {
            var place = Int(truncatingIfNeeded: key.value) & (size - 1)
            while newTags[place] != 0 { place = (place + 1) & (size - 1) }
            newTags[place] = Self.tag(key.value)
            newBuckets[place] = bucket
        }
        tags = newTags
        buckets = newBuckets
        bucketCount = kept.count
        changes = [:]
    }
}
