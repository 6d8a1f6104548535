/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
    /// Two digits for each byte.
    package static func text(_ bytes: [UInt8]) -> String { text(bytes[...]) }

    /// Two digits for each byte.
    package static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
}
