internal import JavaText
internal import JSONDocument

/// Prints values as text.
enum TemplateText {
    /// Appends a value as it prints in a response, where null prints nothing.
    static func append(_ value: TemplateValue, to output: inout [UInt8], dialect: TemplateDialect = .wireMock) {
        switch value {
        case .null: break
        case .text(let text): output.append(contentsOf: text.utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): appendDecimal(value, to: &output)
        case .double(let value): output.append(contentsOf: JavaNumber.text(value).utf8)
        case .decimal(let text): output.append(contentsOf: JavaNumber.text(decimal: text).utf8)
        case .multiple(let values): if let first = values.first { output.append(contentsOf: first.utf8) }
        case .date(let date): output.append(contentsOf: date.text.utf8)
        case .tree(.object(let object), .jsonPath): JSONValue.object(object).withoutNullMembers.javaNumbers.write(to: &output, .pretty)
        case .tree(.array(let values), .jsonPath), .tree(.array(let values), .jsonPathPart):
            JSONValue.array(values).javaNumbers.writeEscaped(to: &output)
        case .tree(.object(let object), .jsonPathOfJava):
            JSONValue.object(object).withoutNullMembers.plainNumbers.write(to: &output, .pretty)
        case .tree(.array(let values), .jsonPathOfJava): JSONValue.array(values).writeEscaped(to: &output)
        case .list, .tree, .object:
            if dialect.printsAsJava { appendCollection(value, to: &output) } else { appendAsJavaScript(value, to: &output) }
        }
    }

    private static func appendDecimal(_ value: Int, to output: inout [UInt8]) {
        if value >= 0, value < 10 {
            output.append(UInt8(ascii: "0") + UInt8(value))
        } else {
            output.append(contentsOf: String(value).utf8)
        }
    }

    private static func appendCollection(_ value: TemplateValue, to output: inout [UInt8]) {
        if case .object(let object) = value, let text = object.text {
            output.append(contentsOf: text.utf8)
        } else if let elements = value.elements {
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(contentsOf: ", ".utf8) }
                appendNested(element, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        } else if let entries = value.entries {
            output.append(UInt8(ascii: "{"))
            for (index, entry) in entries.enumerated() {
                if index > 0 { output.append(contentsOf: ", ".utf8) }
                output.append(contentsOf: entry.name.utf8)
                output.append(UInt8(ascii: "="))
                appendNested(entry.value, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func appendNested(_ value: TemplateValue, to output: inout [UInt8]) {
        if case .null = value { output.append(contentsOf: "null".utf8) } else { append(value, to: &output) }
    }

    private static func appendAsJavaScript(_ value: TemplateValue, to output: inout [UInt8]) {
        guard let elements = value.elements else {
            output.append(contentsOf: "[object Object]".utf8)
            return
        }
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(element, to: &output, dialect: .javaScript)
        }
    }

    /// Appends a text with HTML's special characters escaped.
    static func appendEscaped(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): output.append(contentsOf: "&#x27;".utf8)
            case UInt8(ascii: "`"): output.append(contentsOf: "&#x60;".utf8)
            case UInt8(ascii: "="): output.append(contentsOf: "&#x3D;".utf8)
            default: output.append(byte)
            }
        }
    }
}

extension JSONValue {
    /// Without exponents in numbers, as WireMock writes JSON.
    var plainNumbers: JSONValue {
        switch self {
        case .number(let number) where !number.isWrittenWhole: .number(JSONNumber(validated: JavaNumber.plainText(decimal: number.text)))
        case .array(let values): .array(values.map(\.plainNumbers))
        case .object(let object): .object(JSONObject(object.map { ($0.name, $0.value.plainNumbers) }))
        default: self
        }
    }

    /// Numbers with a fraction, as Java prints doubles.
    fileprivate var javaNumbers: JSONValue {
        switch self {
        case .number(let number) where !number.text.utf8.allSatisfy({ $0 <= UInt8(ascii: "9") && $0 != UInt8(ascii: ".") }):
            .number(JSONNumber(validated: JavaNumber.text(number.double)))
        case .array(let values): .array(values.map(\.javaNumbers))
        case .object(let object): .object(JSONObject(object.map { ($0.name, $0.value.javaNumbers) }))
        default: self
        }
    }

    /// Compact, as json-smart writes lists (the reader behind WireMock's `jsonPath`): `/` as `\/`, and control characters and punctuation
    /// (U+007F to U+009F, U+2000 to U+20FF) as `\uXXXX`.
    fileprivate func writeEscaped(to output: inout [UInt8]) {
        for scalar in String(decoding: bytes(), as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x2F: output.append(contentsOf: #"\/"#.utf8)
            case 0x7F...0x9F, 0x2000...0x20FF:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                output.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: output.append(contentsOf: UTF8.encode(scalar)!)
            }
        }
    }
}

extension TemplateValue {
    /// As it prints; null is an empty text.
    package var printed: String {
        switch self {
        case .null: return ""
        case .text(let text): return text
        default:
            var bytes: [UInt8] = []
            TemplateText.append(self, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
