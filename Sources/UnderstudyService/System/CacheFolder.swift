internal import FileStore

/// The folder of files that save time after a restart. They may be deleted at any time.
enum CacheFolder {
    /// The variables of a unit, the preferred one first, with the directive that sets each.
    private static let ofUnit: [(variable: String, directive: String)] = [
        ("CACHE_DIRECTORY", "CacheDirectory="), ("STATE_DIRECTORY", "StateDirectory="),
    ]

    /// `CACHE_DIRECTORY` or `STATE_DIRECTORY` of a unit, else `understudy` in `XDG_CACHE_HOME` or in `~/.cache`. Makes it.
    /// - Returns: an absolute path; nil when the environment names none, or it cannot be made or read.
    static func find(_ environment: Environment) -> String? {
        let paths = environment.folders(ofUnit: ofUnit.map(\.variable), ofUser: "XDG_CACHE_HOME", inHome: ".cache")
        return paths.first { failure(at: $0) == nil }
    }

    /// Why the folder that the service manager gives is not used, and what to do; nil when it is, or when there is none.
    static func flaw(_ environment: Environment) -> String? {
        for (variable, directive) in ofUnit {
            guard let path = environment.folder(ofUnit: variable) else { continue }
            return failure(at: path).map {
                "the folder for entity tags of objects (\(variable)): \($0) Name another one in \(variable) (\(directive) in a unit)."
            }
        }
        return nil
    }

    private static func failure(at path: String) -> FileError? {
        guard path.hasPrefix("/"), let inner = RelativePath(resolving: path) else { return FileError(.invalidPath, .opening, path) }
        do throws(FileError) {
            try FileRoot("/").makeFolder(inner)
            _ = try FileRoot(path)
            return nil
        } catch {
            return error
        }
    }
}
