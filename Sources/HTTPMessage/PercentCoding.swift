/// Percent escapes (RFC 3986, section 2.1).
package enum PercentCoding {
    /// Decodes each `%XX` once; a malformed escape stays as it is.
    package static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return result
    }

    /// The same of a whole array.
    package static func decode(_ bytes: [UInt8], plusIsSpace: Bool = false) -> [UInt8] { decode(bytes[...], plusIsSpace: plusIsSpace) }

    /// Decodes to text, with `+` as a space. Bytes that are not UTF-8 become U+FFFD.
    package static func decodeForm(_ bytes: ArraySlice<UInt8>) -> String {
        let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
        return isPlain ? String(decoding: bytes, as: UTF8.self) : String(decoding: decode(bytes, plusIsSpace: true), as: UTF8.self)
    }

    /// Decodes a path to text; `+` stays. Bytes that are not UTF-8 become U+FFFD.
    package static func decodePath(_ bytes: some Collection<UInt8>) -> String { decodePath(Array(bytes)[...]) }

    /// The same of a part of a head. Not generic: generic code is slow where the compiler does not specialize it.
    package static func decodePath(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.contains(UInt8(ascii: "%")) ? String(decoding: decode(bytes), as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes all bytes except RFC 3986's unreserved characters and those in `keeping`.
    package static func encode(_ text: some Sequence<UInt8>, keeping: String = "") -> String {
        let kept = Set(keeping.utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            case _ where kept.contains(byte): result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
