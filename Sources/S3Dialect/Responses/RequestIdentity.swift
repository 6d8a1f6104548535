package import HTTPMessage
internal import Synchronization

/// The two identifiers in S3's responses, for support: that of the request and that of the host.
package struct RequestIdentity: Sendable, Equatable {
    private let first: UInt64
    private let second: UInt64
    /// 16 digits and capital letters, unique in the process.
    package var requestID: String { idField.value }
    /// 76 characters that look like base64. The same for the whole process, so that shared responses can have it.
    package static let hostID: String = {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var random = SplitMix64(seed: seed)
        return String(decoding: (0..<75).map { _ in letters[Int(random.next() % 64)] }, as: UTF8.self) + "="
    }()

    /// The fields of every response, except for the request id.
    package static let commonFields: HeaderFields = [("x-amz-id-2", hostID), ("Server", "AmazonS3")]

    /// The field that each response has on its own.
    package var idField: IDField { IDField("x-amz-request-id", first, second) }

    /// The same as a list.
    package var fields: HeaderFields { HeaderFields([idField.field]) }

    /// That of the next request.
    package static func next() -> RequestIdentity {
        let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
        var random = SplitMix64(seed: seed &+ number &* 0xD1B5_4A32_D192_ED03)
        return RequestIdentity(first: characters(random.next()), second: characters(random.next()))
    }

    /// Eight characters, each for five of the lowest bits.
    private static func characters(_ bits: UInt64) -> UInt64 {
        let capitals = Self.capitals
        var text: UInt64 = 0
        for index in 0..<8 { text |= UInt64(capitals[Int(truncatingIfNeeded: bits &>> UInt64(index * 5) & 31)]) &<< UInt64(index * 8) }
        return text
    }

    private static let seed = UInt64.random(in: .min ... .max)
    private static let counter = Atomic<UInt64>(0)
    private static let capitals = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}
