internal import HTTPMessage

/// An object that a recorded response names by its URL.
struct HostedObject: Sendable, Equatable {
    let bucket: String
    /// As bytes, decoded.
    let key: [UInt8]
    /// As it was recorded, without a fragment.
    let url: String
    /// Whether the URL is a presigned link.
    let isSigned: Bool

    /// S3's longest key, in bytes.
    private static let longestKey = 1_024

    /// Why no request can name it; nil for a valid key.
    var refusal: String? {
        if String(validating: key, as: UTF8.self) == nil { return "The key is not in UTF-8." }
        return key.count > Self.longestKey ? "The key has \(key.count) bytes. S3 allows at most \(Self.longestKey)." : nil
    }

    /// The address without signature, for messages.
    var shown: String { String(url.prefix { $0 != "?" }) }

    /// The header fields of the response that the URL sets (`response-content-type`), so that they are not the object's own.
    var fieldsOfURL: [String] {
        let query = url.drop { $0 != "?" }.dropFirst()
        return QueryItem.parse(Array(query.utf8)[...]).compactMap { item in
            item.name.hasPrefix("response-") ? String(item.name.dropFirst("response-".count)) : nil
        }
    }

    /// Which URL of an object is tried first: one that sets no fields before one that does, and then a signed one.
    var rank: Int { (fieldsOfURL.isEmpty ? 0 : 2) + (isSigned ? 0 : 1) }
    /// All ranks, the best first.
    static let ranks = 0..<4
}
