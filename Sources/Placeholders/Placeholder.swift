package import HTTPMessage

/// A picture that was made. Immutable.
package final class Placeholder: Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// MD5 of the bytes, in hexadecimal digits.
    package let digest: String
    /// The Content-Type.
    package let mediaType: String

    init(bytes: [UInt8], digest: String, mediaType: String) {
        self.bytes = bytes
        self.digest = digest
        self.mediaType = mediaType
    }

    /// Always the same, because the picture is. 1 January 2026.
    package static let lastModified = HTTPDate(secondsSinceEpoch: 1_767_225_600)
}
