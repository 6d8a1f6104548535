internal import FileStore
internal import JSONDocument

/// Files and folders that are not read although their names look as if they should be.
extension FixtureFolder {
    func strays() -> [Problem] {
        let known = [Self.mappings, Self.files, Self.objects, Self.settings]
        let entries = names(in: .root).filter { $0.name.first != UInt8(ascii: ".") }
        var found: [Problem] = nothingServed(entries).map { [$0] } ?? []
        for entry in entries {
            guard let path = RelativePath(entry.name), !known.contains(path) else { continue }
            if let nearest = entry.kind == .folder && path.text == "files"
                ? Self.files.text : Spelling.nearest(to: path.text, among: known.map(\.text))
            {
                found.append(notRead(path, "Did you mean \"\(nearest)\"?"))
            } else {
                found += strayMappings(path, entry.kind)
            }
        }
        for entry in names(in: Self.objects) where entry.name.first != UInt8(ascii: ".") {
            guard let name = RelativePath(entry.name) else { continue }
            let path = Self.objects.appending(name)
            if entry.kind == .file {
                if describesBucket(path) { continue }
                found.append(notRead(path, "Objects are in folders, one for each bucket."))
            } else if !Self.isBucketName(entry.name) {
                found.append(
                    Problem(
                        source: root.display(path), message: "this is not a valid name of a bucket",
                        repair: "A name has 3 to 63 of a-z, 0-9, \"-\" and \".\", and a letter or digit at both ends."))
            }
        }
        return found
    }

    /// Whether a file describes a bucket beside it: `s3/pics.meta.json`.
    private func describesBucket(_ path: RelativePath) -> Bool {
        let end = Array(FileMetadata.suffix.utf8)
        guard path.bytes.suffix(end.count).elementsEqual(end), let bucket = RelativePath(path.bytes.dropLast(end.count)) else {
            return false
        }
        return (try? root.status(of: bucket))?.kind == .folder
    }

    /// Files with mappings outside of `mappings/`: beside it, or in a folder of another name.
    private func strayMappings(_ path: RelativePath, _ kind: FileStatus.Kind) -> [Problem] {
        let repair = "Mappings are in \(root.display(Self.mappings))."
        guard kind == .folder else { return isMapping(path) ? [notRead(path, repair)] : [] }
        // A few files are enough to recognize a folder.
        return names(in: path).prefix(16).compactMap { entry in
            guard let inner = RelativePath(entry.name).map(path.appending) else { return nil }
            return entry.kind == .file && isMapping(inner) ? notRead(inner, repair) : nil
        }
    }

    /// Whether a file has the form of a mapping in JSON.
    private func isMapping(_ path: RelativePath) -> Bool {
        guard path.fileExtension == "json", let size = root.stamp(of: path)?.size, size <= 1 << 20, let bytes = try? root.read(path),
            let document = try? JSONDocument.parse(bytes, name: ""), case .object(let members) = document.root.content
        else { return false }
        let names = Set(members.map(\.name))
        if names.contains("mappings") { return document.root.member("mappings")?.kind == "an array" }
        return names.contains("request") && (names.contains("response") || names.contains("responses"))
    }

    private static func isBucketName(_ name: [UInt8]) -> Bool {
        func isAlphanumeric(_ byte: UInt8) -> Bool {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        }
        guard (3...63).contains(name.count), isAlphanumeric(name[0]), isAlphanumeric(name[name.count - 1]) else { return false }
        return name.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    /// Reports a folder that is not empty but has nothing to serve: probably the wrong one.
    private func nothingServed(_ entries: [FolderEntry]) -> Problem? {
        let served = [Self.mappings, Self.files, Self.objects]
        let names = entries.compactMap { RelativePath($0.name) }.filter { $0 != Self.settings }
        guard !names.isEmpty, !names.contains(where: served.contains) else { return nil }
        let own = root.realPath.split(separator: "/").last.map(String.init) ?? ""
        return Problem(
            source: root.name, message: "there is nothing in it to serve",
            repair: served.map(\.text).contains(own)
                ? "Name the folder that \"\(own)\" is in."
                : "Stub mappings belong in \"mappings\", bodies in \"__files\", objects in \"s3\".")
    }

    /// Whether a file below `mappings/` looks like a mapping file but is not one.
    func stray(_ path: RelativePath) -> Problem? {
        guard Spelling.nearest(to: path.fileExtension, among: ["json", "yaml"]) != nil || hasSecondExtension(path) else { return nil }
        return notRead(path, "Names of mappings end in \".json\", \".yaml\" or \".yml\".")
    }

    /// Whether an editor has added an extension: `joke.json.txt`.
    private func hasSecondExtension(_ path: RelativePath) -> Bool {
        guard path.fileExtension == "txt", let name = RelativePath(path.bytes.dropLast(".txt".utf8.count)) else { return false }
        return MappingFormat(name) != nil
    }

    /// Empty when the folder does not exist.
    private func names(in folder: RelativePath) -> [FolderEntry] { (try? root.list(folder)) ?? [] }

    private func notRead(_ path: RelativePath, _ repair: String) -> Problem {
        Problem(source: root.display(path), message: "this is not read", repair: repair)
    }
}
