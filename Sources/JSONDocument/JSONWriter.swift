extension JSONValue {
    /// White space in a written JSON text.
    package enum Layout: Sendable {
        /// No white space.
        case compact
        /// As Jackson's default pretty printer writes it: each member on a line of its own, two spaces a level, `"name" : value`;
        /// the elements of an array side by side, `[ 1, 2 ]`.
        case pretty
    }

    /// The value as JSON in UTF-8. Keeps the order of members and the text of numbers; escapes only what must be escaped.
    package func bytes(_ layout: Layout = .compact) -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, layout)
        return bytes
    }

    /// The same as a string.
    package func text(_ layout: Layout = .compact) -> String { String(decoding: bytes(layout), as: UTF8.self) }

    /// Appends the value as JSON.
    /// - Parameter level: how deep the value is nested in another one, for the pretty layout.
    package func write(to bytes: inout [UInt8], _ layout: Layout = .compact, level: Int = 0) {
        var writer = JSONWriter(isPretty: layout == .pretty, bytes: [], level: level)
        swap(&writer.bytes, &bytes)
        writer.write(self)
        swap(&writer.bytes, &bytes)
    }
}

private struct JSONWriter {
    let isPretty: Bool
    var bytes: [UInt8]
    var level = 0

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let text): write(text)
        case .array(let values): write(values)
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ values: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if isPretty { bytes.append(UInt8(ascii: " ")) }
            write(value)
        }
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        level += 1
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if isPretty { newLine() }
            write(member.name)
            if isPretty { bytes += " : ".utf8 } else { bytes.append(UInt8(ascii: ":")) }
            write(member.value)
        }
        level -= 1
        if isPretty {
            if object.isEmpty { bytes.append(UInt8(ascii: " ")) } else { newLine() }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in text.utf8 { writeEscaped(byte) }
        } else {
            bytes += text.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes += "\\\"".utf8
        case UInt8(ascii: "\\"): bytes += "\\\\".utf8
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0..<0x20: bytes += "\\u\(hexadecimal(byte, digits: 4))".utf8
        default: bytes.append(byte)
        }
    }
}
