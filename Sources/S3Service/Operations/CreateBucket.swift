internal import HTTPMessage
internal import S3Dialect

enum CreateBucket: S3Operation {
    static let names = [S3OperationName.createBucket]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .document(of: call) }

    static func admit(_ call: inout S3Call, _ view: BucketView) throws(S3Error) {
        guard BucketName.isValid(call.bucket) else { throw S3Error(.invalidBucketName, nil, [("BucketName", call.bucket)]) }
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let name = call.bucket
        guard BucketName.isValid(name) else { throw S3Error(.invalidBucketName, nil, [("BucketName", name)]) }
        if call.field("x-amz-bucket-object-lock-enabled") == "true" { throw .notImplemented("object lock") }
        if let namespace = call.field("x-amz-bucket-namespace"), namespace != "global" { throw .notImplemented("bucket namespaces") }
        let location = try BucketLocation(try call.body(), signedRegion: CredentialScope.claim(of: call.request)?.region)
        var settings = BucketSettings()
        settings.region = location.constraint
        settings.tags = location.tags
        settings.ownership = try ownership(call)
        let acl = try AccessControlList(call) ?? .ofOwner
        settings.acl = acl
        if settings.refusesACLs, acl != .ofOwner { throw S3Error(.invalidBucketAclWithObjectOwnership) }
        let ledger = view.session.layer.versionLedger
        var layer = BucketLayer(created: view.now)
        try layer.set(settings, in: ledger)
        let region = location.constraint ?? "us-east-1"
        try view.create(name, layer) { existing throws(S3Error) in
            // The oldest region makes its own buckets again, with the new ACL, unless the request has tags.
            guard region == "us-east-1", call.settings.region == region, existing.settings.region ?? region == region, location.tags == nil
            else {
                throw S3Error(.bucketAlreadyOwnedByYou, nil, [("BucketName", name)])
            }
            var settings = existing.settings
            settings.acl = acl
            try existing.set(settings, in: ledger)
        }
        return call.done(headers: [
            ("Location", location.constraint == nil ? "/" + name : call.bucketURL), ("x-amz-bucket-arn", BucketName.arn(of: name)),
        ])
    }

    private static func ownership(_ call: S3Call) throws(S3Error) -> ObjectOwnership? {
        guard let text = call.field("x-amz-object-ownership") else { return nil }
        guard let ownership = ObjectOwnership(rawValue: text) else {
            throw .invalidArgument("Invalid x-amz-object-ownership header: \(text)", "x-amz-object-ownership")
        }
        return ownership
    }
}
