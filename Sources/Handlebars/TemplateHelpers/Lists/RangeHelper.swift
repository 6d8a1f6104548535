/// `{{range 1 5}}`: the list of the whole numbers from the first to the last.
struct RangeHelper: TemplateHelper {
    let names = ["range"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let (lower, upper) = (try Self.bound(call.parameter(0)), try Self.bound(call.parameter(1)))
        let (width, isTooLarge) = upper.subtractingReportingOverflow(lower)
        guard isTooLarge ? upper > lower : width >= -1 else {
            throw .failure("range: the upper bound \(upper) is below the lower bound \(lower)")
        }
        try call.countSteps(isTooLarge ? .max : max(0, width))
        return .list(width < 0 ? [] : (lower...upper).map { .int($0) })
    }

    /// As in WireMock, a text that is no number fails the response; a value of another kind is a mistake of the template's author.
    private static func bound(_ value: TemplateValue) throws(TemplateError) -> Int {
        if let number = value.integer { return number }
        if case .text(let text) = value { throw .failure("For input string: \"\(text)\"") }
        throw .helper("The range helper requires both lower and upper bounds as integer parameters")
    }
}
