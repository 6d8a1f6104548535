/// An ACL as a document: `AccessControlPolicy`.
package struct AccessControlPolicy: Sendable, Hashable {
    /// The most lines.
    private static let limit = 100

    /// In order.
    package let grants: [AccessGrant]

    /// - Throws: MalformedACLError; InvalidArgument for a group that S3 does not have, and for what cannot be the id of an account.
    package init(_ document: [UInt8]) throws(S3Error) {
        do throws(S3Error) {
            let children = try InputElement(document, root: "AccessControlPolicy").children("Owner", "AccessControlList")
            _ = try Self.user(children.required("Owner").children("ID", "DisplayName"))
            var grants: [AccessGrant] = []
            for grant in try children.required("AccessControlList").children("Grant") {
                guard grants.count < Self.limit else { throw S3Error(.malformedACLError) }
                grants.append(try Self.grant(grant))
            }
            self.grants = grants
        } catch {
            throw error.code == S3ErrorCode.malformedXML.rawValue ? S3Error(.malformedACLError) : error
        }
    }

    private static func grant(_ element: InputElement) throws(S3Error) -> AccessGrant {
        let parts = try element.children("Grantee", "Permission")
        let grantee = try parts.required("Grantee")
        let names = try grantee.children("ID", "DisplayName", "EmailAddress", "URI")
        guard let permission = AccessGrant.Permission(rawValue: try parts.required("Permission").word()) else {
            throw S3Error(.malformedACLError)
        }
        switch grantee.attribute("type") {
        case "CanonicalUser": return AccessGrant(try user(names), permission)
        case "AmazonCustomerByEmail": return AccessGrant(.address(try names.required("EmailAddress").word()), permission)
        case "Group":
            return AccessGrant(try AccessGrant.Grantee(group: names.required("URI").word(), argument: "Group/URI"), permission)
        default: throw S3Error(.malformedACLError)
        }
    }

    private static func user(_ names: [InputElement]) throws(S3Error) -> AccessGrant.Grantee {
        try AccessGrant.Grantee(user: names.required("ID").word(), argument: "CanonicalUser/ID")
    }
}
