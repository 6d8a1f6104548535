internal import JavaText

/// `{{numberFormat number ['integer' | 'percent' | 'currency' | pattern] [locale] [groupingUsed= …]}}`, as Java's `NumberFormat`.
struct NumberFormatHelper: TemplateHelper {
    let names = ["numberFormat"]
    let options: [String]? = [
        "format", "locale", "groupingUsed", "maximumFractionDigits", "maximumIntegerDigits",
        "minimumFractionDigits", "minimumIntegerDigits", "roundingMode",
    ]
    let pace = 10

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.double else { return .text(call.parameter(1).printed) }
        let locale = JavaLocale(call.has("locale") ? call.option("locale").printed : call.parameter(2).printed)
        var format: JavaDecimalFormat
        switch call.has("format") ? call.option("format").printed : call.parameter(1).printed {
        case "": format = JavaDecimalFormat("#,##0.###")
        case "integer": format = JavaDecimalFormat("#,##0")
        case "percent": format = JavaDecimalFormat(locale.text(.percent))
        case "currency": format = JavaDecimalFormat(locale.text(.currency))
        case let pattern: format = JavaDecimalFormat(pattern)
        }
        format.useLocale(locale)
        if call.has("groupingUsed"), !call.isSet("groupingUsed") { format.groupingSize = 0 }
        format.minimumInteger = try Self.digits(call, "minimumIntegerDigits", format.minimumInteger)
        format.maximumFraction = try Self.digits(call, "maximumFractionDigits", format.maximumFraction)
        format.minimumFraction = try Self.digits(call, "minimumFractionDigits", min(format.minimumFraction, format.maximumFraction))
        format.maximumFraction = max(format.maximumFraction, format.minimumFraction)
        if call.has("maximumIntegerDigits") { format.maximumInteger = try Self.digits(call, "maximumIntegerDigits", 0) }
        if call.has("roundingMode") {
            let mode = call.option("roundingMode").printed
            format.rounding = try JavaDecimalFormat.Rounding(rawValue: mode.uppercased()).orFailure(
                "No enum constant java.math.RoundingMode.\(mode)")
        }
        try call.spend(600)
        return .text(format.text(value))
    }

    /// At most as many digits as Java shows of a double.
    private static func digits(_ call: HelperCall, _ name: String, _ other: Int) throws(TemplateError) -> Int {
        min(max(0, try call.integer(name, default: other)), 340)
    }
}
