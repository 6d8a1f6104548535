extension FileRoot {
    /// What is in the way of a file at a path, and what to do, as sentences: a link that cannot be followed, at the path or in place of a
    /// folder on the way there; a pipe, socket or device at the path. Nil for everything else.
    package func obstacle(at path: RelativePath) -> String? {
        var place = lastPlace(to: path)
        if place.isRoot { return nil }
        do throws(FileError) {
            switch try status(of: place)?.kind {
            case .file, .folder: return nil
            // With a regular file there, nothing would be below it.
            case .link, .other: return place == path ? "\(place.text) is not a regular file. Put a regular file in its place." : nil
            case nil:
                guard let target = linkTarget(of: place) else { return nil }
                let kind = place == path ? "the file" : "a folder"
                return "At \(place.text) a link leads to \"\(target)\", which is not there. Create that, or replace the link with \(kind)."
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

    /// Whether one of the folders of a path is a file, pipe, socket or device, so that the path cannot be made.
    package func hasFile(above path: RelativePath) -> Bool {
        switch (try? status(of: lastPlace(to: path.parent)))?.kind {
        case .file, .other: true
        case .folder, .link, nil: false
        }
    }

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
