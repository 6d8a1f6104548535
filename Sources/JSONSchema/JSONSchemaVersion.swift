/// A draft of JSON Schema; the raw values increase with its date.
package enum JSONSchemaVersion: Int, Sendable, Hashable, Comparable, CaseIterable {
    case draft4 = 4
    case draft6 = 6
    case draft7 = 7
    case draft201909 = 201909
    case draft202012 = 202012

    /// Older drafts come first.
    package static func < (left: JSONSchemaVersion, right: JSONSchemaVersion) -> Bool { left.rawValue < right.rawValue }

    /// `V4`, `V6`, `V7`, `V201909` or `V202012`.
    package var wireMockName: String { "V\(rawValue)" }

    /// Nil for any other text.
    /// - Parameter wireMockName: as in `wireMockName`.
    package init?(wireMockName: String) {
        guard let version = Self.allCases.first(where: { $0.wireMockName == wireMockName }) else { return nil }
        self = version
    }

    /// The value of `$schema`, without scheme and empty fragment.
    var identifier: String {
        switch self {
        case .draft4, .draft6, .draft7: "json-schema.org/draft-0\(rawValue)/schema"
        case .draft201909: "json-schema.org/draft/2019-09/schema"
        case .draft202012: "json-schema.org/draft/2020-12/schema"
        }
    }

    /// The keyword that holds a schema's URI.
    var identifierKeyword: String { self == .draft4 ? "id" : "$id" }

    /// Whether `$ref` makes all keywords beside it ineffective.
    var referencesHideSiblings: Bool { self <= .draft7 }
}

/// A version with the vocabularies that are in use.
struct JSONSchemaDialect: Sendable {
    var draft: JSONSchemaVersion
    /// The last path components of the vocabularies' URIs, from a meta-schema that lists them; nil for the draft's own.
    var vocabularies: Set<String>?

    var isStandard: Bool { vocabularies == nil }

    func uses(_ vocabulary: JSONSchemaVocabulary) -> Bool {
        guard let vocabularies else { return true }
        return vocabulary == .core || !vocabularies.isDisjoint(with: vocabulary.names)
    }

    /// Whether a meta-schema enables the vocabulary.
    var assertsFormats: Bool { vocabularies?.contains("format-assertion") ?? false }
}

/// Groups of keywords that a meta-schema can enable (from 2019-09 on).
enum JSONSchemaVocabulary: Sendable {
    case core
    case applicator
    case unevaluated
    case validation
    case format

    /// The last path components of their URIs.
    var names: Set<String> {
        switch self {
        case .core: ["core"]
        case .applicator: ["applicator"]
        // In 2019-09 these keywords belong to the applicator vocabulary.
        case .unevaluated: ["unevaluated", "applicator"]
        case .validation: ["validation"]
        case .format: ["format", "format-annotation", "format-assertion"]
        }
    }

    static let known: Set<String> = [
        "core", "applicator", "unevaluated", "validation", "meta-data", "format", "format-annotation", "format-assertion", "content",
    ]
}
