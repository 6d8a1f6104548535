internal import HTTPMessage
package import XMLDocument

/// Writes keys in a listing: unchanged, or encoded for `encoding-type=url`.
package struct ListingText: Sendable, Hashable {
    /// `url` as the client wrote it; nil when keys are not encoded.
    package let encoding: String?

    /// Whether keys are encoded.
    package var isEncoded: Bool { encoding != nil }

    /// - Parameter encoding: the value of `encoding-type`, in any case; nil when it is absent.
    /// - Throws: InvalidArgument for another encoding.
    package init(encoding: String?) throws(S3Error) {
        guard encoding.map({ ASCII.equalsIgnoringCase($0, "url") }) ?? true else {
            throw .invalidArgument("Invalid Encoding Method specified in Request", "encoding-type", encoding)
        }
        self.encoding = encoding
    }

    /// The key as it is written.
    package func callAsFunction(_ key: String) -> String { isEncoded ? EncodedKey.text(key) : key }

    /// Adds an element for each common prefix.
    package func commonPrefixes(_ prefixes: [String], _ xml: inout XMLText) {
        for prefix in prefixes { xml.element("CommonPrefixes") { $0.element("Prefix", self(prefix)) } }
    }
}
