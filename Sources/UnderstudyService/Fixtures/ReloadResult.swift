package import JSONDocument
internal import MockEngine

/// What a reload has done: which parts have problems, and so stay as they were. The others are in use as they are saved.
package struct ReloadResult: Sendable {
    /// Mistakes in the settings.
    let settings: [Problem]
    /// Mistakes in the mappings.
    let mappings: [Problem]
    /// Mistakes for which only requests fail, such as a missing body file. They keep nothing from being used.
    let lateProblems: [Problem]
    /// Why the saved certificate cannot be used; nil if it can, and without TLS.
    let certificate: Problem?

    /// What keeps a part from being used; empty when everything is in use as it is saved.
    package var problems: [Problem] { settings + mappings + (certificate.map { [$0] } ?? []) }

    var kept: [FixturePart] {
        (settings.isEmpty ? [] : [.settings]) + (mappings.isEmpty ? [] : [.mappings]) + (certificate == nil ? [] : [.certificate])
    }

    /// Whether the mappings are in use as they are saved.
    package var hasNewMappings: Bool { mappings.isEmpty }

    /// What stays as it was; nil when nothing does.
    package var keptSentence: String? { FixturePart.sentence(keeping: kept) }
}
