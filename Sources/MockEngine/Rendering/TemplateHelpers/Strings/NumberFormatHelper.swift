/// `{{numberFormat number ['integer' | 'percent' | 'currency' | pattern] [locale] [groupingUsed= …]}}`, as Java's `NumberFormat`.
struct NumberFormatHelper: TemplateHelper {
    let names = ["numberFormat"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.double else { return .text(call.parameter(1).printed) }
        var format: JavaDecimalFormat
        switch call.has("format") ? call.option("format").printed : call.parameter(1).printed {
        case "": format = JavaDecimalFormat("#,##0.###")
        case "integer": format = JavaDecimalFormat("#,##0")
        case "percent": format = JavaDecimalFormat("#,##0%")
        case "currency": format = JavaDecimalFormat("\u{A4}#,##0.00")
        case let pattern: format = JavaDecimalFormat(pattern)
        }
        format.useLocale(call.has("locale") ? call.option("locale").printed : call.parameter(2).printed)
        if call.has("groupingUsed"), !call.isSet("groupingUsed") { format.groupingSize = 0 }
        format.minimumInteger = try call.integer("minimumIntegerDigits", default: format.minimumInteger)
        format.maximumFraction = try call.integer("maximumFractionDigits", default: format.maximumFraction)
        format.minimumFraction = try call.integer("minimumFractionDigits", default: min(format.minimumFraction, format.maximumFraction))
        format.maximumFraction = max(format.maximumFraction, format.minimumFraction)
        if call.has("maximumIntegerDigits") { format.maximumInteger = try call.integer("maximumIntegerDigits", default: 0) }
        if call.has("roundingMode") {
            let mode = call.option("roundingMode").printed
            format.rounding = try JavaDecimalFormat.Rounding(rawValue: mode.uppercased()).orFailure("No enum constant java.math.RoundingMode.\(mode)")
        }
        try call.checkLength(max(format.minimumInteger, format.minimumFraction))
        return .text(format.text(value))
    }
}
