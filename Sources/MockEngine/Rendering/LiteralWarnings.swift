internal import Handlebars
internal import JSONDocument
internal import JavaText
internal import RegularExpression

/// Literal arguments of helpers in a template that can only fail, or that do not mean what they look like.
struct LiteralWarnings {
    private let template: CompiledTemplate
    private let environment: RenderEnvironment
    /// In no particular order; the path of each is the text to look for in the template.
    private(set) var found: [UnknownMembers.Member] = []

    init(in template: CompiledTemplate, _ environment: RenderEnvironment) {
        self.template = template
        self.environment = environment
        for helper in ["now", "date"] { checkMoment(helper) }
        checkFormats("parseDate", .dateTimeFormatter)
        checkIgnored()
        checkTruncations()
        for helper in ["randomInt", "randomDecimal"] { checkBounds(helper) }
        checkNumbers("randomValue", "length", from: 0)
        checkNumbers("page", "number", from: 0)
        checkNumbers("page", "size", from: 1)
        checkRanges()
        for helper in ["matches", "regexExtract"] { checkExpressions(helper) }
        checkDecoding()
        checkOperands()
        checkOrder()
        for helper in ["parseJson", "jsonMerge"] { checkJSON(helper) }
    }

    private mutating func add(_ helper: String, at text: String? = nil, _ message: String, _ repair: String) {
        found.append(UnknownMembers.Member(path: text ?? helper, message: "\(helper): \(message)", repair: repair))
    }

    /// The literal values that calls of a helper pass under a name.
    private func values(_ helper: String, _ option: String) -> [TemplateValue] {
        template.literalOptions(ofHelper: helper).joined().filter { $0.name == option && !$0.value.isNull }.map { $0.value }
    }

    private mutating func checkMoment(_ helper: String) {
        checkFormats(helper, .simpleDateFormat)
        for offset in values(helper, "offset").map(\.printed) where DateTimeOffset(offset) == nil {
            add(helper, at: offset, "\"\(offset)\" is not an offset", "Write a number and a unit, as in \"3 days\".")
        }
        guard let zones = environment.system.timeZones else { return }
        for zone in values(helper, "timezone").map(\.printed) where Zone(zone, database: zones) == nil {
            add(helper, at: zone, "\"\(zone)\" is no time zone", "Write a name such as \"Europe/Berlin\", or an offset such as \"+02:00\".")
        }
    }

    /// What helpers ignore: arguments without a name, and a text in place of a date.
    private mutating func checkIgnored() {
        let forms = [
            "now": "format='yyyy-MM-dd'", "randomValue": "type='UUID'", "randomInt": "lower=1 upper=7",
            "randomDecimal": "lower=0 upper=1", "systemValue": "key='HOME'",
        ]
        for (helper, form) in forms {
            guard let value = template.literalArguments(ofHelper: helper).joined().compactMap(\.self).first else { continue }
            add(helper, "it ignores \"\(value.printed)\", which has no name", "Write {{\(helper) \(form)}}.")
        }
        for call in template.literalArguments(ofHelper: "date") {
            guard case .text(let text)?? = call.first else { continue }
            add("date", at: text, "it ignores \"\(text)\", which is a text", "Write {{date (parseDate '2026-01-31T00:00:00Z')}}.")
        }
    }

    private mutating func checkFormats(_ helper: String, _ dialect: JavaDateFormat.Dialect) {
        for format in values(helper, "format").map(\.printed) {
            if ["epoch", "unix"].contains(dialect == .dateTimeFormatter ? format.lowercased() : format) { continue }
            do {
                _ = try JavaDateFormat(format, dialect)
                guard let slip = JavaDateFormat.slip(in: format) else { continue }
                add(helper, at: format, "in the format \"\(format)\", \(slip.meaning)", "Write '\(slip.meant)'.")
            } catch {
                let repair = "Put letters that stand for themselves between single quotes, as in yyyy-MM-dd'T'HH:mm."
                add(helper, at: format, "\"\(format)\" is not a format of dates: \(error)", repair)
            }
        }
    }

