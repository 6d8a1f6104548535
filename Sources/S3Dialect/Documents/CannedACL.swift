/// The ACLs that S3 knows by name.
package enum CannedACL: String, Sendable, Hashable, CaseIterable {
    case `private` = "private"
    case publicRead = "public-read"
    case publicReadWrite = "public-read-write"
    case authenticatedRead = "authenticated-read"
    case awsExecRead = "aws-exec-read"
    case bucketOwnerRead = "bucket-owner-read"
    case bucketOwnerFullControl = "bucket-owner-full-control"
    case logDeliveryWrite = "log-delivery-write"

    /// - Parameter field: the value of `x-amz-acl`.
    /// - Throws: InvalidArgument, without a message, as on AWS.
    package init(field: String) throws(S3Error) {
        guard let known = Self(rawValue: field) else { throw .invalidArgument("", "x-amz-acl", field) }
        self = known
    }

    /// What anybody may do, beside the owner.
    package var grants: [AccessGrant] {
        switch self {
        case .private, .awsExecRead, .bucketOwnerRead, .bucketOwnerFullControl: []
        case .publicRead: [AccessGrant(.allUsers, .read)]
        case .publicReadWrite: [AccessGrant(.allUsers, .read), AccessGrant(.allUsers, .write)]
        case .authenticatedRead: [AccessGrant(.authenticatedUsers, .read)]
        case .logDeliveryWrite: [AccessGrant(.logDelivery, .write), AccessGrant(.logDelivery, .readACP)]
        }
    }
}
