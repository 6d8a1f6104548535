extension FileRoot {
    /// The path under which a file exists in another Unicode normalisation: `é` as one scalar or as two.
    ///
    /// Names are compared by canonical equivalence, segment by segment; case matters.
    /// - Returns: nil when no spelling exists. ASCII paths have only one spelling.
    package func spelling(of path: RelativePath) -> RelativePath? {
        guard !path.isASCII else { return peek(path) == nil ? nil : path }
        var found = RelativePath.root
        for segment in path.segments {
            let exact = found.appending(name: Array(segment))
            if peek(exact) != nil {
                found = exact
                continue
            }
            guard let wanted = String(validating: segment, as: UTF8.self), let entries = try? list(found),
                let entry = entries.first(where: { String(validating: $0.name, as: UTF8.self) == wanted })
            else { return nil }
            found = found.appending(name: entry.name)
        }
        return found
    }
}
