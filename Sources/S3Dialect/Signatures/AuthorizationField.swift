internal import HTTPMessage

/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`.
struct AuthorizationField: Sendable {
    let credential: Credential
    /// In lower case.
    let signedFields: [String]
    let signature: String

    /// - Throws: AuthorizationHeaderMalformed; NotImplemented for SigV4A.
    init(_ text: String) throws(S3Error) {
        let words = text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { Substring($0) }
        guard let algorithm = words.first, words.count == 2 else {
            throw .malformedAuthorization("the authorization header requires three components: Credential, SignedHeaders, and Signature.")
        }
        if algorithm == "AWS4-ECDSA-P256-SHA256" { throw .notImplemented("SigV4A") }
        guard algorithm == SignatureV4.algorithm else {
            throw S3Error(
                .invalidRequest, "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.")
        }
        var parts: [String: String] = [:]
        for piece in words[1].utf8.split(separator: UInt8(ascii: ",")) {
            let piece = FieldText.trimmingBlanks(Substring(piece))
            guard let mark = piece.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                throw .malformedAuthorization("the authorization component \"\(piece)\" is malformed.")
            }
            parts[String(piece[..<mark])] = String(piece[piece.utf8.index(after: mark)...])
        }
        for name in ["Credential", "SignedHeaders", "Signature"] where parts[name, default: ""].isEmpty {
            throw .malformedAuthorization("missing \(name).")
        }
        credential = try Credential(parts["Credential", default: ""]) { .malformedAuthorization($0) }
        signedFields = parts["SignedHeaders", default: ""].utf8.split(separator: UInt8(ascii: ";")).map { Substring($0).lowercased() }
        signature = parts["Signature", default: ""]
    }
}
