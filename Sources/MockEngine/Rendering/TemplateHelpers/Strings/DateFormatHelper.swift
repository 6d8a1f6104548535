/// `{{dateFormat date ['short' | 'medium' | 'long' | 'full' | pattern] [format=] [time='short' …] [tz='GMT+02:00']}}`.
struct DateFormatHelper: TemplateHelper {
    let names = ["dateFormat"]
    let zones: (any TimeZoneDatabase)?

    private static let dates = ["full": "EEEE, MMMM d, y", "long": "MMMM d, y", "medium": "MMM d, y", "short": "M/d/yy"]
    private static let times = ["full": "h:mm:ss a z", "long": "h:mm:ss a z", "medium": "h:mm:ss a", "short": "h:mm a"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isNull { return call.parameter(1) }
        guard case .date(let date) = call.subject else {
            throw .failure("dateFormat: found \"\(call.subject.printed)\", expected a date")
        }
        let written = call.has("format") ? call.option("format").printed : call.parameter(1).printed
        let style = written.isEmpty ? "medium" : written
        var pattern = Self.dates[style] ?? style
        if call.has("time"), let time = Self.times[call.option("time").printed] {
            pattern += style == "full" || style == "long" ? " 'at' \(time)" : ", \(time)"
        }
        let name = call.has("tz") ? call.option("tz").printed : call.parameter(3).printed
        let zone = name.isEmpty ? .utc : Zone(name, database: zones) ?? .utc
        return .date(try TemplateDate(milliseconds: date.milliseconds, format: pattern, zone: zone))
    }
}
