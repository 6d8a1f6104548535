/// Java's `String.format` for the values in templates: `%s %d %x %o %f %e %g %b %c %h %t %n %%` with flags, width, precision and argument
/// indices; upper-case conversions where Java has them.
package struct JavaFormatter {
    /// A value to format.
    package enum Argument {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        /// A number as written, and its value.
        case decimal(String, Double?)
        /// A point in time in milliseconds since 1970-01-01T00:00:00Z, its zone (nil for UTC), and how `%s` prints it.
        case date(milliseconds: Int, Zone?, String)
        case text(String)
    }

    /// The exception that Java throws: its name and message.
    package struct Failure: Error {
        /// `UnknownFormatConversionException: Conversion = 'q'`, for example.
        package let message: String
    }

    /// Which argument a specifier refers to.
    private enum Place { case next, number(Int), previous }

    private var flags: Set<Character> = []
    private var width = 0
    private var precision: Int?

    /// Formats the arguments.
    /// - Parameter checkLength: called before a text of this length is made.
    /// - Throws: `Failure` for a format that Java rejects; errors of `checkLength`.
    package static func format(_ format: String, _ arguments: [Argument], checkLength: (Int) throws -> Void) throws -> String {
        var result = ""
        var rest = format[...]
        var next = 0
        var previous: Int?
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            var specifier = JavaFormatter()
            let place = try specifier.read(&rest)
            guard let conversion = rest.popFirst() else { throw unknown("%") }
            if let precision = specifier.precision, "dxXocCtTn%".contains(conversion) {
                throw Failure(message: "java.util.IllegalFormatPrecisionException: \(precision)")
            }
            try checkLength(max(specifier.width, specifier.precision ?? 0))
            switch conversion {
            case "%": result += specifier.fill("%")
            case "n": result += "\n"
            default:
                switch place {
                case .next: (previous, next) = (next, next + 1)
                case .number(let number): previous = number - 1
                case .previous: break
                }
                guard let previous, arguments.indices.contains(previous) else {
                    throw Failure(message: "java.util.MissingFormatArgumentException: Format specifier '%\(conversion)'")
                }
                let kind = conversion.lowercased()
                guard !conversion.isUppercase || "sbhxegt".contains(kind) else { throw unknown(String(conversion)) }
                let text =
                    kind == "t"
                    ? specifier.fill(try date(arguments[previous], rest.popFirst()))
                    : try specifier.text(arguments[previous], Character(kind))
                result += conversion.isUppercase ? text.uppercased() : text
            }
        }
        return result + rest
    }

    /// Parses `[index$][flags][width][.precision]`, or `<` instead of the index.
    private mutating func read(_ rest: inout Substring) throws(Failure) -> Place {
        var place = Place.next
        let number = rest.prefix { $0.isASCII && $0.isNumber }
        if rest.dropFirst(number.count).first == "$" {
            place = .number(Int(number) ?? 0)
            rest = rest.dropFirst(number.count + 1)
        } else if rest.first == "<" {
            place = .previous
            rest.removeFirst()
        }
        while let flag = rest.first, "-#+ 0,(".contains(flag) {
            flags.insert(flag)
            rest.removeFirst()
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard let width = digits.isEmpty ? 0 : Int(digits) else { throw Failure(message: "stringFormat: the width \(digits) is too large") }
        self.width = width
        rest = rest.dropFirst(digits.count)
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
            if digits.isEmpty { throw Failure(message: "stringFormat: a precision is missing after \".\"") }
            precision = Int(digits)
            if precision == nil { throw Failure(message: "stringFormat: the precision \(digits) is too large") }
            rest = rest.dropFirst(digits.count + 1)
        }
        return place
    }

    private func text(_ value: Argument, _ conversion: Character) throws(Failure) -> String {
        switch conversion {
        case "s": return cut(value.isNull ? "null" : value.printed)
        case "b":
            if case .bool(let value) = value { return cut("\(value)") }
            return cut("\(!value.isNull)")
        case _ where value.isNull: return cut("null")
        case "c":
            guard case .int(let code) = value, let scalar = UInt32(exactly: code).flatMap({ Unicode.Scalar($0) }) else {
                throw Self.mismatch(value, conversion)
            }
            return fill(String(Character(scalar)))
        case "h": return cut(Self.digits(value.javaHash, 16))
        case "d":
            guard case .int(let number) = value else { throw Self.mismatch(value, conversion) }
            return signed(flags.contains(",") ? Self.grouped(String(number.magnitude)) : String(number.magnitude), isNegative: number < 0)
        case "x", "o":
            guard case .int(let number) = value else { throw Self.mismatch(value, conversion) }
            let mark = !flags.contains("#") ? "" : conversion == "o" ? "0" : "0x"
            let text = Self.digits(number, conversion == "o" ? 8 : 16)
            guard flags.contains("0") else { return fill(mark + text) }
            return mark + String(repeating: "0", count: max(0, width - mark.count - text.count)) + text
        case "f", "e", "g":
            guard let number = value.double else { throw Self.mismatch(value, conversion) }
            guard number.isFinite else { return fill((number < 0 ? "-" : flags.contains("+") ? "+" : "") + "Infinity") }
            return signed(floating(number.magnitude, conversion), isNegative: number < 0)
        default: throw Self.unknown(String(conversion))
        }
    }

    /// The precision is the greatest number of characters, as Java has it for all that is no number.
    private func cut(_ text: String) -> String { fill(precision.map { String(text.prefix($0)) } ?? text) }

    /// Java's integers have 32 bits if the value fits.
    private static func digits(_ number: Int, _ radix: Int) -> String {
        String(Int32(exactly: number).map { UInt64(UInt32(bitPattern: $0)) } ?? UInt64(bitPattern: Int64(number)), radix: radix)
    }

    private func floating(_ magnitude: Double, _ conversion: Character) -> String {
        if conversion == "g" { return general(magnitude) }
        let precision = precision ?? 6
        guard conversion == "e" else { return plain(magnitude, precision) }
        let format = Self.decimalFormat("0E00", precision)
        let halves = (magnitude == 0 ? "\(plain(0, precision))E00" : format.text(magnitude)).split(separator: "E")
        return "\(halves[0])e" + (halves[1].hasPrefix("-") ? "" : "+") + halves[1]
    }

    /// This many significant digits, in the shorter form.
    private func general(_ magnitude: Double) -> String {
        var copy = self
        let precision = max(1, precision ?? 6)
        let exponent = JavaNumber.decimal(magnitude).exponent
        let (_, point) = Self.decimalFormat("0", 0).rounded(magnitude, fraction: precision - exponent, false)
        guard magnitude == 0 || magnitude >= 1e-4 && point <= precision else {
            copy.precision = precision - 1
            return copy.floating(magnitude, "e")
        }
        return plain(magnitude, magnitude == 0 ? precision - 1 : precision - exponent)
    }

    private func plain(_ magnitude: Double, _ precision: Int) -> String {
        Self.decimalFormat(flags.contains(",") ? "#,##0" : "0", precision).text(magnitude)
    }

    private static func decimalFormat(_ pattern: String, _ precision: Int) -> JavaDecimalFormat {
        var format = JavaDecimalFormat(pattern)
        format.minimumFraction = precision
        format.maximumFraction = precision
        format.rounding = .halfUp
        format.roundsPrintedDigits = true
        return format
    }

    /// `%tY` and the other date conversions.
    private static func date(_ value: Argument, _ letter: Character?) throws(Failure) -> String {
        let milliseconds: Int
        var zone: Zone?
        switch value {
        case .null: return "null"
        case .date(let time, let place, _): (milliseconds, zone) = (time, place)
        case .int(let number): milliseconds = number
        default: throw Self.mismatch(value, "t")
        }
        let patterns: [Character: String] = [
            "Y": "yyyy", "y": "yy", "m": "MM", "d": "dd", "e": "d", "H": "HH", "I": "hh", "k": "H", "l": "h", "M": "mm", "S": "ss",
            "L": "SSS", "B": "MMMM", "b": "MMM", "h": "MMM", "A": "EEEE", "a": "EEE", "p": "a", "z": "Z", "Z": "z", "j": "DDD",
            "F": "yyyy-MM-dd", "T": "HH:mm:ss", "R": "HH:mm", "D": "MM/dd/yy", "r": "hh:mm:ss a", "c": "EEE MMM dd HH:mm:ss z yyyy",
        ]
        switch letter {
        case "s": return String(milliseconds / 1000)
        case "Q": return String(milliseconds)
        default: break
        }
        guard let letter, let pattern = patterns[letter], let format = try? JavaDateFormat(pattern, .simpleDateFormat) else {
            throw unknown("t" + (letter.map { String($0) } ?? ""))
        }
        let text = format.text(ZonedDateTime(epochMilliseconds: milliseconds, zone: zone ?? .utc), zone: zone ?? .utc, locale: .english)
        return letter == "p" ? text.lowercased() : text
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

    private static func unknown(_ conversion: String) -> Failure {
        Failure(message: "java.util.UnknownFormatConversionException: Conversion = '\(conversion)'")
    }

    private static func mismatch(_ value: Argument, _ conversion: Character) -> Failure {
        let type =
            switch value {
            case .bool: "Boolean"
            case .int: "Integer"
            case .double: "Double"
            default: "String"
            }
        return Failure(message: "java.util.IllegalFormatConversionException: \(conversion) != java.lang.\(type)")
    }
}

extension JavaFormatter.Argument {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// What `%s` prints.
    fileprivate var printed: String {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .double(let value): JavaNumber.text(value)
        case .decimal(let text, _), .date(_, _, let text), .text(let text): text
        }
    }

    /// For a number that is not whole.
    fileprivate var double: Double? {
        switch self {
        case .double(let value): value
        case .decimal(_, let value): value
        default: nil
        }
    }

    /// `hashCode` of a number of 64 bits and a truth value, and of the text of any other value.
    fileprivate var javaHash: Int {
        switch self {
        case .int(let value): Int32(exactly: value).map { Int($0) } ?? Int(Int32(truncatingIfNeeded: value ^ (value >> 32)))
        case .double(let value): Int(Int32(truncatingIfNeeded: value.bitPattern ^ (value.bitPattern >> 32)))
        case .bool(let value): value ? 1231 : 1237
        default: Int(printed.utf16.reduce(into: Int32(0)) { $0 = $0 &* 31 &+ Int32($1) })
        }
    }
}
