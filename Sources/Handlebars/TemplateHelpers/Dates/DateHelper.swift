internal import JavaText

/// `{{now [format=] [offset='3 days'] [timezone=]}}`, and `{{date value …}}`, which starts from a date instead of the session's time.
struct DateHelper: TemplateHelper {
    let names: [String]
    let arguments: ClosedRange<Int>
    let options: [String]? = ["format", "timezone", "offset"]
    let pace = 25
    let zones: (any TimeZoneDatabase)?
    private let patterns = BoundedCache<JavaDateFormat>()

    /// - Parameter startsFromArgument: whether it is `date`, and not `now`.
    init(startsFromArgument: Bool, zones: (any TimeZoneDatabase)?) {
        names = [startsFromArgument ? "date" : "now"]
        arguments = 0...(startsFromArgument ? 1 : 0)
        self.zones = zones
    }

    func usualArguments(body: String) -> String? { "\(arguments.contains(1) ? "(now) " : "")format='yyyy-MM-dd'" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        // Most of it goes into the name of a time zone.
        try call.chargeSteps(call.has("timezone") || call.has("format") ? 1_300 : 100)
        var milliseconds = call.context.nowMilliseconds
        var zone: Zone?
        if arguments.contains(1), case .date(let date) = call.parameter(0) {
            milliseconds = date.milliseconds
            zone = date.zone
        } else if call.has("timezone") {
            let name = call.option("timezone").printed
            zone = try Zone(name, database: zones).orFailure("Unknown time-zone ID: \(name)")
        }
        if call.has("offset") {
            let text = call.option("offset").printed
            let offset = try DateTimeOffset(text).orFailure(
                "Offset can be of the short form <amount> <unit> e.g. 8 seconds or long form now +<amount> <unit> e.g. now +5 years, not \"\(text)\""
            )
            let moved = ZonedDateTime(epochMilliseconds: milliseconds).local.adding(offset)
            guard moved.seconds.magnitude <= DateTimeOffset.maximumSeconds else {
                throw .failure("\(call.name): the date is more than three million years away from 1970")
            }
            milliseconds = ZonedDateTime(local: moved, offsetSeconds: 0).epochMilliseconds
        }
        let format = call.has("format") ? call.option("format").printed : nil
        return .date(try TemplateDate(milliseconds: milliseconds, format: format, .simpleDateFormat, zone: zone, patterns: patterns))
    }
}
