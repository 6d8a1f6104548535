internal import FileStore
internal import JSONDocument
package import StubModel
internal import Synchronization

extension StoredFile: BodyFile {}

extension FixtureFolder: BodyFileProvider {
    /// The current version of a file in `__files/`, by its name relative to that folder.
    /// - Throws: `BodyFileError` when the name leads out of the folder or is too long, or there is no such file.
    package func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile {
        if let excess = Self.excess(of: name) { throw BodyFileError("\(excess).") }
        let known = bodyPaths.withLock { $0[name] }
        let path = if let known { known } else { try checkedPath(ofBodyFile: name) }
        do throws(FileError) {
            if let file = try store.find(path) {
                if known == nil { keep(path, of: name) }
                return file
            }
        } catch {
            throw BodyFileError(error.description)
        }
        throw BodyFileError("reading \"\(root.display(path))\": no such file.")
    }

    /// Why requests for a body file will fail, and what to do; nil when it can be served.
    package func complaint(aboutBodyFile name: String) -> (message: String, repair: String)? {
        if let excess = Self.excess(of: name) { return (excess, "Shorten it.") }
        if Self.endsInSlash(name) { return ("the body file \"\(name)\" ends in a slash, so it names no file", "Remove the slash.") }
        guard let whole = Self.path(ofBodyFile: name), let path = whole.relative(to: Self.files) else {
            return name.isEmpty
                ? ("a body file without a name", "Name a file in \"\(root.display(Self.files))\".")
                : ("the body file \"\(name)\" is not beneath \"\(root.display(Self.files))\"", "Copy it there.")
        }
        let named = "the body file \"\(root.display(whole))\""
        do throws(FileError) {
            switch try root.open(root.spelling(of: whole) ?? whole).status().kind {
            case .file: return nil
            case .folder: return ("\(named) is a folder", "Name a file in it.")
            default: return ("\(named) is no regular file", "A request for it will get a 500.")
            }
        } catch {
            if error.code == .notFound { return ("\(named) is not there", repair(of: path)) }
            return ("\(named) cannot be read: \(error.cause)", error.repair ?? "A request for it will get a 500.")
        }
    }

    /// That a file has a template which its stub does not render; nil when there is nothing to say. A file that is no text, and one that is
    /// too long, are not read, nor is one that has not changed since the last call.
    package func warning(aboutUnrenderedBodyFile name: String) -> (message: String, repair: String)? {
        guard templating == .named, let written = Self.path(ofBodyFile: name) else { return nil }
        let path = root.spelling(of: written) ?? written
        guard let place = placeOfTemplate(in: path), (try? store.metadata(of: path))?.isDeliberate != true else { return nil }
        let (message, repair) = Self.unrendered(place, in: root.display(path))
        return (message, "\(repair) \(Self.deliberate(path))")
    }

    private func placeOfTemplate(in path: RelativePath) -> TextPosition? {
        guard let stamp = root.stamp(of: path) else { return nil }
        if let known = bodyTemplates.withLock({ $0[path] }), known.stamp == stamp { return known.place }
        let place = ContentFinding.template(of: path, size: stamp.size, in: root)
        bodyTemplates.withLock { known in
            if known.count >= 4_096 { known.removeAll() }
            known[path] = (stamp, place)
        }
        return place
    }

    /// The path of a body file as its author would type it.
    package func displayPath(ofBodyFile name: String) -> String { Self.path(ofBodyFile: name).map(root.display) ?? name }

    private func repair(of path: RelativePath) -> String {
        let names = fileNames()
        if let shorter = path.relative(to: Self.files), names.contains(shorter.text) {
            return "Names are relative to that folder: write \"\(shorter.text)\"."
        }
        if let other = placeOf(path) {
            return "\"\(root.display(other))\" is there: \(other.relative(to: Self.objects) == nil ? "move" : "copy") it to "
                + "\"\(root.display(Self.files.appending(path)))\"."
        }
        let nearest =
            names.first { $0.isExtended(from: path.text) } ?? Spelling.nearest(to: path.text, among: names)
            ?? names.first { RelativePath($0)?.name == path.name }
        return nearest.map { "Did you mean \"\($0)\"?" } ?? "Create it; a request for it will get a 500."
    }

    /// A file of this name in another folder: an object, one of `mappings/` that is no mapping, or one beside `__files/`.
    private func placeOf(_ path: RelativePath) -> RelativePath? {
        [Self.objects.appending(path), Self.mappings.appending(path), path].first {
            let isMapping = $0.relative(to: Self.mappings) != nil && MappingFormat($0) != nil
            return !isMapping && $0 != Self.settings && root.kind(of: $0) == .file
        }
    }

    /// The path of a body file in the mocks folder, by its name relative to `__files/`. As in WireMock, the name may lead out of that
    /// folder and back into it: `../__files/a.json`.
    /// - Returns: nil when it ends outside of `__files/`, or at that folder itself, or in a slash.
    static func path(ofBodyFile name: String) -> RelativePath? {
        guard !endsInSlash(name), let whole = RelativePath(resolving: "\(files.text)/\(name)") else { return nil }
        return whole.relative(to: files) == nil ? nil : whole
    }

    /// A name that ends in a slash is that of a folder.
    private static func endsInSlash(_ name: String) -> Bool { name.utf8.count > 1 && name.utf8.last == UInt8(ascii: "/") }

    /// The most bytes of a name. The system refuses longer paths (`PATH_MAX`), and a template may make a name of any length.
    private static let longestName = 4_096

    /// That a name is too long, without the name; nil if it is not.
    private static func excess(of name: String) -> String? {
        let bytes = name.utf8.count
        return bytes > longestName ? "the name of a body file has \(bytes) bytes, and may have \(longestName)" : nil
    }

    private func checkedPath(ofBodyFile name: String) throws(BodyFileError) -> RelativePath {
        if Self.endsInSlash(name) {
            throw BodyFileError("reading \"\(root.display(Self.files))/\(name)\": the name ends in a slash, so it names no file.")
        }
        guard let whole = Self.path(ofBodyFile: name) else {
            throw BodyFileError("the name \"\(name)\" leads out of \"\(root.display(Self.files))\".")
        }
        return whole
    }

    private func keep(_ path: RelativePath, of name: String) {
        bodyPaths.withLock { paths in
            if paths.count >= 4_096 { paths.removeAll() }
            paths[name] = path
        }
    }
}

extension String {
    /// Whether it is the other name with an ending: `order.json` for `order`.
    fileprivate func isExtended(from name: String) -> Bool {
        hasPrefix("\(name).") && !hasSuffix(FileMetadata.suffix) && !dropFirst(name.count).contains("/")
    }
}
