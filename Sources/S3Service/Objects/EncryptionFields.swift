internal import Digest
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// The fields `x-amz-server-side-encryption…`: what they ask for, and what S3 refuses about them.
enum EncryptionFields {
    private static let method = "x-amz-server-side-encryption"
    private static let customerAlgorithm = "x-amz-server-side-encryption-customer-algorithm"
    private static let customerKey = "x-amz-server-side-encryption-customer-key"
    private static let customerKeyDigest = "x-amz-server-side-encryption-customer-key-MD5"
    private static let sourceAlgorithm = "x-amz-copy-source-server-side-encryption-customer-algorithm"
    private static let keyID = "x-amz-server-side-encryption-aws-kms-key-id"
    /// The bytes of a key for AES-256.
    private static let customerKeyLength = 32
    /// What S3 does with every object since 2023, when a client asks for nothing else.
    private static let usualMethod = "AES256"

    /// What responses say about an object, as S3 does. Nothing is encrypted here.
    static let usual: HeaderFields = [(method, usualMethod)]

    /// Whether a request has any of them.
    static func arePresent(in request: Request) -> Bool {
        let length = method.utf8.count
        return (0..<request.headerCount).contains {
            request.headerNameLength($0) >= length && ASCII.equalsIgnoringCase(request.headerName($0).prefix(length), method.utf8)
        }
    }

    /// Checks a read. No object here is encrypted by a client's key.
    /// - Throws: InvalidArgument, InvalidRequest.
    static func checkRead(_ call: S3Call) throws(S3Error) {
        guard arePresent(in: call.request) else { return }
        try refuseMethod(call)
        if value(keyID, call) != nil { throw keyWithoutMethod() }
        try checkCustomerKey(call)
        if call.request.firstHeaderIndex(customerAlgorithm) != nil {
            throw S3Error(.invalidRequest, "The encryption parameters are not applicable to this object.")
        }
    }

    /// Checks a part of an upload. No upload here was begun with a client's key.
    /// - Throws: InvalidArgument, InvalidRequest.
    static func checkPart(_ call: S3Call) throws(S3Error) {
        guard arePresent(in: call.request) else { return }
        try refuseMethod(call)
        try checkCustomerKey(call)
        if call.request.firstHeaderIndex(customerAlgorithm) != nil {
            throw S3Error(
                .invalidRequest,
                "The multipart upload initiate requested encryption. Subsequent part requests must include the appropriate encryption parameters."
            )
        }
    }

    /// Checks the fields about the source of a copy. No object here is encrypted by a client's key.
    /// - Throws: InvalidEncryptionAlgorithmError, InvalidRequest.
    static func checkSource(_ call: S3Call) throws(S3Error) {
        guard let algorithm = call.field(sourceAlgorithm) else { return }
        try checkAlgorithm(algorithm)
        throw S3Error(.invalidRequest, "The encryption parameters are not applicable to this object.")
    }

    private static func checkAlgorithm(_ algorithm: String) throws(S3Error) {
        guard algorithm != usualMethod else { return }
        throw S3Error(.invalidEncryptionAlgorithmError, nil, [("ArgumentName", method), ("ArgumentValue", algorithm)])
    }

    /// Refuses the method of encryption: the call does not choose it.
    /// - Throws: InvalidArgument.
    static func refuseMethod(_ call: S3Call) throws(S3Error) {
        guard let value = call.request.firstHeader(method) else { return }
        throw .invalidArgument("x-amz-server-side-encryption header is not supported for this operation.", method, value)
    }

    /// Checks an upload.
    /// - Throws: InvalidArgument, InvalidEncryptionAlgorithmError; NotImplemented for encryption with a client's key or one of KMS.
    static func checkUpload(_ call: S3Call) throws(S3Error) {
        let asked = call.field(method)
        if let asked, value(customerAlgorithm, call) != nil {
            throw .invalidArgument(
                "Server Side Encryption with Customer provided key is incompatible with the encryption method specified", method, asked)
        }
        guard value(keyID, call) == nil || asked?.hasPrefix("aws:kms") == true else {
            throw keyWithoutMethod(asked ?? "null")
        }
        try checkCustomerKey(call)
        if value(customerAlgorithm, call) != nil { throw .notImplemented("SSE-C") }
        switch asked {
        case nil, usualMethod?: return
        case "aws:kms"?, "aws:kms:dsse"?: throw .notImplemented("SSE-KMS")
        case let other?: throw .invalidArgument("The encryption method specified is not supported", method, other)
        }
    }

    /// - Parameter method: what the request names in place of KMS; nil to say nothing about it.
    private static func keyWithoutMethod(_ method: String? = nil) -> S3Error {
        .invalidArgument(
            "Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms", Self.method,
            method)
    }

    /// Checks that the three fields of a client's key belong together.
    private static func checkCustomerKey(_ call: S3Call) throws(S3Error) {
        let (algorithm, key, digest) = (value(customerAlgorithm, call), value(customerKey, call), value(customerKeyDigest, call))
        guard algorithm != nil || key != nil || digest != nil else { return }
        guard let algorithm else { throw missing("a valid encryption algorithm.", method) }
        try checkAlgorithm(algorithm)
        guard let key else { throw missing("an appropriate secret key.", customerKey) }
        guard let digest else { throw missing("the client calculated MD5 of the secret key.", customerKeyDigest) }
        let bytes = Base64.decode(key.utf8)
        if let bytes, Base64.decode(digest.utf8) != MessageDigest.of(bytes, .md5).bytes {
            throw .invalidArgument(
                "The calculated MD5 hash of the key did not match the hash that was provided.", customerKeyDigest, digest)
        }
        guard bytes?.count == customerKeyLength else {
            throw .invalidArgument("The secret key was invalid for the specified algorithm.", customerKey, "null")
        }
    }

    private static func missing(_ what: String, _ field: String) -> S3Error {
        .invalidArgument("Requests specifying Server Side Encryption with Customer provided keys must provide \(what)", field, "null")
    }

    private static func value(_ name: String, _ call: S3Call) -> String? { call.field(name).flatMap { $0.isEmpty ? nil : $0 } }
}
