internal import JavaText

/// `{{parseDate text [format=]}}`: a date. The format is a pattern of `DateTimeFormatter`, `epoch` or `unix`; without one, ISO 8601 with an
/// offset, RFC 1123, RFC 1036 and asctime are accepted. Any other text gives nothing.
struct ParseDateHelper: TemplateHelper {
    let names = ["parseDate"]
    let arguments = 0...1
    let options: [String]? = ["format"]
    let pace = 25
    let zones: (any TimeZoneDatabase)?

    func usualArguments(body: String) -> String? { "\(body) format='yyyy-MM-dd'" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.chargeSteps(500)
        let text = call.subject.printed
        let read: ReadDateTime?
        switch call.option("format").isNull ? nil : call.option("format").printed {
        case nil: read = DateTimeReader.read(text, zones: zones).flatMap { $0.offsetSeconds == nil ? nil : $0 }
        case let unit? where unit.lowercased() == "unix" || unit.lowercased() == "epoch":
            let isSeconds = unit.lowercased() == "unix"
            guard let number = Int(text), number.magnitude < (isSeconds ? 1 << 43 : 1 << 53) else { return .null }
            return .date(try TemplateDate(milliseconds: isSeconds ? number * 1000 : number))
        case let pattern?:
            do { read = try JavaDateFormat(pattern, .dateTimeFormatter).read(text, zones: zones) } catch { throw .failure("\(error)") }
        }
        guard let read, abs(read.local.seconds) < 1 << 48 else { return .null }
        let zone = read.offsetSeconds.flatMap { Zone(JavaDateFormat.offset($0, colons: true, zero: "Z")) }
        return .date(try TemplateDate(milliseconds: read.epochMilliseconds, zone: zone))
    }
}
