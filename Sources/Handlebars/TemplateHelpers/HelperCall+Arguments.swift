internal import HTTPMessage
package import JSONDocument

/// How WireMock's helpers read their arguments.
extension HelperCall {
    /// The text of the block, or of the first argument.
    func blockOrSubjectText() throws(TemplateError) -> String { isBlock ? try bodyText() : subject.printed }

    /// Whether `name=true` was given; the text `'true'` is no truth value.
    func isSet(_ name: String) -> Bool {
        if case .bool(true) = option(name) { true } else { false }
    }

    /// The argument at that place as text; the other text when there is none, or null.
    func text(_ index: Int, default other: String) -> String { parameter(index).isNull ? other : parameter(index).printed }

    /// A whole number, also as text.
    func integer(_ name: String, default value: Int) throws(TemplateError) -> Int {
        guard has(name) else { return value }
        return try option(name).integer.orFailure("For input string: \"\(option(name).printed)\"")
    }

    /// A number, also as text.
    func decimal(_ name: String, default value: Double) throws(TemplateError) -> Double {
        guard has(name) else { return value }
        return try option(name).double.orFailure("For input string: \"\(option(name).printed)\"")
    }

    /// What a question answers: the block or its `{{else}}`; without a block `yes=` and `no=`, true and false by default.
    func answer(_ isMet: Bool) throws(TemplateError) -> TemplateValue {
        if isBlock {
            if isMet { try renderBody() } else { try renderInverse() }
            return .null
        }
        let name = isMet ? "yes" : "no"
        return has(name) ? option(name) : .bool(isMet)
    }

    /// The one that `encoding=` names; UTF-8 without it.
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
    /// A number's whole part; a text's number when it is a whole one.
    package var integer: Int? {
        switch self {
        case .int(let value): value
        case .double(let value): abs(value) < 9e18 ? Int(value) : nil
        case .decimal(let text): Double(text).flatMap { abs($0) < 9e18 ? Int($0) : nil }
        case .text(let text): Int(text)
        default: nil
        }
    }

    /// A number, also as text.
    package var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .decimal(let text), .text(let text): Double(text)
        default: nil
        }
    }

    package var isNumber: Bool {
        switch self {
        case .int, .double, .decimal: true
        default: false
        }
    }

    /// As JSON, the way in which Jackson writes what templates hold: one value of a parameter as itself, several as a list.
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
    /// The value; a 500 with that message when there is none.
    func orFailure(_ message: @autoclosure () -> String) throws(TemplateError) -> Wrapped {
        guard let self else { throw .failure(message()) }
        return self
    }
}
