/// One line of an ACL.
package struct AccessGrant: Sendable, Hashable {
    /// Whom it is for.
    package enum Grantee: Sendable, Hashable {
        /// An account, by its canonical id.
        case user(String)
        /// A group, by its URI.
        case group(String)
        /// An account, by the address of its mail.
        case address(String)

        /// The id, the URI or the address.
        package var text: String {
            switch self {
            case .user(let text), .group(let text), .address(let text): text
            }
        }

        /// Everybody, without a key.
        package static let allUsers = Grantee.group("http://acs.amazonaws.com/groups/global/AllUsers")
        /// Everybody with a key.
        package static let authenticatedUsers = Grantee.group("http://acs.amazonaws.com/groups/global/AuthenticatedUsers")
        /// Who writes logs.
        package static let logDelivery = Grantee.group("http://acs.amazonaws.com/groups/s3/LogDelivery")

        /// A group that S3 has.
        /// - Parameter argument: where the client named it.
        /// - Throws: InvalidArgument.
        package init(group uri: String, argument: String) throws(S3Error) {
            self = .group(uri)
            guard [.allUsers, .authenticatedUsers, .logDelivery].contains(self) else {
                throw .invalidArgument("Invalid group uri", argument, uri)
            }
        }

        /// An account. Other accounts than the owner's are not known, so any that looks like one is taken: 64 hexadecimal digits.
        /// - Parameter argument: where the client named it.
        /// - Throws: InvalidArgument.
        package init(user id: String, argument: String) throws(S3Error) {
            guard id.utf8.count == 64, id.allSatisfy(\.isHexDigit) else { throw .invalidArgument("Invalid id", argument, id) }
            self = .user(id)
        }
    }

    /// What it allows.
    package enum Permission: String, Sendable, Hashable, CaseIterable {
        case fullControl = "FULL_CONTROL"
        case write = "WRITE"
        case writeACP = "WRITE_ACP"
        case read = "READ"
        case readACP = "READ_ACP"
    }

    /// Whom it is for.
    package var grantee: Grantee
    /// What it allows.
    package var permission: Permission

    /// Whether a group is meant, not an account.
    package var isForGroup: Bool { if case .group = grantee { true } else { false } }

    package init(_ grantee: Grantee, _ permission: Permission) {
        self.grantee = grantee
        self.permission = permission
    }
}

extension [AccessGrant] {
    /// Whether a request without a key may do that.
    package func letAnybody(_ permission: AccessGrant.Permission) -> Bool {
        contains { $0.grantee == .allUsers && ($0.permission == permission || $0.permission == .fullControl) }
    }
}
