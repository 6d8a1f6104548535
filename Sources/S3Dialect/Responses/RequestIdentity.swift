package import HTTPMessage
internal import Synchronization

/// The two identifiers in S3's responses, for support: that of the request and that of the host.
package struct RequestIdentity: Sendable, Equatable {
    /// 16 digits and capital letters, unique in the process.
    package let requestID: String
    /// 76 characters that look like base64. The same for the whole process, so that shared responses can have it.
    package static let hostID: String = {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var random = SplitMix64(seed: seed)
        return String(decoding: (0..<75).map { _ in letters[Int(random.next() % 64)] }, as: UTF8.self) + "="
    }()

    /// The fields of every response, except for the request id.
    package static let commonFields: HeaderFields = [("x-amz-id-2", hostID), ("Server", "AmazonS3")]

    /// The field that each response has on its own.
    package var fields: HeaderFields { HeaderFields([HeaderFields.Field("x-amz-request-id", requestID)]) }

    /// That of the next request.
    package static func next() -> RequestIdentity {
        let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
        var random = SplitMix64(seed: seed &+ number &* 0xD1B5_4A32_D192_ED03)
        let capitals = Self.capitals
        var text: [16 of UInt8] = .init(repeating: UInt8(ascii: "0"))
        var word = random.next()
        for index in text.indices {
            // A word has twelve times five bits.
            if index == 12 { word = random.next() }
            text[index] = capitals[Int(truncatingIfNeeded: word & 31)]
            word >>= 5
        }
        guard let utf8 = try? UTF8Span(validating: text.span) else { fatalError("Naming a request: digits and capitals are ASCII.") }
        return RequestIdentity(requestID: String(copying: utf8))
    }

    private static let seed = UInt64.random(in: .min ... .max)
    private static let counter = Atomic<UInt64>(0)
    private static let capitals = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}
