internal import Digest
internal import HTTPMessage

/// A signature of version 4 beside what the server computes. Parts of the request may be replaced, to find out what the client signed.
struct SignatureAttempt {
    let signature: SignatureV4
    private let key: SigningKey
    /// What was signed, if the client signed this request.
    var canonical: CanonicalRequest

    init(_ signature: SignatureV4, _ key: SigningKey, _ request: Request, _ query: SignedQuery) {
        self.signature = signature
        self.key = key
        let items =
            signature.place == .field ? query.items : query.items.filter { !$0.name.elementsEqual("X-Amz-Signature".utf8) }
        canonical = CanonicalRequest(request, query: items, signedFields: signature.signedFields, payload: signature.payload)
    }

    /// The same with another Host.
    func with(host: String) -> SignatureAttempt {
        var attempt = self
        for index in attempt.canonical.fields.indices where attempt.canonical.fields[index].name == "host" {
            attempt.canonical.fields[index].value = Array(host.utf8)
        }
        return attempt
    }

    /// The request before a temporary redirect led to it; nil for one that was not redirected. Clients that follow a redirect do not sign
    /// again.
    var withoutRedirect: SignatureAttempt? {
        let items = canonical.query.filter { !$0.name.elementsEqual(S3Error.redirectParameter.utf8) }
        guard items.count < canonical.query.count else { return nil }
        var attempt = self
        attempt.canonical.query = items
        return attempt
    }

    /// Whether the client's signature is that of the request.
    var fits: Bool { fits(.encoded) || fits(.received) }

    /// Whether it is when the target is written in that form.
    func fits(_ form: CanonicalRequest.Form) -> Bool {
        let computed = key.signature(of: stringToSign(canonical.bytes(form)))
        return SecretComparison.areEqual(Array(computed.utf8), Array(signature.signature.utf8))
    }

    /// The refusal of a wrong signature. It names what S3 names, and no signature but the client's.
    var refusal: S3Error {
        let bytes = canonical.bytes(.encoded)
        let text = stringToSign(bytes)
        return S3Error(
            .signatureDoesNotMatch, nil,
            [
                ("AWSAccessKeyId", signature.accessKey), ("StringToSign", text), ("SignatureProvided", signature.signature),
                ("StringToSignBytes", Self.hexadecimal(Array(text.utf8))),
                ("CanonicalRequest", String(decoding: bytes, as: UTF8.self)), ("CanonicalRequestBytes", Self.hexadecimal(bytes)),
            ])
    }

    private func stringToSign(_ canonical: [UInt8]) -> String {
        [SignatureV4.algorithm, signature.time, signature.scope.text, MessageDigest.of(canonical, .sha256).hex].joined(separator: "\n")
    }

    /// `41 57 53`.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: " ")) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
