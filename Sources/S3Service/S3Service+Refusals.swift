package import HTTPMessage
internal import S3Dialect

extension S3Service {
    /// The response to a request that the wire refuses itself: S3's error, with its code and its status.
    package static func response(to refusal: WireRefusal) -> Response {
        let identity = RequestIdentity.next()
        var error = S3Error(refusal)
        error.headers.append(contentsOf: identity.fields)
        return error.response(to: refusal.request, identity)
    }
}
