package import JSONDocument

/// Conversions of scalars as WireMock's reader (Jackson) does them. The report records what was read as what.
extension FieldReader {
    /// A string, or the text of a number or a boolean. Nil when absent; anything else is reported.
    package mutating func text(_ name: String) -> String? {
        guard let node = take(name) else { return nil }
        if let text = node.text(report) { return text }
        report.add("\"\(name)\" must be a string, found \(node.kind)", at: node)
        return nil
    }

    /// A whole number in a field that WireMock does not have: as `wholeNumber`, but a fraction is a problem.
    package mutating func exactNumber(_ name: String, in range: ClosedRange<Int>) -> Int? {
        wholeNumber(name, in: range, cutsFractions: false)
    }

    /// A whole number, also written as a string (`"200"`). A fraction is cut off, with a warning. An empty string counts as absent. Nil
    /// when absent or reported.
    package mutating func wholeNumber(_ name: String, in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        wholeNumber(name, in: range, cutsFractions: true)
    }

    /// The longest of the times for which WireMock has 32 bits: 25 days.
    static let mostMilliseconds = Int(Int32.max)

    /// A time in milliseconds, as `wholeNumber`.
    mutating func milliseconds(_ name: String, from least: Int = Int.min) -> Int? {
        wholeNumber(name, in: least...Self.mostMilliseconds)
    }

    private mutating func wholeNumber(_ name: String, in range: ClosedRange<Int>, cutsFractions: Bool) -> Int? {
        guard let node = takeUnlessBlank(name) else { return nil }
        guard let value = node.wholeNumber else {
            let isTime = name.hasSuffix("illiseconds") || name == "totalDuration"
            let milliseconds = isTime ? node.scalarText.flatMap { WrittenUnit.milliseconds(in: $0) } : nil
            report.add(
                "\"\(name)\" must be a whole number, found \(node.found)", at: node,
                repair: milliseconds.map { "Write \($0)." } ?? node.templateRepair)
            return nil
        }
        if case .number(let number) = node.content, number.int == nil {
            guard cutsFractions else {
                report.add("\"\(name)\" must be a whole number, found \(node.found)", at: node)
                return nil
            }
            report.warn("\"\(name)\" is \(node.found), of which \(value) counts", at: node)
        }
        guard range.contains(value) else {
            let bounds =
                if range.upperBound == .max { "at least \(range.lowerBound)" } else if range.lowerBound == .min {
                    "at most \(range.upperBound)"
                } else { "in \(range.lowerBound)…\(range.upperBound)" }
            report.add("\"\(name)\" is \(value), but must be \(bounds)", at: node)
            return nil
        }
        if case .number(let number) = node.content, number.isWrittenWhole, number.text != "-0" { return value }
        report.take(node, for: .number(JSONNumber(value)))
        return value
    }

    /// A number, also written as a string. An empty string counts as absent. Nil when absent or reported.
    mutating func number(_ name: String) -> Double? { number(name, "finite") { _ in true } }

    /// A number of at least 0, also written as a string. An empty string counts as absent. Nil when absent or reported.
    package mutating func nonNegative(_ name: String) -> Double? { number(name, "at least 0") { $0 >= 0 } }

    /// A number from 0 to 1, also written as a string. An empty string counts as absent. Nil when absent or reported.
    package mutating func fraction(_ name: String) -> Double? { number(name, "in 0…1") { (0...1).contains($0) } }

    private mutating func number(_ name: String, _ bounds: String, _ isWithin: (Double) -> Bool) -> Double? {
        guard let node = takeUnlessBlank(name) else { return nil }
        guard let text = node.scalarText, let value = Double(text), value.isFinite else {
            report.add("\"\(name)\" must be a number, found \(node.found)", at: node, repair: node.templateRepair)
            return nil
        }
        guard isWithin(value) else {
            report.add("\"\(name)\" is \(text), but must be \(bounds)", at: node)
            return nil
        }
        if case .string = node.content { report.take(node, for: .number(JSONNumber(value))) }
        return value
    }

    /// True or false, also written as a string (`"false"`, `"True"`, `"TRUE"`) or a whole number (0 is false). An empty string counts as
    /// absent. Nil when absent or reported.
    package mutating func flag(_ name: String) -> Bool? {
        guard let node = takeUnlessBlank(name) else { return nil }
        if case .bool(let value) = node.content { return value }
        guard let value = node.flag else {
            report.add("\"\(name)\" must be true or false, found \(node.found)", at: node)
            return nil
        }
        report.take(node, for: .bool(value))
        return value
    }

    /// Nil also for a string of white space.
    private mutating func takeUnlessBlank(_ name: String) -> JSONNode? {
        guard let node = take(name) else { return nil }
        guard case .string(let text) = node.content, text.allSatisfy(\.isWhitespace) else { return node }
        report.take(node, for: .null)
        return nil
    }

    /// Warns about fields that are written but have no effect.
    /// - Parameter reason: completes `"body" means nothing …`.
    package mutating func warnOfIdle(_ names: [String], _ reason: String, repair: String? = nil) {
        for name in names {
            if let node = take(name) { report.warn("\"\(name)\" means nothing \(reason)", at: node, repair: repair) }
        }
    }

    /// A list of strings; each may also be a number or a boolean. Nil when absent or reported.
    package mutating func texts(_ name: String) -> [String]? {
        guard let nodes = array(name) else { return nil }
        return nodes.compactMap { node in
            if let text = node.text(report) { return text }
            report.add("each of \"\(name)\" must be a string, found \(node.kind)", at: node)
            return nil
        }
    }
}

extension JSONNode {
    /// A number, or a string with one, rounded towards zero. Nil for everything else, and for what is too large.
    fileprivate var wholeNumber: Int? {
        switch content {
        case .string(let text): Int(text.filter { !$0.isWhitespace })
        case .number(let number): number.int ?? Int(exactly: number.double.rounded(.towardZero))
        default: nil
        }
    }

    fileprivate var flag: Bool? {
        if case .number(let number) = content { return number.int.map { $0 != 0 } }
        return switch scalarText {
        case "true", "True", "TRUE": true
        case "false", "False", "FALSE": false
        default: nil
        }
    }

    /// The text of a string, a number or a boolean, recorded in the report. Nil for everything else.
    func text(_ report: ProblemReport) -> String? {
        guard let text = scalarText else { return nil }
        if case .string = content { return text }
        report.take(self, for: .string(text))
        return text
    }

    /// The text of a string, a number or a boolean. Nil for everything else.
    package var scalarText: String? {
        switch content {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
