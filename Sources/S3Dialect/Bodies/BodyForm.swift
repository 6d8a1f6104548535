/// How a body comes, as `x-amz-content-sha256` says.
package enum BodyForm: Sendable, Hashable {
    /// As it is. Nobody signed it.
    case unsigned
    /// As it is, with its SHA-256 in lower-case hexadecimal digits.
    case digest(String)
    /// In aws-chunked encoding.
    case chunks(isSigned: Bool, hasTrailer: Bool)

    /// - Parameter field: the value of `x-amz-content-sha256`; nil without the field.
    /// - Throws: InvalidArgument; NotImplemented for SigV4A.
    package init(field: String?) throws(S3Error) {
        switch field {
        case nil, "UNSIGNED-PAYLOAD": self = .unsigned
        case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD": self = .chunks(isSigned: true, hasTrailer: false)
        case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER": self = .chunks(isSigned: true, hasTrailer: true)
        case "STREAMING-UNSIGNED-PAYLOAD-TRAILER": self = .chunks(isSigned: false, hasTrailer: true)
        case "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD", "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER":
            throw .notImplemented("SigV4A (\(field ?? ""))")
        case let digest?:
            guard HexadecimalDigest.isValid(digest.utf8.span) else {
                throw .invalidArgument(
                    "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER,"
                        + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                        + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD, STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER"
                        + " or a valid sha256 value.", "x-amz-content-sha256", digest)
            }
            self = .digest(digest.lowercased())
        }
    }

    /// Whether the bytes of the body are not those of the object.
    package var isChunked: Bool { if case .chunks = self { true } else { false } }

    /// Whether the encoding has room for a trailer.
    var hasTrailer: Bool { if case .chunks(_, let hasTrailer) = self { hasTrailer } else { false } }
}
