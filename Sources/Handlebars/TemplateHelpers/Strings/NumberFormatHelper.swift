internal import JavaText

/// `{{numberFormat number ['integer' | 'percent' | 'currency' | 'default' | pattern] [locale] [groupingUsed= …]}}`, as Java's
/// `NumberFormat`. The names of styles count in any case.
struct NumberFormatHelper: TemplateHelper {
    let names = ["numberFormat"]
    let arguments = 0...3
    let options: [String]? = [
        "format", "locale", "groupingUsed", "maximumFractionDigits", "maximumIntegerDigits",
        "minimumFractionDigits", "minimumIntegerDigits", "roundingMode",
    ]
    let flags = ["groupingUsed"]
    let pace = 10

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.double else { return .text(call.parameter(1).printed) }
        let locale = JavaLocale(call.text(2, default: call.option("locale").printed))
        let written = call.text(1, default: call.option("format").printed)
        let hasEmptyPattern = written.isEmpty && (!call.parameter(1).isNull || call.has("format"))
        let pattern = hasEmptyPattern ? nil : Self.pattern(of: written.trimmed.uppercased(), locale)
        var format = JavaDecimalFormat(pattern ?? written)
        format.useLocale(locale)
        if call.has("groupingUsed"), !call.isSet("groupingUsed") { format.groupingSize = 0 }
        format.minimumInteger = try Self.digits(call, "minimumIntegerDigits", format.minimumInteger)
        format.maximumInteger = max(format.maximumInteger, format.minimumInteger)
        format.maximumFraction = try Self.digits(call, "maximumFractionDigits", format.maximumFraction)
        format.minimumFraction = try Self.digits(call, "minimumFractionDigits", min(format.minimumFraction, format.maximumFraction))
        format.maximumFraction = max(format.maximumFraction, format.minimumFraction)
        if call.has("maximumIntegerDigits") {
            let atLeast = call.has("minimumIntegerDigits") ? format.minimumInteger : 0
            format.maximumInteger = max(atLeast, try Self.digits(call, "maximumIntegerDigits", 0))
        }
        if call.has("roundingMode") {
            let mode = call.option("roundingMode").printed
            format.rounding = try JavaDecimalFormat.Rounding(rawValue: mode.uppercased()).orFailure(
                "No enum constant java.math.RoundingMode.\(mode)")
        }
        try call.chargeSteps(600)
        return .text(call.subject.digits.flatMap { format.text(decimal: $0) } ?? format.text(value))
    }

    /// The pattern of a style; nil for other texts, which are patterns themselves.
    private static func pattern(of style: String, _ locale: JavaLocale) -> String? {
        switch style {
        case "", "DEFAULT": "#,##0.###"
        case "INTEGER": "#,##0"
        case "PERCENT": locale.text(.percent)
        case "CURRENCY": locale.text(.currency)
        default: nil
        }
    }

    /// At most as many digits as Java shows of a double.
    private static func digits(_ call: HelperCall, _ name: String, _ other: Int) throws(TemplateError) -> Int {
        min(max(0, try call.integer(name, default: other)), 340)
    }
}

extension TemplateValue {
    /// The number as it is written, where a double would lose digits; nil for others.
    fileprivate var digits: String? {
        switch self {
        case .int(let value): String(value)
        case .decimal(let text): text
        default: nil
        }
    }
}
