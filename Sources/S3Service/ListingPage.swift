internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// One page of a bucket's listing: keys in the order of their bytes, grouped by common prefixes.
struct ListingPage {
    /// The parameters of a page; keys and prefixes are decoded.
    struct Query {
        var prefix = ObjectKey("")
        /// Empty for none.
        var delimiter = ObjectKey("")
        /// The page begins with the first key or prefix after this; empty for the beginning.
        var after = ObjectKey("")
        /// Whether a common prefix that has `after` below it is on an earlier page.
        var skipsPrefixOfAfter = true
        /// The most keys and common prefixes, counted together.
        var limit = 1_000

        /// Whether the page begins after this common prefix.
        func isPast(_ common: ObjectKey) -> Bool { common == after || skipsPrefixOfAfter && after.hasPrefix(common) }

        /// - Parameter after: what the page begins after; empty for the beginning.
        /// - Throws: InvalidArgument.
        init(_ call: S3Call, after: ObjectKey) throws(S3Error) {
            prefix = ObjectKey(call.parameter("prefix") ?? "")
            delimiter = ObjectKey(call.parameter("delimiter") ?? "")
            self.after = after
            limit = try ListingPage.limit(call, "max-keys")
        }
    }

    struct Entry {
        let key: ObjectKey
        let version: ListedVersion
    }

    private(set) var entries: [Entry] = []
    private(set) var commonPrefixes: [String] = []
    private(set) var isTruncated = false
    /// Whether the page ends with a common prefix.
    private var endsWithPrefix = false

    /// The last key or common prefix on the page.
    var last: String? { endsWithPrefix ? commonPrefixes.last : entries.last?.key.text }

    var count: Int { entries.count + commonPrefixes.count }

    /// Takes time that depends on the length of the page, not of the bucket. Keys that the session has deleted are stepped over one by one.
    init(_ bucket: Bucket, _ query: Query) throws(S3Error) {
        guard query.limit > 0 else { return }
        let start = query.after.bytes.isEmpty ? query.prefix : max(query.prefix, query.after.next)
        var cursor = bucket.cursor(from: start)
        defer { bucket.saveDigests() }
        while let key = cursor.key, key.hasPrefix(query.prefix) {
            let common = key.commonPrefix(beyond: query.prefix, query.delimiter)
            if let common, query.isPast(common) {
                cursor.skip(to: common.afterPrefix)
                continue
            }
            guard bucket.isListed(at: cursor) else {
                cursor.advance()
                continue
            }
            if count == query.limit {
                isTruncated = true
                return
            }
            if let common {
                commonPrefixes.append(common.text)
                endsWithPrefix = true
                cursor.skip(to: common.afterPrefix)
            } else {
                // Nil when the file is gone since the folder was walked.
                guard let newest = try bucket.listedVersion(at: &cursor) else {
                    cursor.advance()
                    continue
                }
                entries.append(Entry(key: key, version: newest))
                endsWithPrefix = false
                cursor.advance()
            }
        }
    }

    // MARK: Parameters

    /// The most entries.
    /// - Throws: InvalidArgument.
    static func limit(_ call: S3Call, _ name: String, most: Int = 1_000) throws(S3Error) -> Int {
        try number(call, name).map { min($0, most) } ?? most
    }

    /// Checks that a parameter is a number, if it is there and not empty. S3 does so before it looks at bucket and rights, and checks the
    /// range of the number after them.
    /// - Throws: InvalidArgument.
    static func checkIsNumber(_ call: S3Call, _ name: String) throws(S3Error) {
        guard let text = call.parameter(name), !text.isEmpty, Int32(text) == nil else { return }
        throw .invalidArgument("Provided \(name) not an integer or within integer range", name, text)
    }

    /// A number from 0 on; nil for none.
    /// - Throws: InvalidArgument.
    static func number(_ call: S3Call, _ name: String) throws(S3Error) -> Int? {
        try checkIsNumber(call, name)
        guard let text = call.parameter(name), let number = Int32(text) else { return nil }
        guard number >= 0 else {
            // S3 spells this one in another way here, and speaks of it in another way for versions.
            let argument = name == "max-keys" ? "maxKeys" : name
            if call.operation == .listObjectVersions { throw .invalidArgument("\(name) cannot be negative", argument, text) }
            throw .invalidArgument("Argument \(argument) must be an integer between 0 and \(Int32.max)", argument, text)
        }
        return Int(number)
    }

    /// The key that a continuation token stands for.
    /// - Throws: InvalidArgument when the token is not from this server.
    static func token(_ call: S3Call) throws(S3Error) -> String? {
        guard let text = call.parameter("continuation-token") else { return nil }
        guard let bytes = Base64.decode(text.utf8), bytes.first == tokenMark, let key = String(validating: bytes.dropFirst(), as: UTF8.self)
        else { throw .invalidArgument("The continuation token provided is incorrect", "continuation-token") }
        return key
    }

    static func token(for last: String) -> String { Base64.encode([tokenMark] + Array(last.utf8)) }

    private static let tokenMark: UInt8 = 1
}
