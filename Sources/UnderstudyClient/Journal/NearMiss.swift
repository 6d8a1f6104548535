internal import Foundation

/// A request and a pattern that nearly met, field by field.
public struct NearMiss: Hashable, Sendable, Decodable {
    /// One field of the pattern.
    public struct Field: Hashable, Sendable, Decodable {
        /// The field: `method`, `url`, `queryParameter`, `header`, `body` or the like.
        public let field: String
        /// The name of a parameter, header field or cookie; nil for other fields.
        public let name: String?
        /// The matcher, such as `equalTo`. Nil when the server does not say.
        public let matcher: String?
        /// What the pattern asks for; nil for a matcher without a value.
        public let expected: String?
        /// What the request has; nil when it does not have the field.
        public let actual: String?
        /// Whether the request has what the pattern asks for.
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

        /// What the pattern asks for, and what the request has:
        ///
        /// ```
        ///   query page
        ///     - 3
        ///     + 2
        /// ```
        public var diff: String {
            let title = [Self.titles[field] ?? field, name].compactMap { $0 }.joined(separator: " ")
            let word = matcher.flatMap { Self.plain.contains($0) ? nil : $0 }
            let isJSON = matcher == "equalToJson"
            let wanted = [word, expected.map { Self.shown($0, isJSON: isJSON) }].compactMap { $0 }.joined(
                separator: isJSON ? "\n      " : " ")
            let found = actual.map { Self.shown($0, isJSON: isJSON) }
            return "  \(title)\n    - \(wanted)\n    + \(found.map { $0.isEmpty ? "(empty)" : $0 } ?? "(not there)")"
        }

        private static let titles = ["queryParameter": "query", "formParameter": "form", "pathParameter": "path parameter"]
        /// Matchers that need no word: the value says it.
        private static let plain: Set<String> = ["equalTo", "url", "urlPath"]

        /// Further lines below the first one; JSON laid out alike on both sides.
        private static func shown(_ text: String, isJSON: Bool) -> String {
            let shown = isJSON ? (try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))?.laidOut ?? text : text
            return shown.replacingOccurrences(of: "\n", with: "\n      ")
        }
    }

    /// The request; nil when a stub was asked for.
    public let request: LoggedRequest?
    /// The nearest stub; nil when a pattern was asked for.
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
    public var diff: String { fields.filter { !$0.matches }.map(\.diff).joined(separator: "\n") }
}
