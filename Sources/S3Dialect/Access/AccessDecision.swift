/// Who may do what.
package struct AccessDecision: Sendable, Hashable {
    /// What kind of thing an operation does.
    enum Need: Sendable, Hashable {
        /// Anybody may: browsers ask without a key.
        case nothing
        case readObject
        case listBucket
        case writeObject
        /// Settings, ACLs, buckets themselves.
        case ownership
    }

    /// What the server asks of requests.
    package let mode: AuthenticationMode
    /// What anonymous requests may do in the folder.
    package let anonymous: AnonymousAccess

    package init(mode: AuthenticationMode, anonymous: AnonymousAccess = .read) {
        self.mode = mode
        self.anonymous = anonymous
    }

    /// Checks a request.
    /// - Parameters:
    ///   - isSigned: whether its signature was verified. A key may do everything.
    ///   - target: what it asks for.
    /// - Throws: AccessDenied.
    package func check(_ operation: S3OperationName, isSigned: Bool, _ target: AccessTarget) throws(S3Error) {
        guard mode == .strict, !isSigned, !allowsAnybody(Self.need(of: operation), target) else { return }
        throw S3Error(.accessDenied)
    }

    /// Whether somebody without a key may know that an object is not there: S3 tells it to those who may list the bucket.
    package func tellsAbsence(isSigned: Bool, _ target: AccessTarget) -> Bool {
        mode != .strict || isSigned || allowsAnybody(.listBucket, target)
    }

    private func allowsAnybody(_ need: Need, _ target: AccessTarget) -> Bool {
        if need == .nothing { return true }
        switch target {
        case .service: return false
        case .folder(let isPrivate):
            guard !isPrivate else { return false }
            switch need {
            case .readObject, .listBucket: return anonymous != .none
            case .writeObject: return anonymous == .write
            case .nothing, .ownership: return false
            }
        case .created(let bucket, let object):
            switch need {
            case .readObject: return object?.letsAnybodyRead ?? bucket.letsAnybodyRead
            case .listBucket: return bucket.letsAnybodyRead
            case .writeObject: return bucket.letsAnybodyWrite
            case .nothing, .ownership: return false
            }
        }
    }

    static func need(of operation: S3OperationName) -> Need {
        switch operation {
        case .optionsObject: .nothing
        case .getObject, .headObject, .getObjectAttributes, .getObjectTorrent, .selectObjectContent: .readObject
        case .headBucket, .listObjects, .listObjectsV2, .listObjectVersions, .listMultipartUploads, .getBucketLocation: .listBucket
        case .putObject, .postObject, .copyObject, .deleteObject, .deleteObjects, .createMultipartUpload, .uploadPart, .uploadPartCopy,
            .completeMultipartUpload, .abortMultipartUpload, .listParts:
            .writeObject
        default: .ownership
        }
    }
}
