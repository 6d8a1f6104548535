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
        var state = seed &+ number &* 0xD1B5_4A32_D192_ED03
        return RequestIdentity(
            requestID: text(16, of: capitals, bits: 5, &state), hostID: text(75, of: letters, bits: 6, &state) + "=")
    }

    private static let seed = UInt64.random(in: .min ... .max)
    private static let counter = Atomic<UInt64>(0)
    private static let capitals = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func text(_ length: Int, of alphabet: [UInt8], bits: Int, _ state: inout UInt64) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        var word: UInt64 = 0
        var left = 0
        while bytes.count < length {
            if left < bits {
                word = mixed(&state)
                left = 64
            }
            bytes.append(alphabet[Int(word & (1 << UInt64(bits) - 1))])
            word >>= UInt64(bits)
            left -= bits
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// SplitMix64.
    private static func mixed(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
