internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// Who may use a bucket or an object.
struct AccessControlList: Sendable, Hashable {
    /// In order, the owner's among them.
    var grants: [AccessGrant]

    /// The owner's alone.
    static let ofOwner = AccessControlList(grants: [AccessGrant(.user(Owner.id), .fullControl)])

    /// Everybody may read.
    static let ofReaders = AccessControlList(.publicRead)

    init(grants: [AccessGrant]) { self.grants = grants }

    init(_ canned: CannedACL) { grants = [AccessGrant(.user(Owner.id), .fullControl)] + canned.grants }

    /// The ACL that the fields of a request name: `x-amz-acl`, or `x-amz-grant-…`; nil when it names none.
    /// - Throws: InvalidArgument; InvalidRequest for both kinds; UnresolvableGrantByEmailAddress.
    init?(_ call: S3Call) throws(S3Error) {
        var grants: [AccessGrant] = []
        for (name, permission) in Self.grantFields {
            guard let field = call.field(name) else { continue }
            for item in field.split(separator: ",") { grants.append(AccessGrant(try Self.grantee(item, in: name), permission)) }
        }
        let canned = try call.request.single("x-amz-acl") ?? call.field("x-amz-acl")
        if canned != nil, !grants.isEmpty {
            throw S3Error(.invalidRequest, "Specifying both Canned ACLs and Header Grants is not allowed")
        }
        if let canned {
            self.init(try CannedACL(field: canned))
        } else if grants.isEmpty {
            return nil
        } else {
            self.init(grants: grants)
        }
    }

    /// - Throws: UnresolvableGrantByEmailAddress: no account has an address.
    init(_ policy: AccessControlPolicy) throws(S3Error) {
        for grant in policy.grants {
            if case .address = grant.grantee { throw S3Error(.unresolvableGrantByEmailAddress) }
        }
        grants = policy.grants
    }

    /// Whether everybody, or everybody with a key, is granted something.
    var isPublic: Bool { grants.contains { $0.grantee == .allUsers || $0.grantee == .authenticatedUsers } }

    /// The document `AccessControlPolicy`.
    var document: XMLText {
        XMLText("AccessControlPolicy") { xml in
            xml.owner()
            xml.element("AccessControlList") { xml in
                // S3 promises no order. Groups come first, as tests of clients expect.
                for grant in grants.filter(\.isForGroup) + grants.filter({ !$0.isForGroup }) {
                    xml.element("Grant") { xml in
                        Self.write(grant.grantee, &xml)
                        xml.element("Permission", grant.permission.rawValue)
                    }
                }
            }
        }
    }

    private static let grantFields: [(String, AccessGrant.Permission)] = [
        ("x-amz-grant-full-control", .fullControl), ("x-amz-grant-read", .read), ("x-amz-grant-read-acp", .readACP),
        ("x-amz-grant-write", .write), ("x-amz-grant-write-acp", .writeACP),
    ]

    /// `id="…"`, `uri="…"`
    private static func grantee(_ text: Substring, in field: String) throws(S3Error) -> AccessGrant.Grantee {
        let pair = text.split(separator: "=", maxSplits: 1)
        let value = pair.count == 2 ? FieldText.trimmingBlanks(pair[1]).filter { $0 != "\"" } : ""
        // AWS's own examples write "emailaddress", too.
        switch pair.first.map({ FieldText.trimmingBlanks($0).lowercased() }) {
        case "id"?: return try AccessGrant.Grantee(user: value, argument: "id")
        case "uri"?: return try AccessGrant.Grantee(group: value, argument: "uri")
        case "emailaddress"?: throw S3Error(.unresolvableGrantByEmailAddress)
        default: throw .invalidArgument("Argument format not recognized", field, String(FieldText.trimmingBlanks(text)))
        }
    }

    private static func write(_ grantee: AccessGrant.Grantee, _ xml: inout XMLText) {
        let namespace = ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        switch grantee {
        case .user(let id):
            xml.element("Grantee", attributes: [namespace, ("xsi:type", "CanonicalUser")]) { xml in
                xml.element("ID", id)
                if id == Owner.id { xml.element("DisplayName", Owner.name) }
            }
        case .group(let uri):
            xml.element("Grantee", attributes: [namespace, ("xsi:type", "Group")]) { $0.element("URI", uri) }
        case .address(let address):
            xml.element("Grantee", attributes: [namespace, ("xsi:type", "AmazonCustomerByEmail")]) { $0.element("EmailAddress", address) }
        }
    }
}
