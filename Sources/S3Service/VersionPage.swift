internal import S3Dialect

/// One page of the versions in a bucket: in the order of the keys, the newest of each key first, grouped by common prefixes.
struct VersionPage {
    struct Entry {
        let key: ObjectKey
        let version: ListedVersion
        let isLatest: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var commonPrefixes: [String] = []
    private(set) var isTruncated = false
    /// The last key or common prefix on the page.
    private(set) var lastKey: String?
    /// The last version; nil when the page ends with a common prefix.
    private(set) var lastVersion: VersionID?

    /// - Parameter afterVersion: the page begins after this version of the key `query.after`, which may be gone; nil to begin with the next
    ///   key.
    init(_ bucket: Bucket, _ query: ListingPage.Query, afterVersion: VersionID?) throws(S3Error) {
        guard query.limit > 0 else { return }
        let marker = query.after
        let start = marker.bytes.isEmpty ? query.prefix : max(query.prefix, afterVersion == nil ? marker.next : marker)
        var cursor = bucket.cursor(from: start)
        defer { bucket.saveDigests() }
        while let key = cursor.key, key.hasPrefix(query.prefix) {
            if let common = key.commonPrefix(beyond: query.prefix, query.delimiter) {
                if !query.isPast(common), bucket.hasVersions(at: cursor) {
                    guard takesOneMore(query) else { return }
                    commonPrefixes.append(common.text)
                    lastKey = common.text
                    lastVersion = nil
                } else if !query.isPast(common) {
                    cursor.advance()
                    continue
                }
                cursor.skip(to: common.afterPrefix)
                continue
            }
            let number = key == marker ? afterVersion.map { bucket.number(of: $0, at: cursor) } : nil
            for (index, version) in try bucket.listedVersions(at: &cursor).enumerated() where number.map({ version.number < $0 }) ?? true {
                guard takesOneMore(query) else { return }
                entries.append(Entry(key: key, version: version, isLatest: index == 0))
                lastKey = key.text
                lastVersion = version.id
            }
            cursor.advance()
        }
    }

    private mutating func takesOneMore(_ query: ListingPage.Query) -> Bool {
        isTruncated = entries.count + commonPrefixes.count == query.limit
        return !isTruncated
    }
}
