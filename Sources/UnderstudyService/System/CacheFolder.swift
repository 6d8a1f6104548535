internal import FileStore

/// The folder of files that save time after a restart. They may be deleted at any time.
enum CacheFolder {
    /// `CACHE_DIRECTORY` or `STATE_DIRECTORY` of a unit, else `understudy` in `XDG_CACHE_HOME` or in `~/.cache`. Makes it.
    /// - Returns: an absolute path; nil when the environment names none, or it cannot be made.
    static func find(_ environment: Environment) -> String? {
        let paths = environment.folders(ofUnit: ["CACHE_DIRECTORY", "STATE_DIRECTORY"], ofUser: "XDG_CACHE_HOME", inHome: ".cache")
        for path in paths {
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
