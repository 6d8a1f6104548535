package import HTTPMessage
package import JSONDocument

/// What `<file>.meta.json` says about the file beside it.
///
///     {"headers": {"Cache-Control": "max-age=60"}, "metadata": {"photographer": "Kim"}, "tags": {"kind": "avatar"}}
/// `"deliberate": true` silences the warnings about the file.
///
/// `headers` takes the place of fields of the same name; a list makes repeated fields. `metadata` (sent as `x-amz-meta-…`) and
/// `tags` are S3's.
package final class FileMetadata: Sendable {
    /// Ends the name of the file that describes another.
    package static let suffix = ".meta.json"
    package static let none = FileMetadata()

    package let headers: HeaderFields
    package let metadata: [QueryItem]
    package let tags: [QueryItem]
    /// What looks like a mistake in the file is meant.
    package let isDeliberate: Bool

    private init(headers: HeaderFields = [], metadata: [QueryItem] = [], tags: [QueryItem] = [], isDeliberate: Bool = false) {
        self.isDeliberate = isDeliberate
        self.headers = headers
        self.metadata = metadata
        self.tags = tags
    }

    /// Reads a description; everything wrong with it goes into the report.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> FileMetadata {
        guard var fields = FieldReader(node, report) else { return .none }
        _ = fields.take("$schema")
        var headers = HeaderFields()
        for member in named(fields.members("headers"), report) {
            if case .array(let values) = member.value.content {
                for value in values { text(value, report).map { headers.append(name: member.name, value: $0) } }
            } else {
                text(member.value, report).map { headers.append(name: member.name, value: $0) }
            }
        }
        let metadata = pairs(named(fields.members("metadata"), report), report)
        let tags = pairs(fields.members("tags") ?? [], report)
        let deliberate = fields.take("deliberate")
        let isDeliberate = if case .bool(true)? = deliberate?.content { true } else { false }
        if let deliberate, deliberate.kind != "a boolean" {
            report.add("\"deliberate\" must be true or false, found \(deliberate.found)", at: deliberate)
        }
        fields.finish()
        return FileMetadata(headers: headers, metadata: metadata, tags: tags, isDeliberate: isDeliberate)
    }

    /// The members whose names can be those of header fields, or the end of one; the others are reported.
    private static func named(_ members: [JSONMember]?, _ report: ProblemReport) -> [JSONMember] {
        (members ?? []).filter { member in
            if ASCII.isToken(member.name.utf8) { return true }
            report.add(
                "\"\(member.name)\" is no name of a header field", atOffset: member.nameOffset,
                repair: "Names have ASCII letters, digits and signs like \"-\" in them, and no blanks.")
            return false
        }
    }

    private static func pairs(_ members: [JSONMember], _ report: ProblemReport) -> [QueryItem] {
        members.compactMap { member in text(member.value, report).map { QueryItem(member.name, $0) } }
    }

    private static func text(_ node: JSONNode, _ report: ProblemReport) -> String? {
        switch node.content {
        case .string(let text):
            guard !text.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { break }
            return text
        case .number(let number): return number.text
        case .bool(let value): return value ? "true" : "false"
        default: break
        }
        report.add("the value must be one line of text, found \(node.kind)", at: node)
        return nil
    }
}

extension FileStore {
    /// What is said about a file in the one beside it; nothing when there is none.
    ///
    /// The same object as long as that has not changed.
    /// - Throws: `Problem` for the first thing that is wrong with it.
    package func metadata(of path: RelativePath) throws(Problem) -> FileMetadata {
        var look = look()
        return try metadata(of: path, &look)
    }

    /// The same.
    /// - Parameter look: notes what was seen.
    /// - Throws: `Problem` for the first thing that is wrong with it.
    package func metadata(of path: RelativePath, _ look: inout FileLook) throws(Problem) -> FileMetadata {
        let path = path.withSuffix(FileMetadata.suffix)
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
    /// A file that could not be had, told as what is wrong with it. As for any other problem of a file, there is a place to go to.
    package init(_ error: FileError) {
        self.init(source: error.path, position: .start, message: error.cause, repair: error.repair)
    }
}
