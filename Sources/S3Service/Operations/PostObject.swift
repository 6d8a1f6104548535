internal import Digest
internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// An upload from a form.
enum PostObject: S3Operation {
    static let names = [S3OperationName.postObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .body(of: call) }

    static let maximumBodyBytes = UploadHead.maximumLength
    static let storesBody = true

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let body = try call.receivedForm(view)
        guard let form = body.form else { throw S3Error(.malformedPOSTRequest) }
        view.session.changes?.note(form.fields)
        let new = NewObject(
            description: form.description, content: try body.content(in: view.session.layer.ledger), entityTag: Hexadecimal.text(body.md5),
            checksum: body.checksum)
        return response(to: call, form.fields, form.key, try view.put(new, at: form.key, in: call.bucket))
    }

    private static func response(to call: S3Call, _ fields: PostFields, _ key: ObjectKey, _ object: StoredObject) -> Response {
        let tag = object.head.entityTag.text
        let location = call.location(of: key)
        var headers = PutObject.fields(object)
        if let checksum = object.head.checksum { headers.append(contentsOf: checksum.fields) }
        if let target = fields["success_action_redirect"] ?? fields["redirect"], let redirect = redirect(target, call.bucket, key, tag) {
            headers.append(name: "Location", value: redirect)
            return call.done(303, headers: headers)
        }
        headers.append(name: "Location", value: location)
        switch fields["success_action_status"] {
        case "200": return call.done(200, headers: headers)
        case "201":
            var response = XMLText(tellsAllApart: true)
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
        // What follows a `#` stays last: browsers do not send it.
        let page = target.prefix { $0 != "#" }
        return page + (page.contains("?") ? "&" : "?") + query + target.dropFirst(page.count)
    }
}
