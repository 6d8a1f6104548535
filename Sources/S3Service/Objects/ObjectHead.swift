internal import FileStore
internal import HTTPMessage
internal import S3Dialect

/// What responses say about one version of an object, without its bytes. Immutable, and shared by all requests.
final class ObjectHead: Sendable {
    /// The tag that clients see, and that conditions compare with: `contentTag`, unless the description has another.
    let entityTag: EntityTag
    /// The date that clients see, and that conditions compare with: `written`, unless the description has another.
    let lastModified: HTTPDate
    /// MD5 of the content, or of the parts' digests with their number. Without quotes.
    let contentTag: String
    /// When this version was written.
    let written: HTTPDate
    /// Length in bytes.
    let size: Int
    let description: ObjectDescription
    /// Nil when none was sent with the object.
    let checksum: Checksum?
    /// The parts of an object that was uploaded in parts; empty for others.
    let parts: [ObjectPart]
    /// The header fields that do not depend on the request.
    let fields: HeaderFields
    /// Those that a 304 has.
    let notModifiedFields: HeaderFields
    /// Content-Type where the description has none.
    private let type: String
    private let version: VersionID?
    /// For a file, its description: when that changes, this is outdated.
    private let metadata: FileMetadata?
    private let wholeSlot = CodedResponseSlot()

    /// - Parameters:
    ///   - entityTag: of the content, without quotes.
    ///   - lastModified: when it was written.
    init(
        _ description: ObjectDescription, entityTag: String, lastModified: HTTPDate, size: Int, type: String = defaultType,
        checksum: Checksum? = nil, parts: [ObjectPart] = [], version: VersionID? = nil, metadata: FileMetadata? = nil
    ) {
        contentTag = entityTag
        written = lastModified
        let described = Conditions.Validators(description.headers)
        self.entityTag = described.entityTag ?? EntityTag(entityTag)
        self.lastModified = described.lastModified ?? lastModified
        self.size = size
        self.description = description
        self.checksum = checksum
        self.parts = parts
        self.metadata = metadata
        self.type = type
        self.version = version
        var fields: HeaderFields = [("Last-Modified", lastModified.text), ("ETag", self.entityTag.text), ("Accept-Ranges", "bytes")]
        fields.append(contentsOf: EncryptionFields.usual)
        let own = description.fields(type: type)
        for field in own { fields.remove(field.name) }
        fields.append(contentsOf: own)
        if let version { fields.append(name: "x-amz-version-id", value: version.text) }
        self.fields = fields
        let kept = ["Last-Modified", "ETag", "Cache-Control", "Expires", "Vary", "Content-Location", "x-amz-version-id"]
        notModifiedFields = HeaderFields(fields.filter { field in kept.contains { ASCII.equalsIgnoringCase($0, field.name) } })
    }

    /// The Content-Type of responses.
    var contentType: String { fields.first("Content-Type") ?? type }

    /// The Content-Type of an object that was written without one.
    static let defaultType = "binary/octet-stream"

    /// The same version with another description.
    func described(_ description: ObjectDescription) -> ObjectHead {
        ObjectHead(
            description, entityTag: contentTag, lastModified: written, size: size, type: type, checksum: checksum, parts: parts,
            version: version)
    }

    /// The same version as if it had been uploaded in one piece, with its entity tag, and without a checksum.
    var withoutPartsAndChecksum: ObjectHead {
        ObjectHead(description, entityTag: contentTag, lastModified: written, size: size, type: type, version: version)
    }

    /// The head of a file; the same object while neither the file nor its description changes.
    /// - Parameter digest: called when the head is not known.
    static func of(_ file: StoredFile, _ metadata: FileMetadata, digest: () throws(S3Error) -> String) throws(S3Error) -> ObjectHead {
        if let known = file.derived as? ObjectHead, known.metadata === metadata { return known }
        let record = ObjectRecord(metadata, of: file.stamp)
        var tag = record?.entityTag
        if tag == nil { tag = try digest() }
        let head = ObjectHead(
            ObjectDescription(metadata).with(record), entityTag: tag ?? "", lastModified: file.lastModified, size: file.size,
            type: file.mediaType, checksum: record?.checksum, parts: record?.parts ?? [], metadata: metadata)
        file.derived = head
        return head
    }

    /// The response with the whole object, made at the first use and shared if the content is in memory.
    func whole(_ content: ObjectContent) -> Response {
        if let known = wholeSlot.load() { return known }
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: self.fields)
        let response = Response(status: 200, headers: fields, body: content.body)
        // A file that is read while it is sent would otherwise keep itself open.
        return response.body.isInMemory ? wholeSlot.store(response) : response
    }
}
