internal import JSONDocument

/// The JSON Schemas for editors: what the files in a mocks folder hold.
package enum SchemaName: String, Sendable, CaseIterable {
    /// Files in `mappings/`.
    case mapping
    /// `understudy.json`.
    case settings
    /// `<file>.meta.json`.
    case meta

    /// What to say about a name that no schema has.
    package static func refusal(of name: String) -> String {
        let names = allCases.map(\.rawValue)
        let repair =
            Spelling.nearest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
            ?? "Schemas are \(Spelling.alternatives(names))."
        return "There is no schema \"\(name)\". \(repair)"
    }

    /// The schema, draft 7, with a line end behind it.
    package var text: String {
        switch self {
        case .mapping: MappingSchema.text
        case .settings: SettingsSchema.text
        case .meta: DescriptionSchema.text
        }
    }
}
