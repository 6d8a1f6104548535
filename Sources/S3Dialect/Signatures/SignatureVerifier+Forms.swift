internal import Digest
internal import HTTPMessage
internal import JSONDocument

extension SignatureVerifier {
    /// Verifies the signature of an upload form, of version 4 or 2. The policy is not looked at.
    /// - Returns: nil for a form without a policy and without a signature.
    /// - Throws: InvalidArgument, InvalidAccessKeyId, SignatureDoesNotMatch; AccessDenied for a policy without a signature.
    package func verify(_ fields: PostFields) throws(S3Error) -> SignedRequest? {
        let hasV4 = fields["x-amz-algorithm"] != nil || fields["x-amz-signature"] != nil || fields["x-amz-credential"] != nil
        let hasV2 = fields["awsaccesskeyid"] != nil || fields["signature"] != nil
        guard let policy = fields["policy"] else {
            if hasV4 || hasV2 { throw .missingField("policy") }
            return nil
        }
        guard hasV4 || hasV2 else { throw S3Error(.accessDenied) }
        return hasV4 ? try verifyV4(fields, policy) : try verifyV2(fields, policy)
    }

    private func verifyV4(_ fields: PostFields, _ policy: String) throws(S3Error) -> SignedRequest {
        guard let algorithm = fields["x-amz-algorithm"] else { throw .missingField("X-Amz-Algorithm") }
        guard let text = fields["x-amz-credential"] else { throw .missingField("X-Amz-Credential") }
        guard let time = fields["x-amz-date"] else { throw .missingField("X-Amz-Date") }
        guard let signature = fields["x-amz-signature"] else { throw .missingField("X-Amz-Signature") }
        guard algorithm == SignatureV4.algorithm else {
            throw .invalidArgument("X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\"", "X-Amz-Algorithm", algorithm)
        }
        let credential = try Credential(text) { .invalidArgument($0, "X-Amz-Credential", text) }
        guard SignatureTime.parse(time) != nil, time.hasPrefix(credential.scope.date) else {
            throw .invalidArgument("Invalid credential date. Date is not the same as X-Amz-Date.", "X-Amz-Date", time)
        }
        guard let key = keys.signingKey(of: credential.accessKey, credential.scope) else { throw Self.unknownKey(credential.accessKey) }
        guard SecretComparison.areEqual(Array(key.signature(of: policy).utf8), Array(signature.utf8)) else {
            throw Self.wrongForm(credential.accessKey, policy, signature)
        }
        return SignedRequest(accessKey: credential.accessKey, way: .formV4, alias: nil, chunks: nil)
    }

    private func verifyV2(_ fields: PostFields, _ policy: String) throws(S3Error) -> SignedRequest {
        guard let accessKey = fields["awsaccesskeyid"] else { throw .missingField("AWSAccessKeyId") }
        guard let signature = fields["signature"] else { throw .missingField("Signature") }
        guard let secret = keys.secret(of: accessKey) else { throw Self.unknownKey(accessKey) }
        let computed: String = Base64.encode(MessageDigest.of(policy, .sha1, key: Array(secret.utf8)).bytes)
        guard SecretComparison.areEqual(Array(computed.utf8), Array(signature.utf8)) else {
            throw Self.wrongForm(accessKey, policy, signature)
        }
        return SignedRequest(accessKey: accessKey, way: .formV2, alias: nil, chunks: nil)
    }

    private static func wrongForm(_ accessKey: String, _ policy: String, _ signature: String) -> S3Error {
        S3Error(
            .signatureDoesNotMatch, nil,
            [
                ("AWSAccessKeyId", accessKey), ("StringToSign", policy), ("SignatureProvided", signature),
                ("StringToSignBytes", SignatureAttempt.hexadecimal(Array(policy.utf8))),
            ])
    }
}
