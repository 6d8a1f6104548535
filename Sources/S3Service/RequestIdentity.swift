internal import HTTPMessage
internal import Synchronization

/// The two names of a request that S3's answers carry, and that its support asks for. No two requests of a process have the same.
struct RequestIdentity: Sendable, Equatable {
    /// 16 digits and capital letters.
    let requestID: String
    /// 76 characters that look like base64.
    let hostID: String

    /// As they are sent.
    var fields: HeaderFields { [("x-amz-id-2", hostID), ("x-amz-request-id", requestID)] }

    static func next() -> RequestIdentity {
        let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
        var random = SplitMix64(seed: seed &+ number &* 0xD1B5_4A32_D192_ED03)
        return RequestIdentity(
            requestID: text(16, of: capitals, bits: 5, &random), hostID: text(75, of: letters, bits: 6, &random) + "=")
    }

    private static let seed = UInt64.random(in: .min ... .max)
    private static let counter = Atomic<UInt64>(0)
    private static let capitals = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func text(_ length: Int, of alphabet: [UInt8], bits: Int, _ random: inout SplitMix64) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        var word: UInt64 = 0
        var left = 0
        while bytes.count < length {
            if left < bits {
                word = random.next()
                left = 64
            }
            bytes.append(alphabet[Int(word & (1 << UInt64(bits) - 1))])
            word >>= UInt64(bits)
            left -= bits
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
