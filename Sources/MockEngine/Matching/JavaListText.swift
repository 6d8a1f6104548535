internal import HTTPMessage
internal import JSONDocument
internal import JavaText

/// A list as the JSON library of WireMock's JSONPath prints it: compact, a slash as `\/`, numbers as Java prints them.
struct JavaListText {
    /// Up to this length json-smart reads a decimal number as a `double`, a longer one exactly.
    private static let longestDouble = 18

    private var bytes: [UInt8] = []

    private init() {}

    /// The list as text.
    static func text(_ list: JSONValue) -> String {
        var printer = JavaListText()
        printer.print(list)
        return String(decoding: printer.bytes, as: UTF8.self)
    }

    /// A number outside of a list is printed in the same way.
    static func text(_ number: JSONNumber) -> String {
        if number.isWrittenWhole { return number.text }
        return number.text.utf8.count > longestDouble ? JavaNumber.text(decimal: number.text) : JavaNumber.text(number.double)
    }

    private mutating func print(_ value: JSONValue) {
        switch value {
        case .null, .bool: value.write(to: &bytes)
        case .number(let number): bytes += Self.text(number).utf8
        case .string(let text): print(text)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                print(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                print(member.name)
                bytes.append(UInt8(ascii: ":"))
                print(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func print(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.mayBeEscaped) {
            for scalar in text.unicodeScalars { print(scalar) }
        } else {
            bytes += text.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mayBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/")
    }

    private mutating func print(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\", "/": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
        case "\u{8}": bytes += "\\b".utf8
        case "\t": bytes += "\\t".utf8
        case "\n": bytes += "\\n".utf8
        case "\u{C}": bytes += "\\f".utf8
        case "\r": bytes += "\\r".utf8
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2000}"..."\u{20FF}":
            let digits = String(scalar.value, radix: 16, uppercase: true)
            bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
        default: bytes += scalar.utf8
        }
    }
}
