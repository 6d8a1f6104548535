/// `{{array a b c}}`: a list of its arguments; an empty list if the first of them is null.
struct ArrayHelper: TemplateHelper {
    let names = ["array"]
    let options: [String]? = []
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.parameter(0).isNull ? .list([]) : try call.list(of: call.parameters)
    }
}

/// `{{arrayJoin separator list [prefix=] [suffix=]}}`, or with the values as arguments instead of a list; as a block, renders each element.
struct ArrayJoinHelper: TemplateHelper {
    let names = ["arrayJoin"]
    let arguments = 2...Int.max
    let blockContext: TemplateBlockContext? = .other
    let options: [String]? = ["prefix", "suffix"]
    let pace = 1

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let separator) = call.parameter(0) else { throw .helper("Separator parameter must be a String") }
        if call.parameter(1).isNull { throw .helper("The parameter must be list") }
        let elements = call.parameter(1).elements ?? Array(call.parameters.dropFirst())
        if elements.isEmpty { return .text("") }
        try call.makesJoined(elements, separator: separator)
        var texts: [String] = []
        for element in elements { texts.append(call.isBlock ? try call.bodyText(with: element) : element.printed) }
        return .text(call.option("prefix").printed + texts.joined(separator: separator) + call.option("suffix").printed)
    }
}

/// `{{arrayRemove list [position=index | 'start' | 'end']}}`: the list with one element less; by default the last.
struct ArrayRemoveHelper: TemplateHelper {
    let names = ["arrayRemove"]
    let arguments = 1...1
    let options: [String]? = ["position"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.parameter(0).isNull { return .list([]) }
        var list = try call.list()
        let position = try call.position()
        if let position { try HelperCall.check(position, in: list) }
        let place = position ?? list.count - 1
        guard list.indices.contains(place) else { throw .failure("arrayRemove: Index \(place) out of bounds for length \(list.count)") }
        list.remove(at: place)
        return .list(list)
    }
}

extension HelperCall {
    /// Must be called before elements are printed with a separator between them.
    func makesJoined(_ elements: [TemplateValue], separator: String) throws(TemplateError) {
        var bytes = 0
        for element in elements { bytes += 16 * element.weight }
        let (separators, isTooLong) = elements.count.multipliedReportingOverflow(by: separator.utf8.count)
        try checkLength(isTooLong ? Int.max : bytes.addingReportingOverflow(separators).partialValue)
    }
}
