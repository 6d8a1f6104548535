internal import FileStore
public import JSONDocument
public import StubModel

/// Mappings that are to stay: written to `mappings/`, a file each, whole or not at all.
extension FixtureFolder {
    /// Writes a mapping to the file that it came from, or to a new one.
    /// - Parameter fileName: for a new one, beneath `mappings/`; `MappingFileName.standard` when nil.
    /// - Returns: the file's path, as problems name it.
    /// - Throws: `Problem` when it came from a file with several mappings or from YAML, or cannot be written.
    @discardableResult
    public func save(_ mapping: StubMapping, fileName: String? = nil) throws(Problem) -> String {
        let path = try file(for: mapping, fileName ?? MappingFileName.standard(for: mapping))
        do throws(FileError) {
            try root.write(JSONValue.object(mapping.fileJSON).bytes(.pretty) + [UInt8(ascii: "\n")], to: path)
        } catch {
            throw Problem(error)
        }
        return root.display(path)
    }

    /// Takes the file of a mapping away: the one that it came from, or the one that `save` gave it.
    /// A file with several stays, and so does YAML.
    /// - Returns: false when there is none.
    @discardableResult
    public func deleteFile(of mapping: StubMapping, fileName: String? = nil) throws(Problem) -> Bool {
        if let form = mapping.origin.file?.form, form != .single { return false }
        let path = try file(for: mapping, fileName ?? MappingFileName.standard(for: mapping))
        do throws(FileError) { return try root.delete(path) } catch { throw Problem(error) }
    }

    /// The file that a mapping came from, else a new one of that name.
    private func file(for mapping: StubMapping, _ newName: String) throws(Problem) -> RelativePath {
        if let (path, form) = mapping.origin.file, let known = mappingPath(path) {
            switch form {
            case .single: return known
            case .several:
                throw Problem(
                    source: path, message: "the file holds several mappings, so that one of them cannot be written back",
                    repair: "Give each of them a file of its own.")
            case .yaml:
                throw Problem(
                    source: path, message: "the file is YAML, which is read but not written", repair: "Change it there, or make it JSON.")
            }
        }
        guard let name = RelativePath(resolving: newName) else {
            throw Problem(source: root.display(Self.mappings), message: "the file name \"\(newName)\" leads out of the folder")
        }
        return Self.mappings.appending(name)
    }

    /// A path as problems name it, beneath the root again; nil when it is not in `mappings/`.
    private func mappingPath(_ display: String) -> RelativePath? {
        let prefix = root.display(Self.mappings) + "/"
        guard display.utf8.starts(with: prefix.utf8) else { return nil }
        return RelativePath(display.utf8.dropFirst(prefix.utf8.count)).map { Self.mappings.appending($0) }
    }
}
