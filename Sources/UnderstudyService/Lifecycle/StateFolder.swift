internal import FileStore

/// Where the server keeps what must outlive it: the folder that the service manager gives (`STATE_DIRECTORY`), or the user's
/// (`$XDG_STATE_HOME/understudy`, `~/.local/state/understudy`).
enum StateFolder {
    /// The folder, which is made if it is not there.
    /// - Throws: `StartFailure` with 73 when it cannot be made.
    static func open(_ environment: Environment = .process) throws(StartFailure) -> FileRoot {
        let path = try place(environment)
        do throws(FileError) {
            if let below = RelativePath(resolving: path) { try FileRoot("/").makeFolder(below) }
            return try FileRoot(path)
        } catch {
            throw StartFailure(["the folder for the server's state: \(error). Name another one in XDG_STATE_HOME."], exit: .cannotCreate)
        }
    }

    private static func place(_ environment: Environment) throws(StartFailure) -> String {
        // The service manager names several with colons between them.
        if let folder = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(folder) }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/understudy" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/state/understudy" }
        throw StartFailure(["the server's state has no place. Name a folder in XDG_STATE_HOME."], exit: .cannotCreate)
    }
}
