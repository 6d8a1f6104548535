extension JavaDateFormat {
    /// The names that a letter of `DateTimeFormatter` stands for, in the length that its number asks for; those of the years before and
    /// after the first, of the halves of a day, and of months, quarters and weekdays (from Monday on).
    /// - Returns: nil for a number.
    static func names(_ letter: UInt8, _ count: Int, _ locale: JavaLocale = .english) -> [String]? {
        switch Unicode.Scalar(letter) {
        case "M", "L": count < 3 ? nil : names(locale.list(.shortMonths), locale.list(.months), count)
        case "E": names(locale.list(.shortWeekdays), locale.list(.weekdays), count)
        case "e", "c": count < 3 ? nil : names(locale.list(.shortWeekdays), locale.list(.weekdays), count)
        case "Q", "q": count < 3 ? nil : count == 5 ? ["1", "2", "3", "4"] : names(["Q1", "Q2", "Q3", "Q4"], quarters, count)
        case "a": locale.list(.halves)
        case "G":
            // The long names of other languages are those that we have.
            locale.list(.eras) == shortEras ? names(shortEras, longEras, count) : locale.list(.eras)
        default: nil
        }
    }

    /// Five letters mean the first letter.
    private static func names(_ short: [String], _ long: [String], _ count: Int) -> [String] {
        count < 4 ? short : count == 4 ? long : long.map { String($0.prefix(1)) }
    }

    private static let shortEras = ["BC", "AD"]
    private static let longEras = ["Before Christ", "Anno Domini"]
    private static let quarters = ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"]
}
