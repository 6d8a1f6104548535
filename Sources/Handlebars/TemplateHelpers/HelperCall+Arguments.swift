internal import HTTPMessage
package import JSONDocument

/// How WireMock's helpers read their arguments.
extension HelperCall {
    /// The text of the block, or of the first argument.
    func blockOrSubjectText() throws(TemplateError) -> String { isBlock ? try bodyText() : subject.printed }

    /// Whether `name=true` was given; the text `'true'` does not count.
    func isSet(_ name: String) -> Bool {
        if case .bool(true) = option(name) { true } else { false }
    }

    /// The argument at an index as text; the default if there is none, or it is null.
    func text(_ index: Int, default other: String) -> String { parameter(index).isNull ? other : parameter(index).printed }

    /// A whole number, or its text.
    func integer(_ name: String, default value: Int) throws(TemplateError) -> Int {
        guard has(name) else { return value }
        return try option(name).integer.orFailure("For input string: \"\(option(name).printed)\"")
    }

    /// A number, or its text.
    func decimal(_ name: String, default value: Double) throws(TemplateError) -> Double {
        guard has(name) else { return value }
        return try option(name).double.orFailure("For input string: \"\(option(name).printed)\"")
    }

    /// The result of a yes-or-no helper: the block or its `{{else}}`; without a block `yes=` and `no=`, by default true and false.
    func outcome(_ isMet: Bool) throws(TemplateError) -> TemplateValue {
        if isBlock {
            if isMet { try renderBody() } else { try renderInverse() }
            return .null
        }
        let name = isMet ? "yes" : "no"
        return has(name) ? option(name) : .bool(isMet)
    }

    /// The charset that `encoding=` names; UTF-8 by default.
    var charset: TextCharset {
        get throws(TemplateError) {
            guard has("encoding") else { return .utf8 }
            let name = option("encoding").printed
            guard let charset = TextCharset(name: name) else { throw .failure("unsupported encoding \"\(name)\"") }
            return charset
        }
    }
}

extension TemplateValue {
    /// The integer part of a number; the number in a text if it is a whole number. Of several values of a parameter, the first counts.
    package var integer: Int? {
        switch self {
        case .int(let value): value
        case .double(let value): abs(value) < 9e18 ? Int(value) : nil
        case .decimal(let text): Double(text).flatMap { abs($0) < 9e18 ? Int($0) : nil }
        case .text(let text): Int(text)
        case .multiple(let values): values.first.flatMap { Int($0) }
        default: nil
        }
    }

    /// A number, or the number in a text. Of several values of a parameter, the first counts.
    package var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .decimal(let text), .text(let text): Double(text)
        case .multiple(let values): values.first.flatMap { Double($0) }
        default: nil
        }
    }

    /// Whether the value is a number, not a text of one.
    package var isNumber: Bool {
        switch self {
        case .int, .double, .decimal: true
        default: false
        }
    }

    /// As JSON, as Jackson writes the values in templates: one value of a parameter as itself, several as a list.
    package var json: JSONValue {
        switch self {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return JSONValue(value)
        case .double(let value): return JSONValue(value)
        case .decimal(let text): return .number(JSONNumber(validated: text))
        case .text(let text): return .string(text)
        case .list(let values): return .array(values.map(\.json))
        case .multiple(let values): return values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
        case .tree(let value, _): return value
        case .date(let date): return .string(date.text)
        case .object(let object):
            if let entries = object.entries { return .object(JSONObject(entries.map { ($0.name, $0.value.json) })) }
            if let elements = object.elements { return .array(elements.map(\.json)) }
            return .string(printed)
        }
    }
}

extension Optional {
    /// The value; if there is none, a 500 with this message.
    /// - Throws: `.failure`.
    func orFailure(_ message: @autoclosure () -> String) throws(TemplateError) -> Wrapped {
        guard let self else { throw .failure(message()) }
        return self
    }

    /// The value; `[ERROR: …]` if there is none.
    /// - Throws: `.helper`.
    func orHelperError(_ message: @autoclosure () -> String) throws(TemplateError) -> Wrapped {
        guard let self else { throw .helper(message()) }
        return self
    }
}
