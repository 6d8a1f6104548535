package import HTTPMessage
package import JSONDocument

/// The content of `<file>.meta.json`, which describes the file beside it.
///
///     {"headers": {"Cache-Control": "max-age=60"}, "metadata": {"photographer": "Kim"}, "tags": {"kind": "avatar"}}
///
/// `"deliberate": true` silences the warnings about the file. `"acl": "private"` hides the file from S3 requests without a key, and
/// `"public-read"` shows it to them in a private bucket.
///
/// `headers` replaces fields of the same name; a list gives repeated fields. `metadata` (sent as `x-amz-meta-…`) and `tags` are for S3.
package final class FileMetadata: Sendable {
    /// The ending of the name of a describing file.
    package static let suffix = ".meta.json"
    /// For a file without a description.
    package static let none = FileMetadata()

    /// Header fields of the response, in the order written.
    package let headers: HeaderFields
    /// S3's user metadata, names without `x-amz-meta-`.
    package let metadata: [QueryItem]
    /// S3's tags.
    package let tags: [QueryItem]
    /// Whether warnings about the file are silenced.
    package let isDeliberate: Bool

    /// Who may read a file without a key, where signatures are verified.
    package enum Access: String, Sendable {
        case nobody = "private"
        case everybody = "public-read"
    }

    /// Who may read the file without a key (`"acl"`); nil where the bucket decides that.
    package let access: Access?

    /// What the S3 listener has written about the file (`"s3"`); nil without it.
    package let s3: JSONValue?

    private init(
        headers: HeaderFields = [], metadata: [QueryItem] = [], tags: [QueryItem] = [], isDeliberate: Bool = false, access: Access? = nil,
        s3: JSONValue? = nil
    ) {
        self.s3 = s3
        self.isDeliberate = isDeliberate
        self.access = access
        self.headers = headers
        self.metadata = metadata
        self.tags = tags
    }

    /// Reads a description and reports everything that is wrong.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> FileMetadata {
        guard var fields = FieldReader(node, report) else { return .none }
        _ = fields.string("$schema")
        let example = "Write {\"name\": \"value\"}."
        var headers = HeaderFields()
        for member in named(fields.members("headers", repair: example), report) {
            if case .array(let values) = member.value.content {
                for value in values { text(value, report).map { headers.append(name: member.name, value: $0) } }
            } else {
                text(member.value, report).map { headers.append(name: member.name, value: $0) }
            }
        }
        // S3 encodes what a header field cannot have.
        let metadata = pairs(named(fields.members("metadata", repair: example), report), report) { _ in true }
        let tags = pairs(fields.members("tags", repair: example) ?? [], report)
        let deliberate = fields.take("deliberate")
        let isDeliberate = if case .bool(true)? = deliberate?.content { true } else { false }
        if let deliberate, deliberate.kind != "a boolean" {
            report.add("\"deliberate\" must be true or false, found \(deliberate.found)", at: deliberate)
        }
        let access = access(fields.take("acl"), report)
        let written = fields.take("s3")
        let s3 = written?.value
        if let written, s3?.object == nil {
            report.add("\"s3\" must be an object, found \(written.kind)", at: written, repair: "Remove it: the server writes it.")
        }
        fields.finish { name in
            headerName(of: name).map { "Write it as \"headers\": {\"\($0)\": …}." }
        }
        return FileMetadata(headers: headers, metadata: metadata, tags: tags, isDeliberate: isDeliberate, access: access, s3: s3)
    }

    /// The header field that a member beside `headers` means: `contentType` is `Content-Type`.
    private static func headerName(of name: String) -> String? {
        let meant = name.lowercased().filter { $0.isLetter }
        return ["Content-Type", "Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Language", "Expires"]
            .first { $0.lowercased().filter { $0.isLetter } == meant }
    }

    private static func access(_ acl: JSONNode?, _ report: ProblemReport) -> Access? {
        guard let acl else { return nil }
        if case .string(let name) = acl.content, let access = Access(rawValue: name) { return access }
        report.add("\"acl\" must be \"private\" or \"public-read\", found \(acl.found)", at: acl)
        return nil
    }

    /// The members whose names are valid in header fields; the others are reported.
    private static func named(_ members: [JSONMember]?, _ report: ProblemReport) -> [JSONMember] {
        (members ?? []).filter { member in
            if ASCII.isToken(member.name.utf8) { return true }
            report.add(
                "\"\(member.name)\" is not a valid name of a header field", atOffset: member.nameOffset,
                repair: "Names have ASCII letters, digits and signs like \"-\" in them, and no blanks.")
            return false
        }
    }

    private static func pairs(_ members: [JSONMember], _ report: ProblemReport, allows: (UInt8) -> Bool = isSendable) -> [QueryItem] {
        members.compactMap { member in text(member.value, report, allows: allows).map { QueryItem(member.name, $0) } }
    }

    /// Whether a header field can have the byte: a control character is none but a tab.
    private static func isSendable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 9 }

    private static func text(_ node: JSONNode, _ report: ProblemReport, allows: (UInt8) -> Bool = isSendable) -> String? {
        switch node.content {
        case .string(let text):
            guard text.utf8.allSatisfy(allows) else { break }
            return text
        case .number(let number): return number.text
        case .bool(let value): return value ? "true" : "false"
        default: break
        }
        report.add("the value must be one line of text without control characters, found \(node.kind)", at: node)
        return nil
    }
}

extension FileStore {
    /// The metadata of a file; `FileMetadata.none` without a describing file. The same object while that is unchanged.
    /// - Throws: `Problem` for its first mistake.
    package func metadata(of path: RelativePath) throws(Problem) -> FileMetadata {
        var look = look()
        return try metadata(of: path, &look)
    }

    /// The metadata of a file, as the method above.
    /// - Parameter look: records what was read.
    /// - Throws: `Problem` for its first mistake.
    package func metadata(of path: RelativePath, _ look: inout FileLook) throws(Problem) -> FileMetadata {
        try metadata(at: path.withSuffix(FileMetadata.suffix), &look)
    }

    /// The metadata of a folder by the file `.meta.json` in it.
    /// - Throws: `Problem` for its first mistake.
    package func metadata(within folder: RelativePath) throws(Problem) -> FileMetadata {
        guard let name = RelativePath(FileMetadata.suffix) else { return .none }
        var look = look()
        return try metadata(at: folder.appending(name), &look)
    }

    private func metadata(at path: RelativePath, _ look: inout FileLook) throws(Problem) -> FileMetadata {
        let file: StoredFile?
        do throws(FileError) { file = try self.file(at: path, &look) } catch { throw Problem(error) }
        guard let file else { return .none }
        if let known = file.derived as? FileMetadata { return known }
        let bytes: [UInt8]
        do throws(FileError) { bytes = try file.bytes() } catch { throw Problem(error) }
        let document = try JSONDocument.parse(bytes, name: root.display(path))
        let report = ProblemReport(document)
        let metadata = FileMetadata.decode(document.root, report)
        if let problem = report.problems.first { throw problem }
        file.derived = metadata
        return metadata
    }
}

extension Problem {
    /// A file error as a problem, with the beginning of the file as its place.
    package init(_ error: FileError) {
        self.init(source: error.path, position: .start, message: error.cause, repair: error.repair)
    }
}
