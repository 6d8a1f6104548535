internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// The properties of an object that cannot be derived from its file's bytes or name. The description beside the file keeps them under
/// `"s3"`.
///
/// A user may replace the file by hand. The record therefore names the version of the file it describes, and is ignored for any other.
struct ObjectRecord: Sendable {
    /// The entity tag without quotes.
    let entityTag: String
    let checksum: Checksum?
    let parts: [ObjectPart]
    let storageClass: String
    let redirect: String?
    /// Nil if only the owner has access.
    let acl: AccessControlList?
    /// Whether it was written without a key.
    let isAnonymous: Bool

    init(_ object: StoredObject) {
        let head = object.head
        entityTag = head.contentTag
        checksum = head.checksum
        parts = head.parts
        storageClass = head.description.storageClass
        redirect = head.description.redirect
        acl = head.description.acl
        isAnonymous = head.description.isAnonymous
    }

    /// Reads the record of a description.
    /// - Returns: nil if there is none, if it describes another version of the file, or if it is malformed: the parts must add up to the
    ///   file, and texts have no control characters.
    init?(_ metadata: FileMetadata, of stamp: FileStamp) {
        guard let record = metadata.s3, record["file"]?.string == Self.name(of: stamp), let tag = record["etag"]?.string, !tag.isEmpty
        else {
            return nil
        }
        entityTag = tag
        checksum = record["checksum"].flatMap(Self.checksum)
        let parts = record["parts"]?.array?.map(Self.part) ?? []
        guard let parts = Self.complete(parts, size: Int(stamp.size)) else { return nil }
        self.parts = parts
        storageClass = record["storageClass"]?.string ?? ObjectDescription.standardClass
        redirect = record["redirect"]?.string
        guard [tag, storageClass, redirect ?? ""].allSatisfy(Self.canBeSent) else { return nil }
        acl = AccessControlList(record: record)
        isAnonymous = record["anonymous"]?.bool ?? false
    }

    /// - Parameter stamp: the version of the file that the record describes.
    func json(of stamp: FileStamp) -> JSONValue {
        var members: [(String, JSONValue)] = [("file", .string(Self.name(of: stamp))), ("etag", .string(entityTag))]
        if let checksum { members.append(("checksum", Self.json(checksum))) }
        if !parts.isEmpty {
            let parts = parts.map { part in
                var members: [(String, JSONValue)] = [("number", .init(part.number)), ("bytes", .init(part.size))]
                if let checksum = part.checksum { members.append(("checksum", Self.json(checksum))) }
                return JSONValue.object(JSONObject(members))
            }
            members.append(("parts", .array(parts)))
        }
        if storageClass != ObjectDescription.standardClass { members.append(("storageClass", .string(storageClass))) }
        if let redirect { members.append(("redirect", .string(redirect))) }
        if let acl { members.append((AccessControlList.recordName, acl.record)) }
        if isAnonymous { members.append(("anonymous", true)) }
        return .object(JSONObject(members))
    }

    private static func canBeSent(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

    /// Length and modification time. The inode is left out, because a folder may be copied together with its times.
    private static func name(of stamp: FileStamp) -> String {
        let fraction = String(stamp.modifiedNanoseconds)
        return "\(stamp.size) bytes, \(stamp.modified).\(String(repeating: "0", count: max(0, 9 - fraction.utf8.count)))\(fraction)"
    }

    private static func json(_ checksum: Checksum) -> JSONValue { [checksum.algorithm.rawValue: .string(checksum.text)] }

    private static func checksum(_ value: JSONValue) -> Checksum? {
        guard let member = value.object?.members.first, let algorithm = ChecksumAlgorithm(rawValue: member.name) else { return nil }
        return member.value.string.flatMap { Checksum(algorithm, text: $0) }
    }

    /// Nil unless all parts could be read and add up to the size. An object without parts has none.
    private static func complete(_ parts: [ObjectPart?], size: Int) -> [ObjectPart]? {
        if parts.isEmpty { return [] }
        var left = size
        for part in parts {
            guard let part, part.size <= left else { return nil }
            left -= part.size
        }
        return left == 0 ? parts.compactMap(\.self) : nil
    }

    private static func part(_ value: JSONValue) -> ObjectPart? {
        guard let number = value["number"]?.int, let size = value["bytes"]?.int, size >= 0 else { return nil }
        return ObjectPart(number: number, size: size, checksum: value["checksum"].flatMap(checksum))
    }
}

extension AccessControlList {
    /// What a record calls it.
    static let recordName = "grants"

    /// Nil if the record has none.
    init?(record: JSONValue) {
        guard let grants = record[Self.recordName]?.array else { return nil }
        self.init(grants: grants.compactMap(Self.grant))
    }

    /// The grants, as a record has them.
    var record: JSONValue { .array(grants.compactMap(Self.json)) }

    private static func json(_ grant: AccessGrant) -> JSONValue? {
        let permission = JSONValue.string(grant.permission.rawValue)
        switch grant.grantee {
        case .user(let id): return ["user": .string(id), "permission": permission]
        case .group(let uri): return ["group": .string(uri), "permission": permission]
        case .address: return nil
        }
    }

    private static func grant(_ value: JSONValue) -> AccessGrant? {
        guard let permission = value["permission"]?.string.flatMap({ AccessGrant.Permission(rawValue: $0) }) else { return nil }
        if let id = value["user"]?.string { return AccessGrant(.user(id), permission) }
        return value["group"]?.string.map { AccessGrant(.group($0), permission) }
    }
}

extension ObjectDescription {
    /// The description of a file, completed from its record.
    func with(_ record: ObjectRecord?) -> ObjectDescription {
        guard let record else { return self }
        var description = self
        description.storageClass = record.storageClass
        description.redirect = record.redirect
        description.isAnonymous = record.isAnonymous
        if let acl = record.acl { description.acl = acl }
        return description
    }
}
