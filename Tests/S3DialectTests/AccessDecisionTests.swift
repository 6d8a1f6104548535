import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct AccessDecisionTests {
    private func isAllowed(
        _ operation: S3OperationName, _ target: AccessTarget, mode: AuthenticationMode = .strict, anonymous: AnonymousAccess = .read
    ) -> Bool {
        (try? AccessDecision(mode: mode, anonymous: anonymous).check(operation, target)) != nil
    }

    @Test func outsideOfStrictModeEverythingIsAllowed() {
        for mode in [AuthenticationMode.off, .expiry] {
            for operation in S3OperationName.allCases {
                #expect(isAllowed(operation, .folder(isPrivate: true), mode: mode, anonymous: .none))
            }
        }
    }

    @Test func folderIsReadByAnybody() {
        let folder = AccessTarget.folder(isPrivate: false)
        for operation in [S3OperationName.getObject, .headObject, .listObjectsV2, .headBucket] {
            #expect(isAllowed(operation, folder))
            #expect(isAllowed(operation, folder, anonymous: .write))
            #expect(!isAllowed(operation, folder, anonymous: .none))
            #expect(!isAllowed(operation, .folder(isPrivate: true), anonymous: .write))
        }
        for operation in [S3OperationName.putObject, .deleteObject, .postObject] {
            #expect(!isAllowed(operation, folder))
            #expect(isAllowed(operation, folder, anonymous: .write))
        }
        for operation in [S3OperationName.putBucketAcl, .deleteBucket, .createBucket, .putBucketVersioning, .getObjectAcl] {
            #expect(!isAllowed(operation, folder, anonymous: .write))
        }
        #expect(isAllowed(.deleteObjects, .folder(isPrivate: true), anonymous: .none), "each delete is checked")
        #expect(!isAllowed(.listBuckets, .service, anonymous: .write))
        #expect(isAllowed(.optionsObject, folder, anonymous: .none))
    }

    @Test func createdBucketsHaveTheirACL() {
        #expect(isAllowed(.getObject, .created(bucket: CannedACL.private.grants, object: CannedACL.publicRead.grants)))
        #expect(!isAllowed(.getObject, .created(bucket: CannedACL.publicRead.grants, object: CannedACL.private.grants)))
        #expect(isAllowed(.listObjects, .created(bucket: CannedACL.publicRead.grants, object: nil)))
        #expect(!isAllowed(.listObjects, .created(bucket: CannedACL.authenticatedRead.grants, object: nil)))
        #expect(isAllowed(.putObject, .created(bucket: CannedACL.publicReadWrite.grants, object: nil)))
        #expect(!isAllowed(.putObject, .created(bucket: CannedACL.publicRead.grants, object: nil), anonymous: .write))
        #expect(!isAllowed(.putObjectAcl, .created(bucket: CannedACL.publicReadWrite.grants, object: CannedACL.publicReadWrite.grants)))
        let reader = [AccessGrant(.allUsers, .readACP)]
        #expect(isAllowed(.getObjectAcl, .created(bucket: [], object: reader)))
        #expect(!isAllowed(.getBucketAcl, .created(bucket: [AccessGrant(.authenticatedUsers, .fullControl)], object: nil)))
        #expect(isAllowed(.putBucketAcl, .created(bucket: [AccessGrant(.allUsers, .fullControl)], object: nil)))
        #expect(isAllowed(.getObject, .created(bucket: CannedACL.publicRead.grants, object: nil)), "NoSuchKey")
        #expect(!isAllowed(.getObject, .created(bucket: CannedACL.private.grants, object: nil)), "not even that it is not there")
    }

    /// The right to read of an ACL is GetObject of an object, and the listings of a bucket.
    @Test func theRightToReadIsNoMore() {
        let open = AccessTarget.created(bucket: CannedACL.publicRead.grants, object: CannedACL.publicRead.grants)
        for operation in [S3OperationName.getBucketLocation, .getObjectAttributes] {
            #expect(!isAllowed(operation, open))
            #expect(isAllowed(operation, open, mode: .expiry))
            #expect(isAllowed(operation, .folder(isPrivate: false)))
            #expect(!isAllowed(operation, .folder(isPrivate: true, isOpenToReaders: true)))
        }
        for operation in [S3OperationName.headObject, .headBucket, .listObjectVersions, .listMultipartUploads] {
            #expect(isAllowed(operation, open))
        }
    }

    /// Who may write to a bucket writes objects; one that is there is deleted by its owner.
    @Test func anObjectOfTheOwnerIsNotDeletedWithoutAKey() {
        let open = CannedACL.publicReadWrite.grants
        for grants in [CannedACL.private.grants, open, [AccessGrant(.allUsers, .fullControl)]] {
            #expect(!isAllowed(.deleteObject, .created(bucket: open, object: grants)))
            #expect(isAllowed(.deleteObject, .created(bucket: open, object: grants, isAnonymous: true)))
            #expect(!isAllowed(.deleteObject, .created(bucket: CannedACL.publicRead.grants, object: grants, isAnonymous: true)))
            for operation in [S3OperationName.putObject, .postObject] {
                #expect(isAllowed(operation, .created(bucket: open, object: grants)))
            }
        }
        #expect(isAllowed(.deleteObject, .created(bucket: open, object: nil)))
    }

    @Test func nobodyCopiesOrUploadsInPartsWithoutAKey() {
        let open = CannedACL.publicReadWrite.grants
        let operations: [S3OperationName] = [
            .copyObject, .uploadPartCopy, .createMultipartUpload, .uploadPart, .listParts, .completeMultipartUpload, .abortMultipartUpload,
        ]
        for operation in operations {
            for target in [AccessTarget.folder(isPrivate: false), .created(bucket: open, object: nil)] {
                #expect(!isAllowed(operation, target, anonymous: .write))
                #expect(isAllowed(operation, target, mode: .expiry))
            }
        }
        let decision = AccessDecision(mode: .strict, anonymous: .write)
        let refusal = #expect(throws: S3Error.self) { try decision.check(.copyObject, .folder(isPrivate: false)) }
        #expect(refusal?.message == "Anonymous users cannot copy objects.  Please authenticate.")
        let part = #expect(throws: S3Error.self) { try decision.check(.uploadPart, .folder(isPrivate: false)) }
        #expect(part?.message == "Access Denied")
    }

    @Test func modesVerifyWhatTheyMust() throws {
        let verifier = SignatureVerifier(keys: ChunkedExample.keys)
        let expired = Request(
            target: "/b/k?X-Amz-Credential=me%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=60"
                + "&X-Amz-Signature=0&X-Amz-SignedHeaders=host&X-Amz-Algorithm=AWS4-HMAC-SHA256")
        let now = ChunkedExample.now + 60
        let expiry = Authenticator(mode: .expiry, verifier: verifier)
        #expect(try Authenticator(mode: .off, verifier: verifier).identify(expired, now: now) == nil)
        #expect(try expiry.identify(expired, now: now - 1) == nil)
        #expect(Authenticator.claim(of: expired)?.accessKey == "me")
        #expect(#expect(throws: S3Error.self) { try expiry.identify(expired, now: now) }?.message == "Request has expired")
        #expect(
            #expect(throws: S3Error.self) { try Authenticator(mode: .strict, verifier: verifier).identify(expired, now: now - 1) }?.code
                == "InvalidAccessKeyId")
        let v2 = Request(target: "/b/k?AWSAccessKeyId=me&Signature=x&Expires=\(now)")
        #expect(try expiry.identify(v2, now: now - 1) == nil)
        #expect(Authenticator.claim(of: v2)?.way == .linkV2)
        #expect(throws: S3Error.self) { try expiry.identify(v2, now: now) }
        #expect(try expiry.identify(Request(target: "/b/k?X-Amz-Signature=abc"), now: now) == nil)
        #expect(Authenticator.claim(of: ChunkedExample.request())?.accessKey == "AKIAIOSFODNN7EXAMPLE")
        #expect(Authenticator.claim(of: Request(target: "/", headers: [("Authorization", "AWS me:x")]))?.way == .fieldV2)
    }
}
