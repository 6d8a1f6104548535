/// A key with its scope: `AKIDEXAMPLE/20130524/us-east-1/s3/aws4_request`.
struct Credential: Sendable, Hashable {
    let accessKey: String
    let scope: CredentialScope

    /// - Parameter refusal: makes the error from its cause.
    init(_ text: String, _ refusal: (String) -> S3Error) throws(S3Error) {
        // A key may have slashes.
        let bytes = Array(text.utf8)
        let words = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard words.count >= 5, !words[0].isEmpty else {
            throw refusal("the Credential is mal-formed; expecting \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\".")
        }
        let scope = words.suffix(4).map { String(decoding: $0, as: UTF8.self) }
        guard scope[3] == CredentialScope.terminal else {
            throw refusal("incorrect terminal \"\(scope[3])\". This endpoint uses \"aws4_request\".")
        }
        guard scope[2] == "s3" else { throw refusal("incorrect service \"\(scope[2])\". This endpoint belongs to \"s3\".") }
        guard SignatureTime.isDay(scope[0]) else {
            throw refusal("incorrect date format \"\(scope[0])\". This date in the credential must be in the format \"yyyyMMdd\".")
        }
        accessKey = String(decoding: bytes[..<words[words.count - 5].endIndex], as: UTF8.self)
        self.scope = CredentialScope(date: scope[0], region: scope[1], service: scope[2])
    }
}
