internal import HTTPMessage
internal import S3Dialect

/// Who may do what: in front of every operation. One for the service, shared by its calls, with the settings by which it decides.
final class AccessControl: Sendable {
    let settings: S3Settings
    private let authenticator: Authenticator
    private let decision: AccessDecision

    init(_ settings: S3Settings) {
        self.settings = settings
        let verifier = SignatureVerifier(
            keys: S3Keys(settings.keys.map { ($0.accessKey, $0.secretKey) }), aliases: HostAliases(settings.publicHosts),
            baseDomains: settings.baseDomains)
        authenticator = Authenticator(mode: settings.auth, verifier: verifier)
        decision = AccessDecision(mode: settings.auth, anonymous: settings.anonymous)
    }

    /// Whether a read is allowed, as far as that is known without access to a bucket. Does not block.
    func surelyAllowsRead(_ request: Request, now: @autoclosure () -> HTTPDate) -> Bool {
        authenticator.surelyAllowsRead(request, now: now().secondsSinceEpoch)
    }

    /// Who signed a request, where signatures are verified; nil for nobody. Does not access any bucket.
    /// - Throws: the refusal of a wrong signature, or of a link that does not hold.
    func identify(_ request: Request, now: HTTPDate) throws(S3Error) -> SignedRequest? {
        // A browser asks with the link that it will use for another method.
        if request.methodBytes.elementsEqual("OPTIONS".utf8) { return nil }
        return try authenticator.identify(request, now: now.secondsSinceEpoch)
    }

    /// Who signed an upload form, where signatures are verified; nil for nobody.
    /// - Throws: the refusal of a wrong signature.
    func identify(_ fields: PostFields) throws(S3Error) -> SignedRequest? { try authenticator.identify(fields) }

    /// Checks that the call may be performed, also on the head of an upload, before its client sends the body. Reads descriptions, and no
    /// object: it takes little time, wherever the operation runs.
    /// - Throws: AccessDenied.
    func check(_ call: S3Call, _ view: BucketView) throws(S3Error) {
        guard decision.mode == .strict, call.signer == nil else { return }
        let version = call.parameter("versionId")
        guard let target = target(of: call, version: version, view) else { return }
        try decision.check(call.operation, target)
        if call.operation == .deleteObject { try check(deletionOf: version, target) }
    }

    /// Checks one of several deletes of a call.
    /// - Parameter version: nil for the newest.
    /// - Throws: AccessDenied.
    func check(deletionOf key: ObjectKey, version: String?, _ call: S3Call, _ view: BucketView) throws(S3Error) {
        let item = S3Call(call, S3Address(bucket: call.bucket, key: key.bytes))
        guard decision.mode == .strict, call.signer == nil, let target = target(of: item, version: version, view) else { return }
        try decision.check(.deleteObject, target)
        try check(deletionOf: version, target)
    }

    /// A public grant does not cover older versions.
    private func check(deletionOf version: String?, _ target: AccessTarget) throws(S3Error) {
        if version != nil, case .created = target { throw S3Error(.accessDenied) }
    }

    /// Why the signature or the link of a request is refused, as a sentence; nil when it holds.
    func diagnosis(of request: Request, now: HTTPDate) -> String? {
        do throws(S3Error) {
            _ = try identify(request, now: now)
            return nil
        } catch {
            return SignatureDiagnosis.sentence(about: error, of: request, authenticator.verifier)
        }
    }

    /// What the call is about; nil for a bucket that does not exist: the operation says so.
    /// - Parameter version: of the object; nil for the newest.
    private func target(of call: S3Call, version: String?, _ view: BucketView) -> AccessTarget? {
        guard let name = call.address.bucket else { return .service }
        guard let bucket = view.existingBucket(name) else { return call.operation == .createBucket ? .service : nil }
        let object = call.address.key == nil ? nil : description(of: call, version: version, bucket)
        let settings = bucket.layer.settings
        let ofBucket = bucket.acl
        guard bucket.layer.isOverFolder, ofBucket == nil else {
            // Where ACLs are off or ignored they grant nothing to anybody.
            if settings.refusesACLs || settings.publicAccessBlock?.ignoresPublicACLs == true {
                return .created(bucket: [], object: object.map { _ in [] })
            }
            let acl = object.map { $0.acl ?? .ofOwner }
            return .created(
                bucket: (ofBucket ?? .ofOwner).grants, object: acl?.grants, isAnonymous: object?.isAnonymous ?? false)
        }
        let isOpen = object?.acl.map { $0.grants.letAnybody(.read) }
        return .folder(isPrivate: isOpen == false || view.folder.isPrivate(name), isOpenToReaders: isOpen == true)
    }

    /// Nil also for one that cannot be read: the operation says so.
    private func description(of call: S3Call, version: String?, _ bucket: Bucket) -> ObjectDescription? {
        let version = (try? VersionID.parse(version)) ?? nil
        return (try? bucket.description(of: call.key, version: version)) ?? nil
    }
}
