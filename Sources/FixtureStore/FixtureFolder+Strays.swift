internal import FileStore
internal import JSONDocument

/// Files and folders that are not read, though their names say that they were meant to be.
extension FixtureFolder {
    func strays() -> [Problem] {
        let known = [Self.mappings, Self.files, Self.objects, Self.settings]
        let entries = names(in: .root).filter { $0.name.first != UInt8(ascii: ".") }
        var found: [Problem] = nothingServed(entries).map { [$0] } ?? []
        for entry in entries {
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

    /// For a folder with something in it, but nothing that anybody could ask for: probably not the one that was meant.
    private func nothingServed(_ entries: [FolderEntry]) -> Problem? {
        let served = [Self.mappings, Self.files, Self.objects]
        let names = entries.compactMap { RelativePath($0.name) }.filter { $0 != Self.settings }
        guard !names.isEmpty, !names.contains(where: served.contains) else { return nil }
        let own = root.realPath.split(separator: "/").last.map(String.init) ?? ""
        return Problem(
            source: root.name, message: "there is nothing in it to serve",
            repair: served.map(\.text).contains(own)
                ? "Name the folder that \"\(own)\" is in."
                : "Stub mappings stand in \"mappings\", bodies in \"__files\", objects in \"s3\".")
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
