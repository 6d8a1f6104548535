internal import FileStore
package import HTTPMessage
internal import Synchronization

/// Responds with the files of `__files/` to requests that no stub matches, so that adding a file is enough to start.
///
/// GET and HEAD, at the file's own path. For `/pose/all` the first existing one of these is sent:
///
/// 1. `pose/all`
/// 2. `pose/all.json`, `.html`, `.xml`, `.txt`
/// 3. `pose/all/index.json`, `.html`, `.xml`, `.txt`
///
/// `/pose/all/` means only the third; the query is ignored. `/__files/pose/all` is the same as `/pose/all`, as in WireMock. Escapes in the
/// path are decoded once. `.` and `..` are resolved textually, never above `__files`. A file with literal escapes in its name is found too,
/// and so is one in another Unicode normalisation. The description of a file beside it (`<file>.meta.json`) is not sent.
///
/// A stub for this path that has one of these files as its body keeps it from being sent, unless it is the first: a request that the stub
/// refuses should not get the stub's body. Any thread.
package final class StaticFiles: Sendable {
    static let extensions = [".json", ".html", ".xml", ".txt"]
    private static let folderPrefix = Array("__files/".utf8)
    static let indexFiles = extensions.map { RelativePath("index" + $0)! }

    private let folder: FixtureFolder

    package init(_ folder: FixtureFolder) { self.folder = folder }

    /// The result for a thread that must not wait.
    package enum Finding: Sendable {
        case response(Response)
        /// There is no such file, or the method is neither GET nor HEAD.
        case nothing
        /// A large file must be read or digested first: call `response` on another thread.
        case takesTime
    }

    /// The response of a file. Reads a large file if necessary.
    /// - Returns: nil when there is no such file, and for methods other than GET and HEAD.
    package func response(to request: Request) -> Response? {
        if case .response(let response) = find(request, mayTakeTime: true) { response } else { nil }
    }

    /// The response that an earlier request for the same target got, if nothing that it was made from has changed since. Does not block.
    /// - Returns: nil also for requests with conditions.
    package func knownResponse(to request: Request) -> Response? {
        guard request.isRead, !Conditions.arePresent(in: request) else { return nil }
        return folder.store.response(to: request.pathBytes, .file)
    }

    /// The response if it can be made without waiting. Does not block.
    package func quickResponse(to request: Request) -> Finding { find(request, mayTakeTime: false) }

    /// The path of the file that is sent for a request, relative to the mocks folder: `__files/pose/all.json`. Reads the status of files,
    /// not their content.
    package func filePath(for request: Request) -> String? {
        Self.candidates(for: request).first { folder.root.kind(of: $0.path) == .file && maySend($0, for: request) }?.path.text
    }

    /// The file that would be sent for a request if it were not the body of a stub. Reads the status of files, not their content.
    /// - Returns: its path, relative to the mocks folder, where the stub names it, and the path of a request that gets it; nil when there
    ///   is none.
    package func stubBody(for request: Request) -> (file: String, place: String, path: String)? {
        guard request.isRead else { return nil }
        for candidate in Self.candidates(for: request) where folder.root.kind(of: candidate.path) == .file {
            guard let use = stub(withBody: candidate, for: request), let name = candidate.path.relative(to: FixtureFolder.files) else {
                continue
            }
            return (candidate.path.text, "\(use.place)", "/" + name.text)
        }
        return nil
    }

    /// What is in the place of the file that would be sent for a request and is none, as a sentence; nil when nothing is. Reads the status
    /// of files, not their content.
    package func obstacle(to request: Request) -> String? {
        guard request.isRead else { return nil }
        return Self.candidates(for: request).lazy.compactMap { [folder] in folder.root.obstacle(at: $0.path) }.first
    }

    /// Whether a file that is there may be sent: it is not kept for a stub, and describes no other file. (Such a name may also be that of a
    /// body.)
    private func maySend(_ candidate: Candidate, for request: Request) -> Bool {
        guard stub(withBody: candidate, for: request) == nil else { return false }
        guard candidate.path.isDescription, let described = candidate.path.described else { return true }
        return folder.root.kind(of: described) != .file
    }

    /// Where a stub for the path of the request names the file as its body; nil for a file at its own path, which is sent in any case.
    private func stub(withBody candidate: Candidate, for request: Request) -> BodyFileUse? {
        guard !candidate.isExact else { return nil }
        let uses = folder.stubBodies.withLock { $0[candidate.path.text] }
        return uses?.first { $0.urlPath.map(request.hasPath) ?? false }
    }

    /// A file for a request that differs from this one only in upper and lower case, Unicode form, percent-encoding or slashes, or else a
    /// file of nearly the same name in the folder. Lists folders, up to a limit.
    /// - Returns: its path, relative to the mocks folder, and the path of a request for it; nil when there is none.
    package func twin(of request: Request) -> (file: String, path: String)? {
        guard request.isRead else { return nil }
        let names = PercentCoding.decodePath(request.pathBytes).split(separator: "/").map(String.init)
        guard !names.isEmpty, names.count <= Self.mostNames, !names.contains("."), !names.contains("..") else { return nil }
        func find(_ names: [String], _ endings: [String]) -> (file: RelativePath, name: [UInt8])? {
            let found = folder.root.twin(of: names, endings: endings, below: FixtureFolder.files) { !$0.isDescription }
            return found.flatMap { file in file.relative(to: FixtureFolder.files).map { (file, Array($0.bytes)) } }
        }
        // Of the paths of a file, the one that is written like the request.
        let own = find(names, [""] + Self.extensions).map { found in
            let ending = Self.extensions.first { Self.has(found.name, $0) && !Self.has(Array((names.last ?? "").utf8), $0) }
            return (found.file, found.name.dropLast(ending?.utf8.count ?? 0))
        }
        let index =
            own
            ?? find(names + ["index"], Self.extensions).map { found in
                (found.file, found.name.prefix(upTo: found.name.lastIndex(of: UInt8(ascii: "/")) ?? 0))
            }
        guard let (file, name) = index else { return neighbour(of: names) }
        let path = "/" + String(decoding: name, as: UTF8.self)
        let other = Request(target: PercentCoding.encode(path.utf8, keeping: "/"))
        return filePath(for: other) == file.text ? (file.text, path) : nil
    }

    /// A file of nearly the same name in the folder of the request's path, and the path of the request that it answers.
    private func neighbour(of names: [String]) -> (file: String, path: String)? {
        let found = folder.root.neighbour(of: names, below: FixtureFolder.files) { !$0.isDescription }
        guard let found, let name = found.relative(to: FixtureFolder.files) else { return nil }
        return (found.text, "/" + String(decoding: name.bytes, as: UTF8.self))
    }

    private static func has(_ name: [UInt8], _ ending: String) -> Bool {
        name.count > ending.utf8.count && ASCII.equalsIgnoringCase(String(decoding: name.suffix(ending.utf8.count), as: UTF8.self), ending)
    }

    /// Whether a file can be made at a path, relative to the mocks folder: no link, pipe or file is in its way.
    package func mayBeMade(_ path: String) -> Bool {
        guard let path = RelativePath(path) else { return false }
        return folder.root.obstacle(at: path) == nil && !folder.root.hasFile(above: path)
    }

    /// Paths of more names have no twin.
    private static let mostNames = 32

    private func find(_ request: Request, mayTakeTime: Bool) -> Finding {
        guard request.isRead else { return .nothing }
        do throws(FileError) {
            var look = folder.store.look(mayTakeTime: mayTakeTime)
            guard let file = try file(for: request, &look) else { return look.lacksTime ? .takesTime : .nothing }
            // An invalid description was reported when the folder was loaded.
            let metadata = (try? folder.store.metadata(of: file.path, &look)) ?? .none
            // The entity tag of a file in memory is its digest.
            if look.lacksTime || !mayTakeTime && file.isInMemory && !file.isQuicklyDigested { return .takesTime }
            let response = file.response(to: request, headers: Self.headers(of: file, metadata), variant: metadata)
            if !Conditions.arePresent(in: request) { folder.store.keep(response, for: request.pathBytes, .file, seen: look) }
            return .response(response)
        } catch {
            // A link without a target counts as no file; it was reported when the folder was loaded.
            return error.isOfLink ? .nothing : .response(.text(500, "\(error)\n"))
        }
    }

    /// A file without a known extension is sent as JSON, as in WireMock.
    private static func headers(of file: StoredFile, _ metadata: FileMetadata) -> HeaderFields {
        var headers = metadata.headers
        if !headers.contains("Content-Type") {
            headers.append(name: "Content-Type", value: FileMediaTypes.of(file.path.fileExtension, unknown: "application/json"))
        }
        return headers
    }

    /// The file to send; nil also when finding it would take time.
    private func file(for request: Request, _ look: inout FileLook) throws(FileError) -> StoredFile? {
        for candidate in Self.candidates(for: request) {
            if let file = try folder.store.find(candidate.path, &look) {
                // Whether it is sent depends on another file, which is not looked at.
                if candidate.path.isDescription { look.cannotBeRepeated() }
                if maySend(candidate, for: request) { return file }
            }
            if look.lacksTime { return nil }
        }
        return nil
    }

    /// A file that may be sent.
    private struct Candidate {
        var path: RelativePath
        /// Whether it is at the path of the request, with its extension.
        var isExact = false
    }

    /// In order of precedence.
    private static func candidates(for request: Request) -> [Candidate] {
        guard request.pathBytes.first == UInt8(ascii: "/") else { return [] }
        let written = Array(request.pathBytes.dropFirst())
        guard written.contains(UInt8(ascii: "%")) else { return candidates(written) }
        return candidates(PercentCoding.decode(written[...])) + candidates(written)
    }

    /// The same for a path without its slash at the beginning.
    private static func candidates(_ written: [UInt8]) -> [Candidate] {
        guard let bytes = withoutDotSegments(written) else { return [] }
        let own = files(at: bytes)
        return bytes.starts(with: folderPrefix) ? own + files(at: Array(bytes[folderPrefix.count...])) : own
    }

    /// The path with `.` and `..` resolved textually (RFC 3986, section 5.2.4); nil when it leads above its beginning.
    private static func withoutDotSegments(_ path: [UInt8]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        let segments = path.split(separator: slash, omittingEmptySubsequences: false)
        guard segments.contains(where: isDotSegment) else { return path }
        var left: [ArraySlice<UInt8>] = []
        for segment in segments {
            if !isDotSegment(segment) {
                left.append(segment)
            } else if segment.count == 2, left.popLast() == nil {
                return nil
            }
        }
        // What such a segment ends is a folder.
        if let last = segments.last, isDotSegment(last) { left.append([]) }
        return Array(left.joined(separator: [slash]))
    }

    private static func isDotSegment(_ segment: ArraySlice<UInt8>) -> Bool {
        (1...2).contains(segment.count) && segment.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    /// The files that a path in the folder may mean, in order of precedence.
    private static func files(at bytes: [UInt8]) -> [Candidate] {
        let isFolder = bytes.isEmpty || bytes.last == UInt8(ascii: "/")
        let trimmed = isFolder ? Array(bytes.dropLast()) : bytes
        guard let relative = trimmed.isEmpty ? .root : RelativePath(trimmed) else { return [] }
        let path = FixtureFolder.files.appending(relative)
        let own = isFolder ? [] : [Candidate(path: path, isExact: true)] + extensions.map { Candidate(path: path.withSuffix($0)) }
        return own + indexFiles.map { Candidate(path: path.appending($0)) }
    }
}
