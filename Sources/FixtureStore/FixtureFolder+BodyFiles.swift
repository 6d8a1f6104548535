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

    /// Checks that a body file is there, without reading it.
    func checkBodyFile(_ name: String) throws(BodyFileError) {
        let path = try path(ofBodyFile: name)
        let status: FileStatus?
        do throws(FileError) {
            status = try root.status(of: root.spelling(of: path) ?? path)
        } catch {
            throw BodyFileError(error.description)
        }
        guard status?.kind == .file else { throw BodyFileError("reading \"\(root.display(path))\": no such file.") }
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
