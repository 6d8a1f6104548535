internal import FileStore
internal import SystemCalls

/// The folder of what the server keeps for its next start: the folder that the service manager gives (`STATE_DIRECTORY`), or the user's
/// (`$XDG_STATE_HOME/understudy`, `~/.local/state/understudy`).
enum StateFolder {
    private static let variable = "STATE_DIRECTORY"

    /// The folder, which is made if it is not there.
    /// - Throws: `StartFailure` with 73 when it cannot be made.
    static func open(_ environment: Environment = .process) throws(StartFailure) -> FileRoot {
        guard let path = environment.folders(ofUnit: [variable], ofUser: "XDG_STATE_HOME", inHome: ".local/state").first else {
            throw StartFailure(["no folder for the server's state: set XDG_STATE_HOME or HOME."], exit: .cannotCreate)
        }
        if let home = environment["HOME"], path.hasPrefix(home + "/"), !SystemCalls.exists(home) {
            throw StartFailure(
                ["the folder for the server's state: there is no home folder \"\(home)\". Set HOME, or XDG_STATE_HOME."],
                exit: .cannotCreate)
        }
        let isOfUnit = path == environment.folder(ofUnit: variable)
        return try open(path, from: isOfUnit ? variable : "XDG_STATE_HOME")
    }

    /// The folder that the service manager gives; nil when it gives none.
    /// - Throws: `StartFailure` with 73 when it cannot be used.
    static func ofUnit(_ environment: Environment = .process) throws(StartFailure) -> FileRoot? {
        try environment.folder(ofUnit: variable).map { path throws(StartFailure) in try open(path, from: variable) }
    }

    /// - Parameter name: the variable that names it.
    private static func open(_ path: String, from name: String) throws(StartFailure) -> FileRoot {
        do throws(FileError) {
            if let below = RelativePath(resolving: path) { try FileRoot("/").makeFolder(below) }
            return try FileRoot(path)
        } catch {
            let place = name == variable ? "\(name) (StateDirectory= in a unit)" : name
            throw StartFailure(
                ["the folder for the server's state (\(name)): \(reason(error, path)) Name another one in \(place)."], exit: .cannotCreate)
        }
    }

    /// Why it cannot be made, as a sentence.
    private static func reason(_ error: FileError, _ path: String) -> String {
        guard error.code == .notFound || error.code == .wrongKind, let all = RelativePath(resolving: path), let root = try? FileRoot("/")
        else { return "\(error)" }
        var place = all
        while !place.isRoot {
            if let kind = root.kind(of: place), kind != .folder {
                return "making the folder \"\(path)\": \"\(root.display(place))\" is not a folder."
            }
            place = place.parent
        }
        return "\(error)"
    }
}
