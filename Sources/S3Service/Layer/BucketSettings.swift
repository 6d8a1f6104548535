internal import S3Dialect

/// The settings of a bucket in a session.
struct BucketSettings: Sendable {
    /// The region that a client asked for, as it wrote it; nil for the server's.
    var region: String?
    /// What the bucket's ACL grants beside the owner; nil for a bucket that no client has made or changed.
    var acl: AccessControlList?
    var tags: TagSet?
    var cors: CORSConfiguration?
    var ownership: ObjectOwnership?
    var publicAccessBlock: PublicAccessBlock?
    /// Who pays for requests; nil for the owner. Nothing acts on it.
    var payer: RequestPayer?
    /// Settings that are kept and returned.
    var documents: [KeptDocument.Kind: KeptDocument] = [:]
    /// The smallest objects that the lifecycle's transitions move.
    var transitionMinimum = TransitionMinimum.allStorageClasses

    /// Whether none of them has a part in who may read an object, or in the response.
    var leaveReads: Bool {
        region == nil && acl == nil && cors == nil && ownership == nil && publicAccessBlock == nil && documents[.lifecycle] == nil
    }
    /// Whether nothing is set beside the ACL.
    var haveNoneBesideACL: Bool {
        region == nil && tags == nil && cors == nil && ownership == nil && publicAccessBlock == nil && payer == nil && documents.isEmpty
            && transitionMinimum == .allStorageClasses
    }
    /// What the texts take in memory, in bytes: about the length of the documents, twice where what they mean is kept beside them.
    var size: Int {
        var size = region?.utf8.count ?? 0
        for document in documents.values { size += document.bytes.count * (document.lifecycleRules.isEmpty ? 1 : 2) }
        for tag in tags?.tags ?? [] { size += tag.key.utf8.count + tag.value.utf8.count }
        for grant in acl?.grants ?? [] { size += grant.grantee.text.utf8.count }
        for rule in cors?.rules ?? [] {
            size += rule.id?.utf8.count ?? 0
            for text in rule.origins + rule.methods + rule.allowedFields + rule.exposedFields { size += text.utf8.count }
        }
        return size
    }
    /// Whether ACLs are switched off.
    var refusesACLs: Bool { ownership == .bucketOwnerEnforced }
}

extension BucketSettings {
    /// The name of the bucket's region. `EU` is an old name, which only GetBucketLocation still says.
    /// - Parameter server: the server's own region.
    func regionName(_ server: String) -> String { region == "EU" ? "eu-west-1" : region ?? server }

    /// What a client reads of a stored ACL of the bucket, or of an object in it: the owner's alone where ACLs are switched off.
    /// - Parameter acl: nil where none is stored.
    func shown(_ acl: AccessControlList?) -> AccessControlList { refusesACLs ? .ofOwner : acl ?? .ofOwner }

    /// Checks an ACL that a client wants for the bucket or for an object in it.
    /// - Parameter call: the request that names it.
    /// - Throws: AccessControlListNotSupported where ACLs are switched off; AccessDenied where public ones are blocked.
    func checkACL(_ acl: AccessControlList?, of call: S3Call) throws(S3Error) {
        guard let acl else { return }
        let canned = call.field("x-amz-acl") ?? CannedACL.bucketOwnerFullControl.rawValue
        if refusesACLs, acl != .ofOwner || canned != CannedACL.bucketOwnerFullControl.rawValue {
            throw S3Error(.accessControlListNotSupported)
        }
        if publicAccessBlock?.blocksPublicACLs == true, acl.isPublic { throw S3Error(.accessDenied) }
    }
}