    private mutating func checkTruncations() {
        for call in template.literalArguments(ofHelper: "truncateDate") where call.count > 1 {
            guard let name = call[1]?.printed, DateTimeTruncation(name) == nil else { continue }
            let known = DateTimeTruncation.allCases.map(\.rawValue)
            add(
                "truncateDate", at: name, "there is no truncation \"\(name)\"",
                Spelling.suggestion(for: name, among: known) ?? "Truncations are \(known.joined(separator: ", ")).")
        }
    }

    private mutating func checkBounds(_ helper: String) {
        for call in template.literalOptions(ofHelper: helper) {
            for (option, value) in call where option == "lower" || option == "upper" {
                let isNumber = helper == "randomInt" ? value.integer != nil : value.double != nil
                if isNumber { continue }
                let message = "\"\(option)\" is \"\(value.printed)\", and must be a number"
                add(helper, at: "\(option)=", message, "Write \(option)=1, for example.")
            }
            guard let lower = call.last(where: { $0.name == "lower" })?.value, let upper = call.last(where: { $0.name == "upper" })?.value,
                let least = lower.double, let most = upper.double, least >= most
            else { continue }
            add(helper, at: "upper=", "\"upper\" is \(upper.printed), not above \"lower\", which is \(lower.printed)", "Exchange them.")
        }
    }

    private mutating func checkNumbers(_ helper: String, _ option: String, from least: Int) {
        for value in values(helper, option).map(\.printed) where !value.isEmpty && Int(value).map({ $0 < least }) ?? true {
            add(helper, at: "\(option)=", "\"\(option)\" is \"\(value)\", and must be a whole number from \(least)", "Correct it.")
        }
    }

    private mutating func checkRanges() {
        for call in template.literalArguments(ofHelper: "range") where call.count > 1 {
            for case let bound? in call.prefix(2) where bound.integer == nil {
                add("range", "\"\(bound.printed)\" is not a whole number", "Correct it.")
            }
            guard let first = call[0]?.integer, let last = call[1]?.integer, last < first, last < first - 1 else { continue }
            add("range", "the upper bound \(last) is below the lower bound \(first)", "Exchange them.")
        }
    }

    private mutating func checkExpressions(_ helper: String) {
        for call in template.literalArguments(ofHelper: helper) where call.count > 1 {
            guard case .text(let pattern)? = call[1] else { continue }
            do { _ = try RegularExpression(pattern, options: [], limits: environment.limits.patterns) } catch {
                add(helper, at: pattern, "\(error)", error.repair ?? "Correct it.")
            }
        }
    }

    /// Texts that `math` takes for zero.
    private mutating func checkOperands() {
        for call in template.literalArguments(ofHelper: "math") where call.count == 3 {
            for case .text(let text)? in [call[0], call[2]] where Double(text) == nil {
                add("math", at: text, "\"\(text)\" is no number, and counts as 0", "Correct it.")
            }
        }
    }

    private mutating func checkJSON(_ helper: String) {
        for call in template.literalArguments(ofHelper: helper) {
            for case .text(let text)? in call where text.hasPrefix("{") || text.hasPrefix("[") {
                guard (try? JSONValue.parse(text.utf8, mode: .fixture)) == nil else { continue }
                add(helper, at: text, "\"\(text)\" is not JSON", "Correct it.")
            }
        }
    }

    /// A path in the place of the JSON.
    private mutating func checkOrder() {
        for call in template.literalArguments(ofHelper: "jsonPath") where call.count == 2 && call[1] == nil {
            guard case .text(let path)? = call[0], path.hasPrefix("$") else { continue }
            add("jsonPath", at: path, "the path is in the place of the JSON", "Write {{jsonPath request.body '\(path)'}}.")
        }
    }

    private mutating func checkDecoding() {
        for value in values("base64", "decode") {
            if case .bool = value { continue }
            add("base64", at: "decode=", "decode is \"\(value.printed)\", so it encodes", "Write decode=true.")
        }
    }
}
