internal import FileStore
internal import JSONDocument
public import StubModel

extension StoredFile: BodyFile {}

extension FixtureFolder: BodyFileProvider {
    public func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile {
        let path = try path(ofBodyFile: name)
        do throws(FileError) {
            if let file = try store.find(path) { return file }
        } catch {
            throw BodyFileError(error.description)
        }
        throw BodyFileError("reading \"\(root.display(path))\": no such file.")
    }

    /// What is wrong with the name of a body file, which is not read; nil when it is there.
    func whyBodyFileIsMissing(_ name: String) -> String? {
        guard let path = RelativePath(resolving: name) else {
            return name.isEmpty ? "a body file without a name" : "the body file \"\(name)\" is not beneath \"\(root.display(Self.files))\""
        }
        let whole = Self.files.appending(path)
        do throws(FileError) {
            switch try root.status(of: root.spelling(of: whole) ?? whole)?.kind {
            case .file: return nil
            case .folder: return "the body file \"\(root.display(whole))\" is a folder"
            default: return "the body file \"\(root.display(whole))\" is not there"
            }
        } catch {
            return "the body file \"\(root.display(whole))\" cannot be read: \(error.cause)"
        }
    }

    private func path(ofBodyFile name: String) throws(BodyFileError) -> RelativePath {
        guard let path = RelativePath(resolving: name) else {
            throw BodyFileError("the name \"\(name)\" leads out of \"\(root.display(Self.files))\".")
        }
        return Self.files.appending(path)
    }

    /// The name of the body file nearest to one that is not there.
    func nearestFile(to name: String) -> String? { Spelling.nearest(to: name, among: fileNames()) }
}
