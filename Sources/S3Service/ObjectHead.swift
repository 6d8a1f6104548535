internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// The header fields of an object that do not depend on the request; cached with the file's version.
final class ObjectHead: Sendable {
    let entityTag: EntityTag
    let fields: HeaderFields
    /// The fields that a 304 has.
    let notModifiedFields: HeaderFields
    private let metadata: FileMetadata

    private init(_ file: StoredFile, _ metadata: FileMetadata, digest: String) {
        entityTag = EntityTag(digest)
        self.metadata = metadata
        var fields: HeaderFields = [
            ("Last-Modified", file.lastModified.text), ("ETag", entityTag.text), ("Accept-Ranges", "bytes"),
            ("Content-Type", file.mediaType),
        ]
        for field in metadata.headers where fields.contains(field.name) { fields.remove(field.name) }
        for field in metadata.headers { fields.append(name: field.name, value: field.value) }
        for item in metadata.metadata { fields.append(name: "x-amz-meta-" + item.name.lowercased(), value: Self.encoded(item.value)) }
        if !metadata.tags.isEmpty { fields.append(name: "x-amz-tagging-count", value: String(metadata.tags.count)) }
        self.fields = fields
        let kept = ["Last-Modified", "ETag", "Cache-Control", "Expires", "Vary", "Content-Location"]
        notModifiedFields = HeaderFields(fields.filter { field in kept.contains { ASCII.equalsIgnoringCase($0, field.name) } })
    }

    /// The response with the whole object and no changes.
    func whole(_ file: StoredFile) -> Response {
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: self.fields)
        return Response(status: 200, headers: fields, body: file.body)
    }

    static func of(_ file: StoredFile, _ call: S3Call, _ objects: ObjectStore, _ look: inout FileLook) throws(S3Error) -> ObjectHead {
        let metadata = try objects.metadata(of: file, &look)
        if let known = file.derived as? ObjectHead, known.metadata === metadata { return known }
        let head = ObjectHead(file, metadata, digest: try objects.digest(of: file, call))
        file.derived = head
        return head
    }

    /// S3 sends values beyond ASCII as RFC 2047 words.
    private static func encoded(_ value: String) -> String {
        value.utf8.allSatisfy { $0 < 0x80 } ? value : "=?UTF-8?B?\(Base64.encode(Array(value.utf8)) as String)?="
    }
}
