extension FileRoot {
    /// What is at a path, or in place of a folder on the way there, and is neither a file nor a folder, as a sentence: a link that cannot
    /// be followed, a pipe. Nil for everything else.
    package func obstacle(at path: RelativePath) -> String? {
        var place = lastPlace(to: path)
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

    /// Whether one of the folders of a path is a file, so that the path cannot be made.
    package func hasFile(above path: RelativePath) -> Bool { (try? status(of: lastPlace(to: path.parent)))?.kind == .file }

    /// How far a path leads: the last place on the way, or the path itself, where something is; the root if nothing is. It goes down from the
    /// root, so that it takes time by what is there, however long the path is.
    private func lastPlace(to path: RelativePath) -> RelativePath {
        var place = RelativePath.root
        for segment in path.segments {
            let next = place.appending(name: Array(segment))
            guard kind(of: next, followingLinks: false) != nil else { break }
            place = next
        }
        return place
    }
}
