internal import FileStore

/// Where the server keeps what must outlive it: the folder that the service manager gives (`STATE_DIRECTORY`), or the user's
/// (`$XDG_STATE_HOME/understudy`, `~/.local/state/understudy`).
enum StateFolder {
    /// The folder, which is made if it is not there.
    /// - Throws: `StartFailure` with 73 when it cannot be made.
    static func open(_ environment: Environment = .process) throws(StartFailure) -> FileRoot {
        if let folder = try ofUnit(environment) { return folder }
        return try open(try place(environment))
    }

    /// The folder that the service manager gives; nil when it gives none.
    /// - Throws: `StartFailure` with 73 when it cannot be used.
    static func ofUnit(_ environment: Environment = .process) throws(StartFailure) -> FileRoot? {
        guard let path = ofUnitPath(environment) else { return nil }
        return try open(path)
    }

    private static func open(_ path: String) throws(StartFailure) -> FileRoot {
        do throws(FileError) {
            if let below = RelativePath(resolving: path) { try FileRoot("/").makeFolder(below) }
            return try FileRoot(path)
        } catch {
            throw StartFailure(["the folder for the server's state: \(error). Name another one in XDG_STATE_HOME."], exit: .cannotCreate)
        }
    }

    /// The service manager names several with colons between them.
    private static func ofUnitPath(_ environment: Environment) -> String? {
        environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    }

    private static func place(_ environment: Environment) throws(StartFailure) -> String {
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/understudy" }
        if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.local/state/understudy" }
        throw StartFailure(["the server's state has no place. Name a folder in XDG_STATE_HOME."], exit: .cannotCreate)
    }
}
