internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// What a client or a describing file says about an object, beside its bytes.
struct ObjectDescription: Sendable, Equatable {
    /// Header fields of responses, such as Content-Type and Cache-Control, in order.
    var headers: HeaderFields = []
    /// User metadata, names without `x-amz-meta-`.
    var metadata: [QueryItem] = []
    var tags: [TagSet.Tag] = []
    /// `STANDARD` unless a client asked for another class. Nothing else depends on it.
    var storageClass = Self.standardClass
    /// Nil for the owner's alone.
    var acl: AccessControlList?
    /// `x-amz-website-redirect-location`; nil for none.
    var redirect: String?
    /// Whether it was written without a key where others need one.
    var isAnonymous = false

    static let standardClass = "STANDARD"

    /// The length of its texts in bytes.
    var size: Int {
        var size = redirect?.utf8.count ?? 0
        for field in headers { size += field.name.utf8.count + field.value.utf8.count }
        for item in metadata { size += item.name.utf8.count + item.value.utf8.count }
        for tag in tags { size += tag.key.utf8.count + tag.value.utf8.count }
        for grant in acl?.grants ?? [] { size += grant.grantee.text.utf8.count }
        return size
    }

    init() {}

    /// The description of a file.
    init(_ file: FileMetadata) {
        headers = file.headers
        metadata = file.metadata
        acl = file.access.map { $0 == .nobody ? .ofOwner : .ofReaders }
        tags = file.tags.map { TagSet.Tag(key: $0.name, value: $0.value) }
    }

    /// The fields of a response with the object, without tag, date and ranges.
    /// - Parameter type: Content-Type when the description has none.
    func fields(type: String) -> HeaderFields {
        var fields: HeaderFields = []
        if !headers.contains("Content-Type") { fields.append(name: "Content-Type", value: type) }
        fields.append(contentsOf: headers)
        for item in metadata { fields.append(name: "x-amz-meta-" + item.name.lowercased(), value: EncodedWord.encode(item.value)) }
        if !tags.isEmpty { fields.append(name: "x-amz-tagging-count", value: String(tags.count)) }
        if storageClass != Self.standardClass { fields.append(name: "x-amz-storage-class", value: storageClass) }
        if let redirect { fields.append(name: "x-amz-website-redirect-location", value: redirect) }
        return fields
    }

    /// The content of the file that describes the object's file; see `FileMetadata`.
    /// - Parameter type: Content-Type when the description has none.
    func fileDescription(type: String) -> JSONValue {
        var members = JSONObject()
        write(into: &members, over: ObjectDescription(), type: type)
        return .object(members)
    }

    /// Writes what differs into the members of a describing file. The others stay as they are.
    /// - Parameters:
    ///   - before: what the members say.
    ///   - type: Content-Type when the description has none; nil when the file's name tells it.
    func write(into members: inout JSONObject, over before: ObjectDescription, type: String?) {
        let type = headers.contains("Content-Type") ? nil : type
        if type != nil || headers != before.headers {
            var fields = JSONObject()
            if let type { fields["Content-Type"] = .string(type) }
            for field in headers {
                switch fields[field.name] {
                case nil: fields[field.name] = .string(field.value)
                case .array(let values)?: fields[field.name] = .array(values + [.string(field.value)])
                case let first?: fields[field.name] = .array([first, .string(field.value)])
                }
            }
            members["headers"] = fields.isEmpty ? nil : .object(fields)
        }
        if metadata != before.metadata {
            let pairs = metadata.map { ($0.name, JSONValue.string($0.value)) }
            members["metadata"] = pairs.isEmpty ? nil : .object(JSONObject(pairs))
        }
        if tags != before.tags {
            let pairs = tags.map { ($0.key, JSONValue.string($0.value)) }
            members["tags"] = pairs.isEmpty ? nil : .object(JSONObject(pairs))
        }
        if acl != before.acl {
            let access = acl.map { $0.grants.letAnybody(.read) ? FileMetadata.Access.everybody : .nobody }
            members["acl"] = access.map { .string($0.rawValue) }
        }
    }
}
