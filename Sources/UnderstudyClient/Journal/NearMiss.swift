internal import Foundation

/// A request and a pattern that nearly met, field by field.
public struct NearMiss: Hashable, Sendable, Decodable {
    /// One field of the pattern.
    public struct Field: Hashable, Sendable, Decodable {
        /// Such as `method`, `url`, `queryParameter`, `header`, `body`.
        public let field: String
        /// The name of a parameter, field or cookie.
        public let name: String?
        /// Such as `equalTo`.
        public let matcher: String?
        /// What the pattern asks for.
        public let expected: String?
        /// What the request has.
        public let actual: String?
        /// Whether they meet.
        public let matches: Bool

        private enum CodingKeys: String, CodingKey { case field, name, matcher, expected, actual, matches }

        /// Reads it as the server writes it; values that are no texts become JSON.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) throws -> String? {
                try container.decodeIfPresent(JSONValue.self, forKey: key).flatMap { $0 == .null ? nil : $0.stringValue ?? $0.description }
            }
            field = try container.decode(String.self, forKey: .field)
            name = try text(.name)
            matcher = try text(.matcher)
            expected = try text(.expected)
            actual = try text(.actual)
            matches = try container.decodeIfPresent(Bool.self, forKey: .matches) ?? false
        }
    }

    /// The request.
    public let request: LoggedRequest?
    /// The stub that was nearest; nil when a pattern was asked for.
    public let stub: StubReference?
    /// Every field that the pattern asks for; empty from servers that do not tell.
    public let fields: [Field]

    private enum CodingKeys: String, CodingKey { case request, stubMapping, fields }

    /// Reads it as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decodeIfPresent(LoggedRequest.self, forKey: .request)
        stub = try container.decodeIfPresent(StubReference.self, forKey: .stubMapping)
        fields = try container.decodeIfPresent([Field].self, forKey: .fields) ?? []
    }

    /// The fields that differ, two lines each: what was asked for, and what came.
    ///
    /// ```
    ///   query page
    ///     - 3
    ///     + 2
    ///   header Accept
    ///     - contains json
    ///     + text/plain
    /// ```
    public var diff: String {
        fields.filter { !$0.matches }.map { field in
            let title = [Self.titles[field.field] ?? field.field, field.name].compactMap { $0 }.joined(separator: " ")
            let matcher = field.matcher == "equalTo" ? nil : field.matcher
            let expected = [matcher, field.expected.map(Self.indented)].compactMap { $0 }.joined(separator: " ")
            return "  \(title)\n    - \(expected)\n    + \(field.actual.map(Self.indented) ?? "(not there)")"
        }.joined(separator: "\n")
    }

    /// Further lines below the first one.
    private static func indented(_ text: String) -> String { text.replacingOccurrences(of: "\n", with: "\n      ") }

    private static let titles = ["queryParameter": "query", "formParameter": "form", "pathParameter": "path parameter"]
}
