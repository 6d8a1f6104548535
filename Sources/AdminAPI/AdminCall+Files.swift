/// What the endpoints for body files share.
extension AdminCall {
    func bodyFolder() throws -> any BodyFolder {
        if let folder = services.files { return folder }
        throw AdminError(status: 500, title: "There are no files: this server has no mocks folder", detail: "Start it with a folder.")
    }

    /// Runs the body; a path that leads out of the folder becomes a 403.
    func insideBodyFolder<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch BodyFolderError.impossible(let path, let reason) {
            throw AdminError(
                status: 422, title: "\"\(path.prefix(200))\" cannot be a file: \(reason)", detail: "Choose another path.")
        } catch BodyFolderError.outside(let path) {
            throw AdminError(
                status: 403, title: "\"\(path)\" is outside of the folder for body files",
                detail: "Name a path below it, without \"..\" and without links that lead out.")
        }
    }
}
