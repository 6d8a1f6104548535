internal import FileStore

/// The file that a mapping is in.
struct MappingHome: Sendable {
    /// How a file contains mappings; only a `single` one can be written back.
    enum Form: Sendable {
        /// One mapping, in JSON.
        case single
        /// A list of mappings, in JSON.
        case several
        /// YAML, whose comments and anchors would be lost.
        case yaml
    }

    var path: RelativePath
    var form = Form.single
}
