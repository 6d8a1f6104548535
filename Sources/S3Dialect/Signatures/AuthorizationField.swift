internal import HTTPMessage

/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`.
struct AuthorizationField: Sendable {
    let credential: Credential
    /// In lower case, each once.
    let signedFields: [String]
    let signature: String

    private static let names = ["Credential", "SignedHeaders", "Signature"]

    private static var notThree: S3Error {
        .malformedAuthorization("the authorization header requires three components: Credential, SignedHeaders, and Signature.")
    }

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
        var parts: [String: ArraySlice<UInt8>] = [:]
        let pieces = bytes[(blank + 1)...].split(separator: UInt8(ascii: ","))
        guard pieces.count >= 3 else { throw Self.notThree }
        for piece in pieces {
            let piece = ASCII.trimmingSpace(piece)
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else {
                throw .malformedAuthorization("the authorization component \"\(String(decoding: piece, as: UTF8.self))\" is malformed.")
            }
            let name = String(decoding: piece[..<mark], as: UTF8.self)
            guard Self.names.contains(name), parts.updateValue(piece[(mark + 1)...], forKey: name) == nil else { throw Self.notThree }
        }
        for name in Self.names where parts[name, default: []].isEmpty { throw .malformedAuthorization("missing \(name).") }
        credential = try Credential(String(decoding: parts["Credential", default: []], as: UTF8.self)) { .malformedAuthorization($0) }
        signedFields = SignatureV4.names(inList: parts["SignedHeaders", default: []])
        signature = String(decoding: parts["Signature", default: []], as: UTF8.self)
    }
}
