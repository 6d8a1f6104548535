/// Header fields in order, with their spelling and duplicates. Nothing is validated: a mock may send what a server should not.
package struct HeaderFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    /// One field line.
    package struct Field: Sendable, Hashable {
        /// The name, in any spelling.
        package var name: String
        /// The value, without the white space around it.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// The elements of the value as a list, which commas separate, without the white space around them.
        package var elements: [Substring] {
            value.utf8.split(separator: UInt8(ascii: ",")).map { FieldText.trimmingBlanks(Substring($0)) }.filter { !$0.isEmpty }
        }

        /// Whether the value is a list with that element, in any case of ASCII letters.
        package func lists(_ element: String) -> Bool {
            elements.contains { ASCII.equalsIgnoringCase($0.utf8, element.utf8) }
        }
    }

    /// The longest header fields of a response that can be sent, in bytes. Many clients accept less.
    package static let mostBytes = 256 << 10

    private var fields: [Field] = []

    package init() {}
    package init(_ fields: [Field]) { self.fields = fields }
    package init(arrayLiteral elements: (String, String)...) { fields = elements.map { Field($0.0, $0.1) } }

    /// Index of the first field.
    package var startIndex: Int { fields.startIndex }
    /// Index behind the last field.
    package var endIndex: Int { fields.endIndex }
    /// The field at that index.
    package subscript(position: Int) -> Field { fields[position] }

    /// Adds a field after the others; fields of the same name stay.
    package mutating func append(name: String, value: String) { fields.append(Field(name, value)) }

    /// Continues the value of the last field, after a blank. Does nothing without a field.
    package mutating func continueLast(_ text: Substring) {
        guard let last = fields.indices.last, !text.isEmpty else { return }
        if !fields[last].value.isEmpty { fields[last].value += " " }
        fields[last].value.append(contentsOf: text)
    }

    /// Adds fields after the others.
    package mutating func append(contentsOf others: HeaderFields) { fields += others.fields }

    /// The number in the first `Content-Length` field; nil without one, and for anything but digits (RFC 9110, section 8.6).
    package var contentLength: Int? {
        first("Content-Length").flatMap { $0.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int($0) : nil }
    }

    /// The first value of that name, in any case; nil when there is none.
    package func first(_ name: String) -> String? {
        fields.first { ASCII.equalsIgnoringCase($0.name, name) }?.value
    }

    /// All values of that name, in any case, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { ASCII.equalsIgnoringCase($0.name, name) }.map(\.value)
    }

    /// Whether there is a field of that name, in any case.
    package func contains(_ name: String) -> Bool { first(name) != nil }

    /// Whether a field of that name is a list with that element, both in any case. Several fields are one list (RFC 9110, section 5.3).
    package func list(_ name: String, contains element: String) -> Bool {
        fields.contains { ASCII.equalsIgnoringCase($0.name, name) && $0.lists(element) }
    }

    /// Replaces all fields of that name by one, which is added at the end.
    package mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name: name, value: value)
    }

    /// Removes all fields of that name, in any case.
    package mutating func remove(_ name: String) { fields.removeAll { ASCII.equalsIgnoringCase($0.name, name) } }

    /// The same fields with other URLs in `Location`, `Content-Location` and `Link`, and with other paths of cookies.
    /// - Parameter replacement: of a URL or a path, as it is written; nil leaves it.
    /// - Returns: nil if all of them stay as they are.
    package func replacingReferences(_ replacement: (String) -> String?) -> HeaderFields? {
        var result = self
        var isChanged = false
        for (index, field) in fields.enumerated() {
            guard let value = field.replacingReferences(replacement), value != field.value else { continue }
            result.fields[index].value = value
            isChanged = true
        }
        return isChanged ? result : nil
    }
}

extension HeaderFields.Field {
    /// Nil for a field that leads nowhere.
    fileprivate func replacingReferences(_ replacement: (String) -> String?) -> String? {
        if ASCII.equalsIgnoringCase(name, "Location") || ASCII.equalsIgnoringCase(name, "Content-Location") { return replacement(value) }
        if ASCII.equalsIgnoringCase(name, "Link") {
            // RFC 8288: `<URL>; rel="next", <URL>`. A URL has no angle brackets.
            return value.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, piece in
                guard index > 0, let end = piece.firstIndex(of: ">"), let url = replacement(String(piece[..<end])) else {
                    return String(piece)
                }
                return url + piece[end...]
            }.joined(separator: "<")
        }
        guard ASCII.equalsIgnoringCase(name, "Set-Cookie") else { return nil }
        // RFC 6265: attributes follow the name and the value, separated by semicolons, and the case of their names is ignored.
        return value.split(separator: ";", omittingEmptySubsequences: false).enumerated().map { index, part in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard index > 0, pair.count == 2, FieldText.trimmingBlanks(pair[0]).lowercased() == "path",
                let path = replacement(String(FieldText.trimmingBlanks(pair[1])))
            else { return String(part) }
            return "\(pair[0])=\(path)"
        }.joined(separator: ";")
    }
}
