internal import JavaText

/// `{{truncateDate date 'first day of month'}}`: WireMock's nine truncations.
struct TruncateDateHelper: TemplateHelper {
    let names = ["truncateDate"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 25

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.parameters.count > 1 else {
            throw .helper("Truncation type must be specified as the first parameter to truncateDate")
        }
        guard case .date(let date) = call.subject else { throw .helper("A date object must be passed to the truncateDate helper") }
        let name = call.parameter(1).printed
        let truncation = try DateTimeTruncation(name).orFailure("truncateDate: unknown truncation \"\(name)\"")
        var time = ZonedDateTime(epochMilliseconds: date.milliseconds, zone: date.zone ?? .utc)
        time.local = time.local.truncated(to: truncation)
        return .date(try TemplateDate(milliseconds: time.epochMilliseconds, zone: date.zone))
    }
}
