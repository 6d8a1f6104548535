/// Java's `String.format` for what templates hold: `%s %S %d %x %X %o %f %e %g %b %c %n %%` with flags, width, precision and
/// argument numbers.
struct JavaFormatter {
    private var flags: Set<Character> = []
    private var width = 0
    private var precision: Int?

    /// - Parameter checkLength: called before text of that length is made.
    static func format(
        _ format: String, _ arguments: [TemplateValue], checkLength: (Int) throws(TemplateError) -> Void
    ) throws(TemplateError) -> String {
        var result = ""
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            var specifier = JavaFormatter()
            let index = try specifier.read(&rest)
            guard let conversion = rest.popFirst() else {
                throw .failure("stringFormat: UnknownFormatConversionException: Conversion = '%'")
            }
            try checkLength(max(specifier.width, specifier.precision ?? 0))
            switch conversion {
            case "%": result += specifier.fill("%")
            case "n": result += "\n"
            default:
                let place = index.map { $0 - 1 } ?? next
                if index == nil { next += 1 }
                guard arguments.indices.contains(place) else {
                    throw .failure("stringFormat: MissingFormatArgumentException: Format specifier '%\(conversion)'")
                }
                result += try specifier.text(arguments[place], conversion)
            }
        }
        return result + rest
    }

    /// Reads `[index$][flags][width][.precision]`.
    private mutating func read(_ rest: inout Substring) throws(TemplateError) -> Int? {
        var index: Int?
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        if rest.dropFirst(number.count).first == "$" {
            index = Int(number)
            rest = rest.dropFirst(number.count + 1)
        }
        while let flag = rest.first, "-#+ 0,(".contains(flag) {
            flags.insert(flag)
            rest.removeFirst()
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        width = try digits.isEmpty ? 0 : Int(digits).orFailure("stringFormat: the width \(digits) is too large")
        rest = rest.dropFirst(digits.count)
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            precision = try Int(digits).orFailure("stringFormat: a precision is missing after \".\"")
            rest = rest.dropFirst(digits.count + 1)
        }
        return index
    }

    private func text(_ value: TemplateValue, _ conversion: Character) throws(TemplateError) -> String {
        switch conversion {
        case "s", "S":
            var text = value.isNull ? "null" : value.printed
            if let precision { text = String(text.prefix(precision)) }
            return fill(conversion == "S" ? text.uppercased() : text)
        case "b", "B":
            let isTrue = if case .bool(let value) = value { value } else { !value.isNull }
            return fill(conversion == "B" ? "\(isTrue)".uppercased() : "\(isTrue)")
        case _ where value.isNull: return fill("null")
        case "c":
            guard case .int(let code) = value, let scalar = UInt32(exactly: code).flatMap({ Unicode.Scalar($0) }) else {
                throw mismatch(value, conversion)
            }
            return fill(String(Character(scalar)))
        case "d":
            guard case .int(let number) = value else { throw mismatch(value, conversion) }
            return signed(flags.contains(",") ? Self.grouped(String(number.magnitude)) : String(number.magnitude), isNegative: number < 0)
        case "x", "X", "o":
            guard case .int(let number) = value else { throw mismatch(value, conversion) }
            // Java's integers have 32 bits, as long as they fit.
            let bits = Int32(exactly: number).map { UInt64(UInt32(bitPattern: $0)) } ?? UInt64(bitPattern: Int64(number))
            let text = String(bits, radix: conversion == "o" ? 8 : 16, uppercase: conversion == "X")
            return flags.contains("0") ? String(repeating: "0", count: max(0, width - text.count)) + text : fill(text)
        case "f", "e", "E", "g":
            guard value.isNumber, let number = value.double else { throw mismatch(value, conversion) }
            if case .int = value { throw mismatch(value, conversion) }
            return signed(floating(number.magnitude, conversion), isNegative: number < 0)
        default: throw .failure("stringFormat: UnknownFormatConversionException: Conversion = '\(conversion)'")
        }
    }

    private func floating(_ magnitude: Double, _ conversion: Character) -> String {
        let precision = precision ?? 6
        if conversion == "e" || conversion == "E" || conversion == "g" && (magnitude < 1e-4 || magnitude >= 1e6) {
            var format = JavaDecimalFormat("0.E00")
            format.minimumFraction = conversion == "g" ? max(0, precision - 1) : precision
            format.maximumFraction = format.minimumFraction
            format.rounding = .halfUp
            let halves = format.text(magnitude).split(separator: "E")
            let text = "\(halves[0])e" + (halves[1].hasPrefix("-") ? "" : "+") + halves[1]
            return conversion == "E" ? text.uppercased() : text
        }
        var format = JavaDecimalFormat(flags.contains(",") ? "#,##0" : "0")
        format.minimumFraction = precision
        format.maximumFraction = precision
        format.rounding = .halfUp
        return format.text(magnitude)
    }

    private func signed(_ digits: String, isNegative: Bool) -> String {
        let sign = isNegative ? (flags.contains("(") ? "(" : "-") : flags.contains("+") ? "+" : flags.contains(" ") ? " " : ""
        let end = isNegative && flags.contains("(") ? ")" : ""
        guard flags.contains("0") else { return fill(sign + digits + end) }
        return sign + String(repeating: "0", count: max(0, width - sign.count - digits.count - end.count)) + digits + end
    }

    private func fill(_ text: String) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.utf16.count))
        return flags.contains("-") ? text + blanks : blanks + text
    }

    private static func grouped(_ digits: String) -> String {
        String(digits.enumerated().flatMap { index, digit in index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit] })
    }

    private func mismatch(_ value: TemplateValue, _ conversion: Character) -> TemplateError {
        .failure("stringFormat: IllegalFormatConversionException: %\(conversion) cannot show \"\(value.printed)\"")
    }
}
