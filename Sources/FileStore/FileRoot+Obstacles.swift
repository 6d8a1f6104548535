extension FileRoot {
    /// What is at a path, or in place of a folder on the way there, and is neither a file nor a folder, as a sentence: a link that cannot be
    /// followed, a pipe. Nil for everything else.
    package func obstacle(at path: RelativePath) -> String? {
        var place = path
        while kind(of: place, followingLinks: false) == nil, !place.isRoot { place = place.parent }
        if place.isRoot { return nil }
        do throws(FileError) {
            switch try status(of: place)?.kind {
            case .file, .folder: return nil
            case .link, .other: return "\(place.text) is not a regular file."
            case nil: return "At \(place.text) a link leads to nothing\(linkTarget(of: place).map { ", to \"\($0)\"" } ?? "")."
            }
        } catch {
            guard error.isOfLink else { return nil }
            // What is there may be a file behind the link.
            while linkTarget(of: place) == nil, !place.parent.isRoot { place = place.parent }
            var error = error
            error.linkTarget = linkTarget(of: place)
            return "At \(place.text) \(error.cause)." + (error.repair.map { " \($0)" } ?? "")
        }
    }
}
