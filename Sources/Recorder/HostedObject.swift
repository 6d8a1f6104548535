/// An object that a recorded response names by its URL.
struct HostedObject: Sendable, Equatable {
    let bucket: String
    /// As bytes, decoded.
    let key: [UInt8]
    /// As it was recorded, without a fragment.
    let url: String

    /// S3's longest key, in bytes.
    private static let longestKey = 1_024

    /// Why no request can name it; nil for a valid key.
    var refusal: String? {
        if String(validating: key, as: UTF8.self) == nil { return "The key is not in UTF-8." }
        return key.count > Self.longestKey ? "The key has \(key.count) bytes. S3 allows at most \(Self.longestKey)." : nil
    }

    /// The address without signature, for messages.
    var shown: String { String(url.prefix { $0 != "?" }) }
}
