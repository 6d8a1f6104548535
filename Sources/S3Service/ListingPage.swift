internal import HTTPMessage
internal import S3Dialect
internal import JSONDocument

/// One page of a bucket's listing: keys in the order of their bytes, grouped by common prefixes.
struct ListingPage {
    /// The parameters of a page; keys and prefixes are decoded.
    struct Query {
        var prefix = ""
        /// Empty for none.
        var delimiter = ""
        /// The page begins with the first key or prefix after this, in the order of bytes.
        var after = ""
        /// The most keys and common prefixes, counted together.
        var limit = 1_000
    }

    private(set) var entries: [ObjectStore.Entry] = []
    private(set) var commonPrefixes: [String] = []
    private(set) var isTruncated = false
    /// The last key or common prefix on the page.
    private(set) var last: String?

    var count: Int { entries.count + commonPrefixes.count }

    /// - Parameter all: in the order of their bytes.
    init(_ all: [ObjectStore.Entry], _ query: Query) {
        guard query.limit > 0 else { return }
        let prefix = Array(query.prefix.utf8)
        let delimiter = Array(query.delimiter.utf8)
        let after = Array(query.after.utf8)
        for entry in all where entry.key.utf8.starts(with: prefix) && after.lexicographicallyPrecedes(entry.key.utf8) {
            let common = delimiter.isEmpty ? nil : Self.commonPrefix(of: entry.key, beyond: prefix.count, delimiter)
            // The page begins after a common prefix, which has been listed.
            if let common, common.utf8.elementsEqual(last?.utf8 ?? "".utf8) || common.utf8.elementsEqual(after) { continue }
            if count == query.limit {
                isTruncated = true
                return
            }
            if let common { commonPrefixes.append(common) } else { entries.append(entry) }
            last = common ?? entry.key
        }
    }

    private static func commonPrefix(of key: String, beyond start: Int, _ delimiter: [UInt8]) -> String? {
        let bytes = Array(key.utf8)
        var place = start
        while place + delimiter.count <= bytes.count {
            if bytes[place..<(place + delimiter.count)].elementsEqual(delimiter) {
                return String(decoding: bytes[..<(place + delimiter.count)], as: UTF8.self)
            }
            place += 1
        }
        return nil
    }

    // MARK: Parameters

    /// The most entries.
    /// - Throws: InvalidArgument.
    static func limit(_ call: S3Call, _ name: String, most: Int = 1_000) throws(S3Error) -> Int {
        guard let text = call.parameter(name), !text.isEmpty else { return most }
        guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
            throw .invalidArgument("Provided \(name) not an integer or within integer range", name, text)
        }
        return min(Int(text) ?? most, most)
    }

    /// The key that a continuation token stands for.
    /// - Throws: InvalidArgument when the token is not from this server.
    static func token(_ call: S3Call) throws(S3Error) -> String? {
        guard let text = call.parameter("continuation-token") else { return nil }
        guard let bytes = Base64.decode(text.utf8), bytes.first == tokenMark, let key = String(validating: bytes.dropFirst(), as: UTF8.self)
        else { throw .invalidArgument("The continuation token provided is incorrect", "continuation-token", text) }
        return key
    }

    static func token(for last: String) -> String { Base64.encode([tokenMark] + Array(last.utf8)) }

    private static let tokenMark: UInt8 = 1
}
