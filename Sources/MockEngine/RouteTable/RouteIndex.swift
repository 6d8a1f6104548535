internal import HashTreeCollections

/// Buckets of routes by key: an open-addressed table in two flat arrays, so that a look-up touches little memory, and beside it
/// a small hash tree with the buckets that have changed since, so that a change copies little. Now and then a change folds the tree
/// into a new table, which for 20,000 routes takes about a millisecond.
struct RouteIndex: Sendable {
    private struct Entry: Sendable {
        var key: UInt64 = 0
        var start: UInt32 = 0
        /// 0 for a free place.
        var count: UInt32 = 0
    }

    /// A power of two of them, at most half of them in use; never empty.
    private var entries = [Entry()]
    /// The buckets, each in order of matching, back to back.
    private var routes: [Route] = []
    private var bucketCount = 0
    /// What holds in place of the table's bucket, which may be nothing.
    private var changes: TreeDictionary<RouteKey, [Route]> = [:]

    /// The bucket under a key; empty when there is none.
    @inline(__always)
    subscript(key: RouteKey) -> ArraySlice<Route> {
        if !changes.isEmpty, let bucket = changes[key] { return bucket[...] }
        let mask = entries.count - 1
        var place = Int(truncatingIfNeeded: key.value) & mask
        while entries[place].count > 0 {
            let entry = entries[place]
            if entry.key == key.value { return routes[Int(entry.start)..<Int(entry.start &+ entry.count)] }
            place = (place + 1) & mask
        }
        return []
    }

    mutating func insert(_ route: Route, _ key: RouteKey) {
        var bucket = Array(self[key])
        bucket.insert(route)
        changes[key] = bucket
        foldIfNeeded()
    }

    mutating func remove(_ route: Route, _ key: RouteKey) {
        var bucket = Array(self[key])
        bucket.remove(route)
        changes[key] = bucket
        foldIfNeeded()
    }

    /// Adds many at once.
    mutating func insert(_ groups: [RouteKey: [Route]]) {
        for (key, group) in groups { changes[key] = (Array(self[key]) + group).sorted { $0.precedes($1) } }
        fold()
    }

    private mutating func foldIfNeeded() {
        if changes.count > max(64, bucketCount / 8) { fold() }
    }

    private mutating func fold() {
        var buckets: [(key: RouteKey, routes: ArraySlice<Route>)] = []
        buckets.reserveCapacity(bucketCount + changes.count)
        for entry in entries where entry.count > 0 {
            let key = RouteKey(value: entry.key)
            if changes[key] == nil { buckets.append((key, routes[Int(entry.start)..<Int(entry.start + entry.count)])) }
        }
        for (key, bucket) in changes where !bucket.isEmpty { buckets.append((key, bucket[...])) }

        var size = 2
        while size < 2 * buckets.count { size *= 2 }
        var newEntries = [Entry](repeating: Entry(), count: size)
        var newRoutes: [Route] = []
        newRoutes.reserveCapacity(routes.count + changes.count)
        for (key, bucket) in buckets {
            var place = Int(truncatingIfNeeded: key.value) & (size - 1)
            while newEntries[place].count > 0 { place = (place + 1) & (size - 1) }
            newEntries[place] = Entry(key: key.value, start: UInt32(newRoutes.count), count: UInt32(bucket.count))
            newRoutes += bucket
        }
        entries = newEntries
        routes = newRoutes
        bucketCount = buckets.count
        changes = [:]
    }
}
