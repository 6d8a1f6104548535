internal import FileStore
internal import JSONDocument

/// Files and folders that are not read, though their names say that they were meant to be.
extension FixtureFolder {
    func strays() -> [Problem] {
        let known = [Self.mappings, Self.files, Self.objects, Self.settings]
        var found: [Problem] = []
        for entry in names(in: .root) {
            guard let path = RelativePath(entry.name), !known.contains(path) else { continue }
            guard let nearest = Spelling.nearest(to: path.text, among: known.map(\.text)) else { continue }
            found.append(notRead(path, "Did you mean \"\(nearest)\"?"))
        }
        for entry in names(in: Self.objects) where entry.kind == .file && entry.name.first != UInt8(ascii: ".") {
            guard let name = RelativePath(entry.name) else { continue }
            found.append(notRead(Self.objects.appending(name), "Objects are in folders, one a bucket."))
        }
        return found
    }

    /// Whether a file beneath `mappings/` looks like one of mappings without being one.
    func stray(_ path: RelativePath) -> Problem? {
        guard Spelling.nearest(to: path.fileExtension, among: ["json", "yaml"]) != nil else { return nil }
        return notRead(path, "Names of mappings end in \".json\", \".yaml\" or \".yml\".")
    }

    /// Nothing when there is no such folder.
    private func names(in folder: RelativePath) -> [FolderEntry] { (try? root.list(folder)) ?? [] }

    private func notRead(_ path: RelativePath, _ repair: String) -> Problem {
        Problem(source: root.display(path), message: "this is not read", repair: repair)
    }
}
