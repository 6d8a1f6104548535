/// A string helper of Handlebars.java: for an empty value it prints its second argument.
protocol StringHelper: TemplateHelper {
    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String
}

extension StringHelper {
    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let subject = call.subject
        if subject.isFalsy { return call.parameter(1).isNull ? .null : .text(call.parameter(1).printed) }
        return .text(try text(subject, call))
    }
}

extension String {
    /// A range of UTF-16 units, in which Java counts.
    func slice(_ range: Range<Int>) -> String { String(decoding: Array(utf16)[range], as: UTF16.self) }

    /// The padding's characters, repeated to this length.
    static func padding(_ pad: String, _ count: Int) -> String {
        let pad = pad.isEmpty ? " " : pad
        let (whole, rest) = Swift.max(0, count).quotientAndRemainder(dividingBy: pad.utf16.count)
        return String(repeating: pad, count: whole) + pad.slice(0..<rest)
    }
}

extension HelperCall {
    /// `size=` and `pad=`, the size checked against the output limit.
    func sizeAndPad() throws(TemplateError) -> (size: Int, pad: String) {
        let size = max(0, try option("size").integer.orFailure("\(name): found 'null', expected 'size'"))
        try checkLength(size)
        return (size, has("pad") ? option("pad").printed : " ")
    }

    /// A whole number that is required.
    func requiredInteger(_ index: Int, _ what: String) throws(TemplateError) -> Int {
        try parameter(index).integer.orFailure("\(name): found '\(parameter(index).printed)', expected '\(what)'")
    }
}
