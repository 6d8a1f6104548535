public import JSONDocument

/// WireMock's reader turns one scalar into another where the meaning is plain; so do these.
extension FieldReader {
    /// A string, or the text of a number or a boolean.
    public mutating func text(_ name: String) -> String? {
        guard let node = take(name) else { return nil }
        if let text = node.scalarText { return text }
        report.add("\"\(name)\" must be a string, found \(node.kind)", at: node)
        return nil
    }

    /// A whole number, also written as a string (`"200"`).
    public mutating func wholeNumber(_ name: String, in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        guard let node = take(name) else { return nil }
        guard let value = node.scalarText.flatMap({ Int($0) }) ?? node.value.int else {
            report.add("\"\(name)\" must be a whole number, found \(node.found)", at: node)
            return nil
        }
        guard range.contains(value) else {
            let bounds =
                if range.upperBound == .max { "at least \(range.lowerBound)" } else if range.lowerBound == .min {
                    "at most \(range.upperBound)"
                } else { "in \(range.lowerBound)…\(range.upperBound)" }
            report.add("\"\(name)\" is \(value), but must be \(bounds)", at: node)
            return nil
        }
        return value
    }

    /// True or false, also written as a string (`"false"`).
    public mutating func flag(_ name: String) -> Bool? {
        guard let node = take(name) else { return nil }
        switch node.scalarText {
        case "true": return true
        case "false": return false
        default:
            report.add("\"\(name)\" must be true or false, found \(node.kind)", at: node)
            return nil
        }
    }

    /// A list of strings.
    public mutating func texts(_ name: String) -> [String]? {
        guard let nodes = array(name) else { return nil }
        return nodes.compactMap { node in
            if let text = node.scalarText { return text }
            report.add("each of \"\(name)\" must be a string, found \(node.kind)", at: node)
            return nil
        }
    }
}

extension JSONNode {
    /// The text of a string, a number or a boolean; nil for everything else.
    public var scalarText: String? {
        switch content {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
