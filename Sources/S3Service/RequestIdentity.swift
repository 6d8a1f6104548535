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
        var bytes = [UInt8](repeating: UInt8(ascii: "="), count: length)
        let mask = UInt64(1 << bits) - 1
        let perWord = 64 / bits
        var index = 0
        while index < length {
            var word = random.next()
            let end = min(length, index + perWord)
            while index < end {
                bytes[index] = alphabet[Int(truncatingIfNeeded: word & mask)]
                word >>= UInt64(bits)
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
