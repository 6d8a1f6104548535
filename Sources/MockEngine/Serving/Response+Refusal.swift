internal import HTTPMessage
internal import S3Dialect

extension Response {
    /// A response of this server itself, in the form of the request's listener: a sentence as text, or S3's error, which S3's clients
    /// understand.
    /// - Parameters:
    ///   - code: names the error on the S3 listener, with the status that S3 has for it.
    ///   - sentence: without a line feed.
    static func refusal(
        _ status: Int, _ code: S3ErrorCode, _ sentence: String, headers: HeaderFields = [], to request: Request
    ) -> Response {
        guard request.arrival.listener == .s3 else { return .text(status, sentence + "\n", headers: headers) }
        let identity = RequestIdentity.next()
        var fields = identity.fields
        fields.append(contentsOf: headers)
        return S3Error(code, sentence, headers: fields).response(to: request, identity)
    }
}
