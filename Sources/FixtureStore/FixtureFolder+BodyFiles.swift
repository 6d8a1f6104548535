internal import FileStore
internal import JSONDocument
public import StubModel

extension StoredFile: BodyFile {}

extension FixtureFolder: BodyFileProvider {
    public func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile {
        let path = try path(ofBodyFile: name)
        do throws(FileError) {
            if let file = try store.file(at: path) { return file }
        } catch {
            throw BodyFileError(error.description)
        }
        throw BodyFileError("reading \"\(root.display(path))\": no such file.")
    }

    /// Where the file is that `bodyFileName` names, in whatever Unicode normalisation its name is.
    func path(ofBodyFile name: String) throws(BodyFileError) -> RelativePath {
        guard let relative = RelativePath(resolving: name) else {
            throw BodyFileError("the name \"\(name)\" leads out of \"\(root.display(Self.files))\".")
        }
        let path = Self.files.appending(relative)
        let status: FileStatus?
        let spelling = root.spelling(of: path)
        do throws(FileError) {
            status = try root.status(of: spelling ?? path)
        } catch {
            throw BodyFileError(error.description)
        }
        guard status?.kind == .file else { throw BodyFileError("reading \"\(root.display(path))\": no such file.") }
        return spelling ?? path
    }

    /// The name of the body file nearest to one that is not there.
    func nearestFile(to name: String) -> String? { Spelling.nearest(to: name, among: fileNames()) }
}
