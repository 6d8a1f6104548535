internal import HashTreeCollections

/// Buckets of routes by key: an open-addressed table, so that a look-up touches little memory, and beside it a small hash tree with
/// the buckets that have changed since, so that a change copies little. Now and then a change folds the tree into a new table, which
/// for 20,000 routes takes about a millisecond.
struct RouteIndex: Sendable {
    private struct Entry: Sendable {
        var key: UInt64 = 0
        var bucket = RouteBucket.none
    }

    /// For each place a byte of the key that is there, 0 for a free one. A request is looked up under many keys of which one is there:
    /// this table, which stays in the processor's near caches, tells the others apart.
    private var tags: [UInt8] = [0]
    /// As many; a power of two of them, at most half of them in use, never none.
    private var entries = [Entry()]
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
            if tags[place] == tag, entries[place].key == key.value { return entries[place].bucket }
            place = (place + 1) & mask
        }
        return .none
    }

    mutating func insert(_ route: Route, _ key: RouteKey) {
        var routes = self[key].routes
        routes.insert(route)
        changes[key] = RouteBucket(routes)
        foldIfNeeded()
    }

    mutating func remove(_ route: Route, _ key: RouteKey) {
        var routes = self[key].routes
        routes.remove(route)
        changes[key] = RouteBucket(routes)
        foldIfNeeded()
    }

    /// Adds many at once.
    mutating func insert(_ groups: [RouteKey: [Route]]) {
        for (key, group) in groups { changes[key] = RouteBucket((self[key].routes + group).sorted { $0.precedes($1) }) }
        fold()
    }

    /// Never 0. The place is made of the other end of the key.
    @inline(__always)
    private static func tag(_ key: UInt64) -> UInt8 { UInt8(key >> 56) | 1 }

    private mutating func foldIfNeeded() {
        if changes.count > max(64, bucketCount / 8) { fold() }
    }

    private mutating func fold() {
        var kept = entries.filter { !$0.bucket.isEmpty && changes[RouteKey(value: $0.key)] == nil }
        for (key, bucket) in changes where !bucket.isEmpty { kept.append(Entry(key: key.value, bucket: bucket)) }

        var size = 2
        while size < 2 * kept.count { size *= 2 }
        var newTags = [UInt8](repeating: 0, count: size)
        var newEntries = [Entry](repeating: Entry(), count: size)
        for entry in kept {
            var place = Int(truncatingIfNeeded: entry.key) & (size - 1)
            while newTags[place] != 0 { place = (place + 1) & (size - 1) }
            newTags[place] = Self.tag(entry.key)
            newEntries[place] = entry
        }
        tags = newTags
        entries = newEntries
        bucketCount = kept.count
        changes = [:]
    }
}
