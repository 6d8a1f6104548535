internal import FileStore

/// The folder of what is worth keeping over a restart, and may be deleted at any time.
enum CacheFolder {
    /// `CACHE_DIRECTORY` or `STATE_DIRECTORY` of a unit, else `understudy` in `XDG_CACHE_HOME` or in `~/.cache`. Makes it.
    /// - Returns: an absolute path; nil when the environment names none, or it cannot be made.
    static func find(_ environment: Environment) -> String? {
        let ofUnit = [environment["CACHE_DIRECTORY"], environment["STATE_DIRECTORY"]].compactMap { list in
            // A unit may have several.
            list.flatMap { $0.split(separator: ":").first }.map(String.init)
        }
        let ofUser = [("XDG_CACHE_HOME", "/understudy"), ("HOME", "/.cache/understudy")].compactMap { name, end in
            environment[name].flatMap { $0.isEmpty ? nil : $0 + end }
        }
        for path in ofUnit + ofUser where path.hasPrefix("/") {
            guard let inner = RelativePath(resolving: path), let system = try? FileRoot("/") else { continue }
            do throws(FileError) {
                try system.makeFolder(inner)
                return path
            } catch {
                continue
            }
        }
        return nil
    }
}
