extension FileRoot {
    /// What is at a path and is neither a file nor a folder, as a sentence: a link that cannot be followed, a pipe. Nil for everything else.
    package func obstacle(at path: RelativePath) -> String? {
        guard kind(of: path, followingLinks: false) != nil else { return nil }
        do throws(FileError) {
            switch try status(of: path)?.kind {
            case .file, .folder: return nil
            case .link, .other: return "\(path.text) is not a regular file."
            case nil: return "At \(path.text) a link leads to nothing\(linkTarget(of: path).map { ", to \"\($0)\"" } ?? "")."
            }
        } catch {
            guard error.isOfLink else { return nil }
            var error = error
            error.linkTarget = linkTarget(of: path)
            return "At \(path.text) \(error.cause)." + (error.repair.map { " \($0)" } ?? "")
        }
    }
}
