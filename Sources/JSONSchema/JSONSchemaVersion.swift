package enum JSONSchemaVersion: Int, Sendable, Hashable, Comparable, CaseIterable {
    case draft4 = 4
    case draft6 = 6
    case draft7 = 7
    case draft201909 = 201909
    case draft202012 = 202012

    package static func < (left: JSONSchemaVersion, right: JSONSchemaVersion) -> Bool { left.rawValue < right.rawValue }

    /// `V4`, `V6`, `V7`, `V201909` or `V202012`.
    package var wireMockName: String { "V\(rawValue)" }

    /// - Parameter wireMockName: as `wireMockName` writes it.
    package init?(wireMockName: String) {
        guard let version = Self.allCases.first(where: { $0.wireMockName == wireMockName }) else { return nil }
        self = version
    }

    /// What `$schema` says, without a scheme and an empty fragment.
    var identifier: String {
        switch self {
        case .draft4, .draft6, .draft7: "json-schema.org/draft-0\(rawValue)/schema"
        case .draft201909: "json-schema.org/draft/2019-09/schema"
        case .draft202012: "json-schema.org/draft/2020-12/schema"
        }
    }

    /// The keyword that gives a schema its URI.
    var identifierKeyword: String { self == .draft4 ? "id" : "$id" }

    /// Whether `$ref` hides everything beside it.
    var referencesHideSiblings: Bool { self <= .draft7 }
}

/// A version, and the vocabularies of it that are in use.
struct JSONSchemaDialect: Sendable {
    var draft: JSONSchemaVersion
    /// Last parts of the URIs of vocabularies, of a meta-schema that lists them; nil for the draft's own.
    var vocabularies: Set<String>?

    var isStandard: Bool { vocabularies == nil }

    func uses(_ vocabulary: JSONSchemaVocabulary) -> Bool {
        guard let vocabularies else { return true }
        return vocabulary == .core || !vocabularies.isDisjoint(with: vocabulary.names)
    }

    /// Whether a meta-schema asks for it.
    var assertsFormats: Bool { vocabularies?.contains("format-assertion") ?? false }
}

/// Groups of keywords that a meta-schema can choose (from 2019-09 on).
enum JSONSchemaVocabulary: Sendable {
    case core
    case applicator
    case unevaluated
    case validation
    case format

    /// Last parts of their URIs.
    var names: Set<String> {
        switch self {
        case .core: ["core"]
        case .applicator: ["applicator"]
        // In 2019-09 these keywords are among the applicators.
        case .unevaluated: ["unevaluated", "applicator"]
        case .validation: ["validation"]
        case .format: ["format", "format-annotation", "format-assertion"]
        }
    }

    static let known: Set<String> = [
        "core", "applicator", "unevaluated", "validation", "meta-data", "format", "format-annotation", "format-assertion", "content",
    ]
}
