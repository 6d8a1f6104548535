internal import JavaText

/// `{{dateFormat date ['short' | 'medium' | 'long' | 'full' | pattern] ['de_DE'] [format=] [locale=] [time='short' …] [tz='GMT+02:00']}}`.
/// The pattern is one of Java's `DateTimeFormatter`.
struct DateFormatHelper: TemplateHelper {
    let names = ["dateFormat"]
    let arguments = 0...3
    let options: [String]? = ["format", "locale", "time", "tz"]
    let pace = 30
    let zones: (any TimeZoneDatabase)?

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isFalsy { return call.parameter(1) }
        try call.chargeSteps(1_000)
        guard case .date(let date) = call.subject else {
            throw .failure("dateFormat: found \"\(call.subject.printed)\", expected a date")
        }
        let locale = JavaLocale(call.text(2, default: call.option("locale").printed))
        let written = call.text(1, default: call.option("format").printed)
        let style = written.isEmpty ? "medium" : written
        var pattern = locale.pattern(.dates, style: style) ?? style
        if call.has("time") { pattern = locale.pattern(date: style, time: call.option("time").printed) ?? pattern }
        let name = call.option("tz").printed
        let zone = name.isEmpty ? .utc : Zone(name, database: zones) ?? .utc
        return .text(
            try TemplateDate(milliseconds: date.milliseconds, format: pattern, .dateTimeFormatter, zone: zone, locale: locale).text)
    }
}
