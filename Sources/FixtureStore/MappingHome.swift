internal import FileStore

/// The file of a mapping.
struct MappingHome: Sendable {
    /// How a file has its mappings; only a `single` one can be written back.
    enum Form: Sendable {
        /// One, in JSON.
        case single
        /// A list of them, in JSON.
        case several
        /// YAML, whose comments and anchors would be lost.
        case yaml
    }

    var path: RelativePath
    var form = Form.single
}
