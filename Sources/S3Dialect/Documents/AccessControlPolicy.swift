/// An ACL as a document: `AccessControlPolicy`.
package struct AccessControlPolicy: Sendable, Hashable {
    /// The most lines.
    private static let limit = 100
    private static let groups: Set<AccessGrant.Grantee> = [.allUsers, .authenticatedUsers, .logDelivery]

    /// The owner's canonical id; nil when the document names none.
    package let owner: String?
    /// In order.
    package let grants: [AccessGrant]

    /// - Throws: MalformedACLError; InvalidArgument for a group that S3 does not have.
    package init(_ document: [UInt8]) throws(S3Error) {
        do throws(S3Error) {
            let children = try InputElement(document, root: "AccessControlPolicy").children("Owner", "AccessControlList")
            owner = try children.optional("Owner")?.children("ID", "DisplayName").optional("ID")?.word()
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
        case "CanonicalUser": return AccessGrant(.user(try names.required("ID").word()), permission)
        case "AmazonCustomerByEmail": return AccessGrant(.address(try names.required("EmailAddress").word()), permission)
        case "Group":
            let group = AccessGrant.Grantee.group(try names.required("URI").word())
            guard groups.contains(group) else { throw .invalidArgument("Invalid group uri", "Group/URI", try names.required("URI").word()) }
            return AccessGrant(group, permission)
        default: throw S3Error(.malformedACLError)
        }
    }
}
