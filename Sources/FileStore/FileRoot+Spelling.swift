extension FileRoot {
    /// The path under which a file is really there, when it is there in another Unicode normalisation: `é` as one scalar or as two.
    ///
    /// Names are equal by canonical equivalence, segment by segment; case counts.
    /// - Returns: nil when there is nothing under any spelling. ASCII paths have one spelling only.
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
