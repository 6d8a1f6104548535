internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// An upload from a form.
enum PostObject: S3Operation {
    static let names = [S3OperationName.postObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .body(of: call) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let form = try ReceivedForm(call)
        let fields = form.fields
        let key = try S3Call(call, S3Address(bucket: call.bucket, key: Array(try fields.key().utf8))).newKey()
        let bucket = try view.bucket(call.bucket)
        try authorize(form, call, view)
        let upload = S3Call(call, headers: form.headers)
        var description = try ObjectDescription(upload)
        if let tags = fields["tagging"] { description.tags = try TagSet(Array(tags.utf8)).tags }
        try bucket.layer.settings.checkACL(description.acl)
        var digests = UploadDigests(try UploadHead(upload.request))
        digests.update(form.file.span)
        let digested = try digests.finish()
        let charge = try view.session.layer.ledger.charge(form.file.count)
        let new = NewObject(
            description: description, content: .held(HeldContent(form.file.isEmpty ? .empty : .bytes(form.file), charge)),
            entityTag: Hexadecimal.text(digested.md5), checksum: digested.checksum)
        return response(to: call, fields, key, try view.put(new, at: key, in: call.bucket))
    }

    /// A signed form may do what its policy says; another one what anybody may.
    private static func authorize(_ form: ReceivedForm, _ call: S3Call, _ view: BucketView) throws(S3Error) {
        let signer = try call.access.identify(form.fields)
        try call.access.check(S3Call(call, signer: signer), view)
        guard let text = form.fields["policy"] else { return }
        let policy = try PostPolicy(text)
        try policy.check(form.fields, bucket: call.bucket, now: view.now.secondsSinceEpoch)
        try policy.check(size: form.file.count)
    }

    private static func response(to call: S3Call, _ fields: PostFields, _ key: ObjectKey, _ object: StoredObject) -> Response {
        let tag = object.head.entityTag.text
        let host = call.request.firstHeader("Host") ?? "localhost"
        let path = call.request.prefix + (call.request.path.hasSuffix("/") ? call.request.path : call.request.path + "/")
        let location = "\(call.request.arrival.scheme)://\(host)\(path)\(PercentCoding.encode(key.bytes, keeping: "/"))"
        var headers: HeaderFields = [("ETag", tag)]
        if let version = object.head.fields.first("x-amz-version-id") { headers.append(name: "x-amz-version-id", value: version) }
        if let target = fields["success_action_redirect"] ?? fields["redirect"], let redirect = redirect(target, call.bucket, key, tag) {
            headers.append(name: "Location", value: redirect)
            return call.done(303, headers: headers)
        }
        headers.append(name: "Location", value: location)
        switch fields["success_action_status"] {
        case "200": return call.done(200, headers: headers)
        case "201":
            var response = XMLText()
            response.element("PostResponse") { xml in
                xml.element("Location", location)
                xml.element("Bucket", call.bucket)
                xml.element("Key", key.text)
                xml.element("ETag", tag)
            }
            let document = call.document(response, headers: headers)
            return Response(status: 201, headers: document.headers, body: document.body)
        default: return call.done(204, headers: headers)
        }
    }

    /// Nil for what is no URL: then the form is answered as if it named none.
    private static func redirect(_ target: String, _ bucket: String, _ key: ObjectKey, _ tag: String) -> String? {
        guard target.hasPrefix("http://") || target.hasPrefix("https://"), target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        let query = "bucket=\(bucket)&key=\(PercentCoding.encode(key.bytes))&etag=\(PercentCoding.encode(tag.utf8))"
        return target + (target.contains("?") ? "&" : "?") + query
    }
}
