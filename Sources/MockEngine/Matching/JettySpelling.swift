internal import JSONDocument

/// How WireMock's Jetty spells common values of a request's Content-Type: whatever case the client uses, Jetty replaces them by constants
/// of its own, so WireMock matches, records and shows these spellings.
enum JettySpelling {
    private static let types = [
        "text/plain", "text/html", "text/xml", "text/json", "application/json", "application/x-www-form-urlencoded",
    ]
    private static let charsets = ["UTF-8", "ISO-8859-1"]

    /// The spellings by their lower case.
    private static let known: [String: String] = {
        let spellings = types.flatMap { type in
            [type] + charsets.flatMap { ["\(type);charset=\($0)", "\(type); charset=\($0)"] }
        }
        return Dictionary(uniqueKeysWithValues: spellings.map { ($0.lowercased(), $0) })
    }()
    /// Bytes; no longer value has another spelling.
    private static let longest = 64

    /// - Returns: nil if Jetty leaves the value as it is.
    static func of(contentType value: String) -> String? {
        guard value.utf8.count <= longest, let spelling = known[value.lowercased()], !spelling.isSame(as: value) else { return nil }
        return spelling
    }
}
