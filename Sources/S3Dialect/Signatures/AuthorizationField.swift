internal import HTTPMessage

/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`.
struct AuthorizationField: Sendable {
    let credential: Credential
    /// In lower case, each once.
    let signedFields: [String]
    let signature: String

    /// - Throws: AuthorizationHeaderMalformed, InvalidArgument, InvalidRequest; NotImplemented for SigV4A.
    init(_ text: String) throws(S3Error) {
        let bytes = Array(text.utf8)
        guard let blank = bytes.firstIndex(of: UInt8(ascii: " ")) else { throw .authorizationInOneWord(text) }
        let algorithm = String(decoding: bytes[..<blank], as: UTF8.self)
        if algorithm == "AWS4-ECDSA-P256-SHA256" { throw .notImplemented("SigV4A") }
        guard algorithm == SignatureV4.algorithm else {
            throw S3Error(
                .invalidRequest, "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.")
        }
        var (credential, signedFields, signature) = ("", ArraySlice<UInt8>(), "")
        let pieces = bytes[(blank + 1)...].split(separator: UInt8(ascii: ","))
        guard pieces.count >= 3 else {
            throw .malformedAuthorization("the authorization header requires three components: Credential, SignedHeaders, and Signature.")
        }
        for piece in pieces {
            let piece = ASCII.trimmingSpace(piece)
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else {
                throw .malformedAuthorization("the authorization component \"\(String(decoding: piece, as: UTF8.self))\" is malformed.")
            }
            let value = piece[(mark + 1)...]
            switch String(decoding: piece[..<mark], as: UTF8.self) {
            case "Credential": credential = String(decoding: value, as: UTF8.self)
            case "SignedHeaders": signedFields = value
            case "Signature": signature = String(decoding: value, as: UTF8.self)
            default: break
            }
        }
        if credential.isEmpty { throw .malformedAuthorization("missing Credential.") }
        if signedFields.isEmpty { throw .malformedAuthorization("missing SignedHeaders.") }
        if signature.isEmpty { throw .malformedAuthorization("missing Signature.") }
        self.credential = try Credential(credential) { .malformedAuthorization($0) }
        self.signedFields = SignatureV4.names(inList: signedFields)
        self.signature = signature
    }
}
