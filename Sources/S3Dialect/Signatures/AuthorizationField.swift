internal import HTTPMessage

/// `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`.
struct AuthorizationField: Sendable {
    let credential: Credential
    let signedFields: SignedFields
    let signature: String

    private static let names = ["Credential", "SignedHeaders", "Signature"]

    private static var notThree: S3Error {
        .malformedAuthorization("the authorization header requires three components: Credential, SignedHeaders, and Signature.")
    }

    /// - Parameter value: as received.
    /// - Throws: AuthorizationHeaderMalformed, InvalidArgument, InvalidRequest; NotImplemented for SigV4A.
    init(_ value: ArraySlice<UInt8>) throws(S3Error) {
        guard let blank = value.firstIndex(of: UInt8(ascii: " ")) else { throw .authorizationInOneWord(FieldText.decode(value)) }
        let algorithm = value[..<blank]
        if algorithm.elementsEqual("AWS4-ECDSA-P256-SHA256".utf8) { throw .notImplemented("SigV4A") }
        guard algorithm.elementsEqual(SignatureV4.algorithm.utf8) else {
            throw S3Error(
                .invalidRequest, "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.")
        }
        // In the order of the names.
        var parts: [ArraySlice<UInt8>?] = [nil, nil, nil]
        let pieces = value[(blank + 1)...].split(separator: UInt8(ascii: ","))
        guard pieces.count >= 3 else { throw Self.notThree }
        for piece in pieces {
            let piece = ASCII.trimmingSpace(piece)
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else {
                throw .malformedAuthorization("the authorization component \"\(FieldText.decode(piece))\" is malformed.")
            }
            guard let place = Self.names.firstIndex(where: { piece[..<mark].elementsEqual($0.utf8) }), parts[place] == nil else {
                throw Self.notThree
            }
            parts[place] = piece[(mark + 1)...]
        }
        for (name, part) in zip(Self.names, parts) where part?.isEmpty ?? true { throw .malformedAuthorization("missing \(name).") }
        credential = try Credential(FieldText.decode(parts[0] ?? [])) { .malformedAuthorization($0) }
        signedFields = SignedFields(list: parts[1] ?? [])
        signature = FieldText.decode(parts[2] ?? [])
    }
}
