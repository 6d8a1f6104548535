internal import FileStore
package import HTTPMessage

/// Answers requests that no stub matches with the files of `__files/`: dropping a file in is enough to start.
///
/// GET and HEAD, at the file's own path. `/pose/all` is answered by, in this order:
///
/// 1. `pose/all`
/// 2. `pose/all.json`, `.html`, `.xml`, `.txt`
/// 3. `pose/all/index.json`, `.html`, `.xml`, `.txt`
///
/// `/pose/all/` is answered by the third only, and the query does not count. Escapes in the path are decoded once; a file whose name has
/// them literally is found too, and so is one in the other Unicode normalisation. Any thread.
package final class StaticFiles: Sendable {
    static let extensions = [".json", ".html", ".xml", ".txt"]
    static let indexFiles = extensions.map { RelativePath("index" + $0)! }

    private let folder: FixtureFolder

    package init(_ folder: FixtureFolder) { self.folder = folder }

    /// What there is for a request, as far as a thread can tell that must not wait.
    package enum Finding: Sendable {
        case response(Response)
        /// There is no such file, or the method is another one.
        case nothing
        /// A large file has to be read or digested first: `response` does.
        case takesTime
    }

    /// Reads a large file if it has to.
    /// - Returns: nil when there is no such file, and for other methods.
    package func response(to request: Request) -> Response? {
        if case .response(let response) = find(request, mayTakeTime: true) { response } else { nil }
    }

    /// What takes no time. Does not block.
    package func quickResponse(to request: Request) -> Finding { find(request, mayTakeTime: false) }

    /// The path in the mocks folder of the file that answers a request: `__files/pose/all.json`. Looks at the disk, and reads no file.
    package func path(answering request: Request) -> String? {
        let path = request.pathBytes
        guard path.first == UInt8(ascii: "/") else { return nil }
        let written = Array(path.dropFirst())
        let spellings = written.contains(UInt8(ascii: "%")) ? [PercentCoding.decode(written[...]), written] : [written]
        return spellings.lazy.flatMap(Self.candidates).first { folder.root.isFile($0) }?.text
    }

    private func find(_ request: Request, mayTakeTime: Bool) -> Finding {
        guard request.methodBytes.elementsEqual("GET".utf8) || request.methodBytes.elementsEqual("HEAD".utf8) else { return .nothing }
        let isPlain = !Conditions.arePresent(in: request)
        if isPlain, let response = folder.store.response(to: request.pathBytes, .file) { return .response(response) }
        do throws(FileError) {
            var look = folder.store.look(mayTakeTime: mayTakeTime)
            guard let file = try find(request.pathBytes, &look) else { return look.lacksTime ? .takesTime : .nothing }
            // A description that cannot be read was reported when the folder was loaded.
            let metadata = (try? folder.store.metadata(of: file.path, &look)) ?? .none
            // The response has the digest of what is in memory as its entity tag.
            if look.lacksTime || !mayTakeTime && file.isInMemory && !file.isQuicklyDigested { return .takesTime }
            let response = file.response(to: request, headers: Self.headers(of: file, metadata), variant: metadata)
            if isPlain { folder.store.keep(response, for: request.pathBytes, .file, seen: look) }
            return .response(response)
        } catch {
            // A link that leads nowhere is as good as nothing; it was reported when the folder was loaded.
            return error.isOfLink ? .nothing : .response(.text(500, "\(error)\n"))
        }
    }

    /// A file whose name does not tell its type is JSON, as in WireMock.
    private static func headers(of file: StoredFile, _ metadata: FileMetadata) -> HeaderFields {
        var headers = metadata.headers
        if !headers.contains("Content-Type") {
            headers.append(name: "Content-Type", value: FileMediaTypes.of(file.path.fileExtension, unknown: "application/json"))
        }
        return headers
    }

    /// The file that answers; nil also when the look lacks time.
    private func find(_ path: ArraySlice<UInt8>, _ look: inout FileLook) throws(FileError) -> StoredFile? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let written = path.dropFirst()
        guard written.contains(UInt8(ascii: "%")) else { return try find(decoded: Array(written), &look) }
        if let file = try find(decoded: PercentCoding.decode(written), &look) { return file }
        return look.lacksTime ? nil : try find(decoded: Array(written), &look)
    }

    private func find(decoded bytes: [UInt8], _ look: inout FileLook) throws(FileError) -> StoredFile? {
        for candidate in Self.candidates(bytes) {
            if let file = try folder.store.find(candidate, &look) { return file }
            if look.lacksTime { return nil }
        }
        return nil
    }

    /// Where a file may be that answers a path, the first first.
    private static func candidates(_ bytes: [UInt8]) -> [RelativePath] {
        let isFolder = bytes.isEmpty || bytes.last == UInt8(ascii: "/")
        let trimmed = isFolder ? Array(bytes.dropLast()) : bytes
        guard let relative = trimmed.isEmpty ? .root : RelativePath(trimmed) else { return [] }
        let path = FixtureFolder.files.appending(relative)
        let indexes = indexFiles.map(path.appending)
        return isFolder ? indexes : [path] + extensions.map(path.withSuffix) + indexes
    }
}
