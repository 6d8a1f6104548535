/// Who may do what.
package struct AccessDecision: Sendable, Hashable {
    /// What kind of thing an operation does.
    enum Need: Sendable, Hashable {
        /// Anybody may: browsers ask without a key, and of several deletes each is checked.
        case nothing
        case readObject
        /// GetObjectAttributes: the right to read of an ACL does not cover it.
        case readAttributes
        case listBucket
        /// GetBucketLocation: the right to read of an ACL does not cover it.
        case locateBucket
        case writeObject
        case deleteObject
        case readACL
        case writeACL
        /// Settings, and buckets themselves.
        case ownership
        /// What AWS does for nobody without a key, whatever the ACLs say.
        case key(refusal: String?)
    }

    /// What the server asks of requests.
    package let mode: AuthenticationMode
    /// What anonymous requests may do in the folder.
    package let anonymous: AnonymousAccess

    package init(mode: AuthenticationMode, anonymous: AnonymousAccess = .read) {
        self.mode = mode
        self.anonymous = anonymous
    }

    /// Checks a request whose signature was not verified. A key may do everything.
    /// - Parameter target: what it asks for.
    /// - Throws: AccessDenied.
    package func check(_ operation: S3OperationName, _ target: AccessTarget) throws(S3Error) {
        guard mode == .strict else { return }
        let need = Self.need(of: operation)
        if case .key(let refusal) = need { throw S3Error(.accessDenied, refusal) }
        guard allowsAnybody(need, target) else { throw S3Error(.accessDenied) }
    }

    private func allowsAnybody(_ need: Need, _ target: AccessTarget) -> Bool {
        if need == .nothing { return true }
        switch target {
        case .service: return false
        case .folder(let isPrivate, let isOpenToReaders):
            guard !isPrivate || isOpenToReaders && need == .readObject else { return false }
            switch need {
            case .readObject, .readAttributes, .listBucket, .locateBucket: return anonymous != .none
            case .writeObject, .deleteObject: return anonymous == .write
            case .nothing, .readACL, .writeACL, .ownership, .key: return false
            }
        case .created(let bucket, let object, let isAnonymous):
            switch need {
            case .nothing: return true
            // Whoever may list a bucket may know that it has no such object.
            case .readObject: return (object ?? bucket).letAnybody(.read)
            case .listBucket: return bucket.letAnybody(.read)
            case .writeObject: return bucket.letAnybody(.write)
            // Who may write to a bucket deletes no object of somebody else.
            case .deleteObject: return bucket.letAnybody(.write) && (object == nil || isAnonymous)
            case .readACL: return (object ?? bucket).letAnybody(.readACP)
            case .writeACL: return (object ?? bucket).letAnybody(.writeACP)
            case .readAttributes, .locateBucket, .ownership, .key: return false
            }
        }
    }

    static func need(of operation: S3OperationName) -> Need {
        switch operation {
        case .optionsObject, .deleteObjects: .nothing
        case .getObject, .headObject, .getObjectTorrent, .selectObjectContent: .readObject
        case .getObjectAttributes: .readAttributes
        case .headBucket, .listObjects, .listObjectsV2, .listObjectVersions, .listMultipartUploads: .listBucket
        case .getBucketLocation: .locateBucket
        case .putObject, .postObject: .writeObject
        case .deleteObject: .deleteObject
        // Only a key begins an upload.
        case .uploadPart, .completeMultipartUpload, .abortMultipartUpload, .listParts: .key(refusal: nil)
        case .copyObject, .uploadPartCopy: .key(refusal: "Anonymous users cannot copy objects.  Please authenticate.")
        case .createMultipartUpload: .key(refusal: "Anonymous users cannot initiate multipart uploads.  Please authenticate.")
        case .getObjectAcl, .getBucketAcl: .readACL
        case .putObjectAcl, .putBucketAcl: .writeACL
        default: .ownership
        }
    }
}
