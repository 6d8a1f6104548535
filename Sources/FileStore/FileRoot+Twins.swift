internal import HTTPMessage

extension FileRoot {
    /// How many entries of folders one search for a twin looks at, and how many folders of nearly the same name it enters.
    private static let mostEntries = 2_048
    private static let mostFolders = 4
    /// How many entries of its folder one search for a neighbour looks at.
    private static let mostNeighbours = 512

    /// The file whose path differs from a wanted one only in upper and lower case, Unicode form or percent-encoding. Lists the folders on
    /// the way, up to a limit: in a larger folder a twin may not be found.
    /// - Parameters:
    ///   - names: the names of the wanted path, one after the other.
    ///   - endings: what the last name may have behind it.
    ///   - counts: whether a file counts.
    package func twin(
        of names: [String], endings: [String] = [""], below folder: RelativePath, where counts: (RelativePath) -> Bool
    ) -> RelativePath? {
        guard let last = names.last else { return nil }
        var folders = [folder]
        var left = Self.mostEntries
        for (index, name) in names.enumerated() {
            let isLast = index == names.count - 1
            // Strings that differ in their Unicode form alone are equal.
            let wanted = Set(isLast ? endings.map { Self.folded(last + $0) } : [Self.folded(name)])
            var found: [RelativePath] = []
            for folder in folders where left > 0 {
                let entries = (try? list(folder, most: left)) ?? []
                left -= entries.count
                for entry in entries where wanted.contains(Self.folded(String(decoding: entry.name, as: UTF8.self))) {
                    let path = folder.appending(name: entry.name)
                    let kind = (try? status(of: path))?.kind
                    if isLast ? kind == .file && counts(path) : kind == .folder { found.append(path) }
                }
            }
            if isLast { return found.first }
            folders = Array(found.prefix(Self.mostFolders))
        }
        return nil
    }

    /// The file beside a wanted path whose name is nearly the same, or one with the same name in a folder of nearly the same name. Lists
    /// the folders, up to a limit.
    /// - Parameters:
    ///   - names: the names of the wanted path, one after the other.
    ///   - counts: whether a file counts.
    package func neighbour(of names: [String], below folder: RelativePath, where counts: (RelativePath) -> Bool) -> RelativePath? {
        guard let last = names.last else { return nil }
        var home = folder
        var hasSlip = false
        for name in names.dropLast() {
            guard let step = RelativePath(name) else { return nil }
            if kind(of: home.appending(step)) == .folder {
                home = home.appending(step)
                continue
            }
            let folders = ((try? list(home, most: Self.mostNeighbours)) ?? []).filter { $0.kind == .folder }
            let near = SimilarName.nearest(to: name, among: folders.map { String(decoding: $0.name, as: UTF8.self) })
            guard !hasSlip, let other = near.flatMap({ RelativePath($0) }) else { return nil }
            hasSlip = true
            home = home.appending(other)
        }
        let entries = ((try? list(home, most: Self.mostNeighbours)) ?? []).filter { $0.kind == .file || $0.kind == .link }
        let found = entries.filter { counts(home.appending(name: $0.name)) }.map { String(decoding: $0.name, as: UTF8.self) }
        guard let name = hasSlip && found.contains(last) ? last : SimilarName.nearest(to: last, among: found) else { return nil }
        let path = home.appending(name: Array(name.utf8))
        return (try? status(of: path))?.kind == .file ? path : nil
    }

    private static func folded(_ name: String) -> String { PercentCoding.decodePath(Array(name.utf8)).lowercased() }
}
