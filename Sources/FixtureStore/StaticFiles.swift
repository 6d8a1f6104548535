public import FileStore
public import HTTPMessage

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
public final class StaticFiles: Sendable {
    static let extensions = [".json", ".html", ".xml", ".txt"]
    static let indexFiles = extensions.map { RelativePath("index" + $0)! }

    private let folder: FixtureFolder
    private let recent: RecentAnswers

    /// - Parameter recent: answers that are given again without a look at the disk.
    public init(_ folder: FixtureFolder, recent: RecentAnswers = RecentAnswers()) {
        self.folder = folder
        self.recent = recent
    }

    /// - Returns: nil when there is no such file, and for other methods.
    public func response(to request: Request) -> Response? {
        guard request.methodBytes.elementsEqual("GET".utf8) || request.methodBytes.elementsEqual("HEAD".utf8) else { return nil }
        do throws(FileError) {
            let isPlain = !Conditions.arePresent(in: request)
            if isPlain, let response = recent.find(request.pathBytes) { return response }
            guard let file = try find(request.pathBytes) else { return nil }
            // A description that cannot be read was reported when the folder was loaded.
            let metadata = (try? folder.store.metadata(of: file.path)) ?? .none
            let response = file.response(to: request, headers: Self.headers(of: file, metadata), variant: metadata)
            if isPlain, file.isInMemory { recent.keep(response, for: request.pathBytes) }
            return response
        } catch {
            // A link that leads nowhere is as good as nothing; it was reported when the folder was loaded.
            return error.isOfLink ? nil : .text(500, "\(error)\n")
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

    /// The file that answers.
    func find(_ path: ArraySlice<UInt8>) throws(FileError) -> StoredFile? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let written = path.dropFirst()
        guard written.contains(UInt8(ascii: "%")) else { return try find(decoded: Array(written)) }
        if let file = try find(decoded: PercentCoding.decode(written)) { return file }
        return try find(decoded: Array(written))
    }

    private func find(decoded bytes: [UInt8]) throws(FileError) -> StoredFile? {
        let isFolder = bytes.isEmpty || bytes.last == UInt8(ascii: "/")
        let trimmed = isFolder ? Array(bytes.dropLast()) : bytes
        guard let relative = trimmed.isEmpty ? .root : RelativePath(trimmed) else { return nil }
        let path = FixtureFolder.files.appending(relative)
        if !isFolder {
            if let file = try folder.store.find(path) { return file }
            for suffix in Self.extensions {
                if let file = try folder.store.find(path.withSuffix(suffix)) { return file }
            }
        }
        for index in Self.indexFiles {
            if let file = try folder.store.find(path.appending(index)) { return file }
        }
        return nil
    }
}
