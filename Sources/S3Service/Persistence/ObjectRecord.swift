internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// What a description says about the very file beside it, under `"s3"`: what follows neither from its bytes nor from its name.
///
/// Somebody may replace the file by hand. So the record names the version of the file that it is about, and of another one it says nothing.
struct ObjectRecord: Sendable {
    /// Without quotes.
    let entityTag: String
    let checksum: Checksum?
    let parts: [ObjectPart]
    let storageClass: String
    let redirect: String?
    let encryption: String?
    /// Nil for the owner's alone.
    let acl: AccessControlList?

    init(_ object: StoredObject) {
        let head = object.head
        entityTag = head.entityTag.opaque
        checksum = head.checksum
        parts = head.parts
        storageClass = head.description.storageClass
        redirect = head.description.redirect
        encryption = head.description.encryption
        acl = head.description.acl
    }

    /// Reads the record of a description.
    /// - Returns: nil without one, for one about another version of the file, and for a malformed one.
    init?(_ metadata: FileMetadata, of stamp: FileStamp) {
        guard let record = metadata.s3, record["file"]?.string == Self.name(of: stamp), let tag = record["etag"]?.string, !tag.isEmpty
        else {
            return nil
        }
        entityTag = tag
        checksum = record["checksum"].flatMap(Self.checksum)
        parts = record["parts"]?.array?.compactMap(Self.part) ?? []
        storageClass = record["storageClass"]?.string ?? ObjectDescription.standardClass
        redirect = record["redirect"]?.string
        encryption = record["encryption"]?.string
        acl = record["grants"]?.array.map { AccessControlList(grants: $0.compactMap(Self.grant)) }
    }

    /// - Parameter stamp: of the file that it is about.
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
        if let encryption { members.append(("encryption", .string(encryption))) }
        if let acl { members.append(("grants", .array(acl.grants.compactMap(Self.json)))) }
        return .object(JSONObject(members))
    }

    /// Length and time of modification. Not the inode: a folder may be copied with its times.
    private static func name(of stamp: FileStamp) -> String {
        let fraction = String(stamp.modifiedNanoseconds)
        return "\(stamp.size) bytes, \(stamp.modified).\(String(repeating: "0", count: max(0, 9 - fraction.utf8.count)))\(fraction)"
    }

    private static func json(_ checksum: Checksum) -> JSONValue { [checksum.algorithm.rawValue: .string(checksum.text)] }

    private static func checksum(_ value: JSONValue) -> Checksum? {
        guard let member = value.object?.members.first, let algorithm = ChecksumAlgorithm(rawValue: member.name) else { return nil }
        return member.value.string.flatMap { Checksum(algorithm, text: $0) }
    }

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

    private static func part(_ value: JSONValue) -> ObjectPart? {
        guard let number = value["number"]?.int, let size = value["bytes"]?.int, size >= 0 else { return nil }
        return ObjectPart(number: number, size: size, checksum: value["checksum"].flatMap(checksum))
    }
}

extension ObjectDescription {
    /// With what a record adds to the description of a file.
    func with(_ record: ObjectRecord?) -> ObjectDescription {
        guard let record else { return self }
        var description = self
        description.storageClass = record.storageClass
        description.redirect = record.redirect
        description.encryption = record.encryption
        if let acl = record.acl { description.acl = acl }
        return description
    }
}
