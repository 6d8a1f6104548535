internal import FileStore
package import JSONDocument
internal import S3Dialect
internal import Synchronization

/// Files and folders that are not read although their names look as if they should be.
extension FixtureFolder {
    /// What is wrong with such files and folders, and with links to nothing among the mappings, that neither the last load nor an earlier
    /// call has found. Changes nothing that is served.
    /// Walks through `mappings`, so it may take time. Any thread.
    package func newStrays() -> [Problem] {
        let walk = walkMappings()
        let found =
            strays() + walk.files.filter { MappingFormat($0) == nil }.compactMap { stray($0) }
            + walk.linksToNothing.map { linkToNothing($0) }
        let known = knownStrays.withLock { known in
            defer { known = Set(found) }
            return known
        }
        return found.filter { !known.contains($0) }
    }

    func strays() -> [Problem] {
        let known = [Self.mappings, Self.files, Self.objects, Self.settings]
        let entries = names(in: .root).filter { $0.name.first != UInt8(ascii: ".") }
        // A wrong folder is reported as a whole.
        if wrongFolder()?.isElsewhere == true { return [] }
        var found = strayPictures(entries, in: .root)
        for entry in entries {
            guard let path = RelativePath(entry.name) else { continue }
            if known.contains(path) {
                if entry.kind == .link, path != Self.settings, leadsToNothing(path) { found.append(linkToNothing(path)) }
                continue
            }
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
            } else if !(String(validating: entry.name, as: UTF8.self).map(BucketName.isValid) ?? false) {
                found.append(
                    Problem(source: root.display(path), message: "this is not a valid name of a bucket", repair: BucketName.rule))
            }
        }
        return found
    }

    /// Whether a link has no target. One that leads out of the folder may have one.
    private func leadsToNothing(_ path: RelativePath) -> Bool {
        do { return try root.status(of: path) == nil } catch { return false }
    }

    /// Whether a file describes a bucket beside it: `s3/pics.meta.json`.
    private func describesBucket(_ path: RelativePath) -> Bool {
        guard path.isDescription, let bucket = path.described else { return false }
        return (try? root.status(of: bucket))?.kind == .folder
    }

    /// Files with mappings outside of `mappings/`, and documents of other tools: beside it, or in a folder of another name.
    private func strayMappings(_ path: RelativePath, _ kind: FileStatus.Kind) -> [Problem] {
        guard kind == .folder else { return strayDocument(path).map { [$0] } ?? [] }
        let entries = names(in: path)
        // A few files are enough to recognize a folder.
        let mappings = entries.prefix(16).compactMap { entry -> Problem? in
            guard entry.kind == .file, let inner = RelativePath(entry.name).map(path.appending), case .mapping = content(of: inner) else {
                return nil
            }
            return notRead(inner, mappingsPlace)
        }
        return mappings + (Self.pictureFolders.contains(path.text.lowercased()) ? strayPictures(entries, in: path) : [])
    }

    private var mappingsPlace: String { "Mappings are in \(root.display(Self.mappings))." }
    private var bodiesPlace: String { "Bodies are in \(root.display(Self.files))." }

    /// A file beside `mappings/` with a mapping, or of another tool.
    private func strayDocument(_ path: RelativePath) -> Problem? {
        switch content(of: path) {
        case .mapping: notRead(path, mappingsPlace)
        case .foreign(let format):
            Problem(source: root.display(path), message: "this is \(format.name), and it is not read", repair: ForeignFormat.repair)
        case .other: nil
        }
    }

    /// What a file is that is not read.
    private enum Content {
        case mapping
        case foreign(ForeignFormat)
        case other
    }

    /// Longer files are not recognized.
    private static let longestDocument = 1 << 20

    /// What a file is, if its name or its text begins as that of JSON, or its name ends as that of YAML.
    private func content(of path: RelativePath) -> Content {
        guard let size = root.stamp(of: path)?.size, size <= Self.longestDocument, let bytes = try? root.read(path) else { return .other }
        let document: JSONDocument?
        if path.fileExtension == "yaml" || path.fileExtension == "yml" {
            // libyaml is loaded only for a file that has one of the words.
            guard ["request", "mappings", "openapi", "swagger"].contains(where: { bytes.firstRange(of: Array($0.utf8)) != nil }) else {
                return .other
            }
            document = (try? MappingFormat.yaml.read(bytes, name: "", limits))?.first
        } else {
            let isList = bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
            guard isList || bytes.first(where: { $0 > 0x20 }).map({ "{/".utf8.contains($0) }) == true else { return .other }
            document = try? JSONDocument.parse(bytes, name: "")
            if document == nil, MappingShape.isMeant(bytes) { return .mapping }
        }
        guard let root = document?.root else { return .other }
        if MappingShape.isMapping(root.value) { return .mapping }
        switch ForeignFormat(root, fileName: String(decoding: path.name, as: UTF8.self)) {
        case .body?, .settings?, nil: return .other
        case .collection?: return .mapping
        case let format?: return .foreign(format)
        }
    }

    /// Folders in which pictures are expected to be served.
    private static let pictureFolders: Set<String> = ["images", "image", "img", "imgs", "pictures", "photos", "pics", "thumbnails"]

    /// The pictures of a folder from which nothing is served, in one warning.
    private func strayPictures(_ entries: [FolderEntry], in folder: RelativePath) -> [Problem] {
        let pictures = entries.filter { $0.kind == .file }.compactMap { RelativePath($0.name) }.filter(Self.isPicture)
        guard let first = pictures.first else { return [] }
        let message = pictures.count == 1 ? "this picture is not served" : "this picture and \(pictures.count - 1) more here are not served"
        return [
            Problem(
                source: root.display(folder.appending(first)), message: message,
                repair: "Pictures are in \(root.display(Self.files)), or as objects in \(root.display(Self.objects))/<bucket>.")
        ]
    }

    private static func isPicture(_ path: RelativePath) -> Bool { FileMediaTypes.of(path.fileExtension).hasPrefix("image/") }

    /// A folder that is not empty but has nothing to serve.
    struct WrongFolder {
        var problem: Problem
        /// Whether mappings are in it that are not read.
        var isCertain = false
        /// Whether the right one is known.
        var isElsewhere = true
    }

    /// Reports a folder that is not empty but has nothing to serve: probably the wrong one.
    func wrongFolder() -> WrongFolder? {
        let served = [Self.mappings, Self.files, Self.objects]
        let entries = names(in: .root).filter { $0.name.first != UInt8(ascii: ".") }
        let paths = entries.compactMap { RelativePath($0.name) }.filter { $0 != Self.settings }
        guard !paths.isEmpty, !paths.contains(where: served.contains) else { return nil }
        let own = root.realPath.split(separator: "/").last.map(String.init) ?? ""
        if served.map(\.text).contains(own) {
            let outer = outerName(own)
            let problem = Problem(
                source: root.name, message: "there is nothing in it to serve, because it is itself the folder \"\(own)\"",
                repair: outer.map { "Did you mean \"\($0)\"?" } ?? "Name the folder that \"\(own)\" is in.")
            return WrongFolder(problem: problem, isCertain: own == Self.mappings.text && hasMappings(entries))
        }
        let inner = entries.prefix(64).compactMap { $0.kind == .folder ? RelativePath($0.name) : nil }.first { path in
            [Self.mappings, Self.files].contains { root.kind(of: path.appending($0)) == .folder }
        }
        let problem = Problem(
            source: root.name, message: "there is nothing in it to serve",
            repair: inner.map { "Did you mean \"\(root.display($0))\"?" }
                ?? "Stub mappings belong in \"mappings\", bodies in \"__files\", objects in \"s3\".")
        return WrongFolder(problem: problem, isElsewhere: inner != nil)
    }

    /// The folder around this one, as its user would type it; nil when that cannot be told from the name.
    private func outerName(_ own: String) -> String? {
        var parts = root.name.split(separator: "/", omittingEmptySubsequences: false)
        while parts.count > 1, parts.last == "" { parts.removeLast() }
        if parts == ["."] { return ".." }
        guard parts.last.map(String.init) == own else { return nil }
        parts.removeLast()
        return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    }

    /// Whether mappings are among these files of the folder, which is read up to a number of them.
    private func hasMappings(_ entries: [FolderEntry]) -> Bool {
        entries.prefix(64).contains { entry in
            guard entry.kind == .file, let path = RelativePath(entry.name), MappingFormat(path) != nil else { return false }
            if case .mapping = content(of: path) { return true }
            return false
        }
    }

    /// Whether a file below `mappings/` looks like a mapping file, or one that belongs elsewhere, and is not read.
    func stray(_ path: RelativePath) -> Problem? {
        if Self.isOfEditor(path) { return nil }
        let names = "Names of mappings end in \".json\", \".yaml\" or \".yml\"."
        if Spelling.nearest(to: path.fileExtension, among: ["json", "yaml"]) != nil || hasSecondExtension(path) {
            return notRead(path, names)
        }
        switch FileMediaTypes.of(path.fileExtension) {
        case "application/xml", "text/html": return notRead(path, bodiesPlace)
        case let type where type.hasPrefix("image/"): return notRead(path, bodiesPlace)
        case FileMediaTypes.unknown, "text/javascript", "text/plain", "application/json":
            switch content(of: path) {
            case .mapping: return notRead(path, names)
            case .foreign: return strayDocument(path)
            case .other: return nil
            }
        default: return nil
        }
    }

    /// Whether an editor keeps the file beside the one that is edited: `a.json~`, `#a.json#`, `a.json___jb_tmp___`.
    private static func isOfEditor(_ path: RelativePath) -> Bool {
        let name = path.name
        return name.last == UInt8(ascii: "~") || name.first == UInt8(ascii: "#") && name.last == UInt8(ascii: "#")
            || ["___jb_tmp___", "___jb_old___"].contains { name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// Whether a file whose name begins with a dot has mappings, which WireMock would read.
    func hiddenMapping(_ path: RelativePath) -> Problem? {
        guard MappingFormat(path) == .json, case .mapping = content(of: path) else { return nil }
        return Problem(
            source: root.display(path), message: "this is not read, because its name begins with a dot", repair: "Rename it, or delete it.")
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
