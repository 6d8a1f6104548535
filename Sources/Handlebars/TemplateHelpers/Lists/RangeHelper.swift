/// `{{range 1 5}}`: the list of the whole numbers from the first to the last.
struct RangeHelper: TemplateHelper {
    let names = ["range"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.parameters.count > 1, !call.parameter(0).isNull, !call.parameter(1).isNull else {
            throw .helper("The range helper requires both lower and upper bounds as integer parameters")
        }
        let lower = try call.parameter(0).integer.orFailure("For input string: \"\(call.parameter(0).printed)\"")
        let upper = try call.parameter(1).integer.orFailure("For input string: \"\(call.parameter(1).printed)\"")
        let (width, isTooLarge) = upper.subtractingReportingOverflow(lower)
        guard isTooLarge ? upper > lower : width >= -1 else {
            throw .failure("range: the upper bound \(upper) is below the lower bound \(lower)")
        }
        try call.countSteps(isTooLarge ? .max : max(0, width))
        return .list(width < 0 ? [] : (lower...upper).map { .int($0) })
    }
}
