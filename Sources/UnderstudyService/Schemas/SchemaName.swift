/// The JSON Schemas for editors: what the files in a mocks folder hold.
package enum SchemaName: String, Sendable, CaseIterable {
    /// Files in `mappings/`.
    case mapping
    /// `understudy.json`.
    case settings
    /// `<file>.meta.json`.
    case meta

    /// The schema, draft 7, with a line end behind it.
    package var text: String {
        switch self {
        case .mapping: MappingSchema.text
        case .settings: SettingsSchema.text
        case .meta: DescriptionSchema.text
        }
    }
}
