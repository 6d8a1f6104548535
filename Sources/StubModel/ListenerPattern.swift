public import HTTPMessage
internal import JSONDocument

/// On which of the server's doors a stub answers: `"listener": "http" | "s3" | "any"`. Ours, not WireMock's.
public enum ListenerPattern: String, Sendable, CaseIterable {
    /// The HTTP and the HTTPS listener.
    case http
    case s3
    case any

    @inlinable
    public func includes(_ listener: ListenerName) -> Bool {
        switch self {
        case .http: listener == .http || listener == .https
        case .s3: listener == .s3
        case .any: true
        }
    }

    static func decode(_ fields: inout FieldReader) -> ListenerPattern? {
        guard let node = fields.take("listener") else { return nil }
        if case .string(let text) = node.content, let pattern = ListenerPattern(rawValue: text) { return pattern }
        let known = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        fields.report.add("unknown listener \(node.found)", at: node, repair: "Known are \(known).")
        return nil
    }
}
