/// `{{arrayAdd list value [position=index | 'start' | 'end']}}`: the list with one more element.
struct ArrayAddHelper: TemplateHelper {
    let names = ["arrayAdd"]
    let arguments = 2...2
    let options: [String]? = ["position"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.parameter(0).isNull { return .list([]) }
        guard call.parameters.count > 1 else { throw .helper("Missing required parameter: additional value to add to list") }
        var list = try call.list()
        let position = try call.position() ?? list.count
        try HelperCall.check(position, in: list)
        list.insert(call.parameter(1), at: position)
        return try call.list(of: list)
    }
}

extension HelperCall {
    /// The first argument, which must be a list.
    func list() throws(TemplateError) -> [TemplateValue] {
        try parameter(0).elements.orFailure("\(name): \"\(parameter(0).printed)\" is not a list")
    }

    /// A list that the helper makes of values that may be lists themselves.
    /// - Throws: `.failure` if lists are nested in it deeper than JSON may be.
    func list(of elements: [TemplateValue]) throws(TemplateError) -> TemplateValue {
        try check(elements, depth: limits.jsonDepth)
        return .list(elements)
    }

    private func check(_ elements: [TemplateValue], depth: Int) throws(TemplateError) {
        guard depth > 0 else {
            throw .failure(
                "\(name): lists are nested more than \(limits.jsonDepth) deep (limits.jsonDepth)", exceeding: "limits.jsonDepth")
        }
        try chargeSteps(elements.count)
        for case .list(let inner) in elements { try check(inner, depth: depth - 1) }
    }

    /// Checks a position.
    /// - Throws: `.helper` if the list has no such position.
    static func check(_ position: Int, in list: [TemplateValue]) throws(TemplateError) {
        guard (0...list.count).contains(position) else {
            throw .helper("position must be greater than or equal to 0 and less than or equal to the size of the list")
        }
    }

    /// `position=`; nil for the end.
    func position() throws(TemplateError) -> Int? {
        let position = option("position").printed
        try reads(position, pace: 3)
        return switch position.lowercased() {
        case "", "end": nil
        case "start": 0
        case let text: try Int(text).orHelperError("position must be 'start', 'end' or an integer")
        }
    }
}
