internal import FileStore
internal import JSONDocument
internal import YAMLDocument

/// The format of a mapping file, from its name.
enum MappingFormat {
    case json
    case yaml

    /// Nil for a file that is not a mapping file.
    init?(_ path: RelativePath) {
        switch path.fileExtension {
        case "json": self = .json
        case "yaml", "yml": self = .yaml
        default: return nil
        }
    }

    /// The documents of a file: one in JSON, one or more in YAML.
    /// - Throws: `Problem` when it cannot be parsed or is empty.
    func read(_ bytes: [UInt8], name: String, _ limits: FixtureLimits) throws(Problem) -> [JSONDocument] {
        switch self {
        case .json:
            do throws(Problem) {
                return [try JSONDocument.parse(bytes, name: name, maximumDepth: limits.jsonDepth)]
            } catch {
                guard let format = JSONDocument.otherFormat(of: bytes) else { throw error }
                var problem = error
                problem.repair =
                    format == "YAML"
                    ? "Let the file's name end in \".yaml\", or write it as JSON." : "Move it to __files, or write a mapping in JSON."
                throw problem
            }
        case .yaml:
            let documents = try YAMLDocument.parse(
                bytes, name: name, limits: YAMLLimits(depth: limits.jsonDepth, expansion: limits.yamlExpansion))
            guard documents.isEmpty else { return documents }
            throw Problem(source: name, position: .start, message: "the file holds no stub mapping")
        }
    }
}
