internal import Handlebars
internal import JSONDocument
internal import JSONPath
internal import JavaText
internal import RegularExpression
internal import StubModel
internal import XMLDocument

/// What is known of the arguments of single helpers, whatever the others are.
extension CallWarnings {
    /// Warns about the arguments of a call by what its helper does with them.
    mutating func checkHelper(of call: WrittenCall) {
        switch call.name {
        case "now", "date": checkMoment(call)
        case "parseDate": checkFormat(call.option("format"), of: call, .dateTimeFormatter)
        case "dateFormat": checkLocalFormat(call)
        case "truncateDate": checkTruncation(call)
        case "file": checkFile(call)
        case "math": checkMath(call)
        case "numberFormat": checkNumber(call)
        case "jsonPath": checkJSONPath(call)
        case "xPath", "soapXPath": checkXPath(call)
        case "jsonRemove": checkPath(call.argument(1), of: call)
        case "jsonArrayAdd": checkPath(call.option("jsonPath"), of: call)
        case "jsonSort": checkSort(call)
        case "parseJson", "jsonMerge": checkJSON(call)
        case "formatJson", "formatXml": checkLayout(call)
        case "randomValue": checkRandomText(call)
        case "randomInt", "randomDecimal": checkBounds(call)
        case "page":
            checkNumber("number", of: call, from: 0)
            checkNumber("size", of: call, from: 1)
        case "range": checkRange(call)
        case "matches", "regexExtract": checkExpression(call)
        case PresignedHelper.name: checkLink(call)
        default: return
        }
    }

    // MARK: Dates

    private mutating func checkMoment(_ call: WrittenCall) {
        checkFormat(call.option("format"), of: call, .simpleDateFormat)
        if let offset = call.option("offset")?.printed, DateTimeOffset(offset) == nil {
            add(call, at: offset, "\"\(offset)\" is not an offset", "Write a number and a unit, as in \"3 days\".")
        }
        checkZone("timezone", of: call)
        if call.name == "date", case .text(let text)? = call.argument(0) {
            add(call, at: text, "it ignores \"\(text)\", which is a text", "Write {{date (parseDate '2026-01-31T00:00:00Z')}}.")
        }
    }

    private mutating func checkZone(_ option: String, of call: WrittenCall) {
        guard let zones = environment.system.timeZones, let zone = call.option(option)?.printed, Zone(zone, database: zones) == nil else {
            return
        }
        add(call, at: zone, "\"\(zone)\" is no time zone", "Write a name such as \"Europe/Berlin\", or an offset such as \"+02:00\".")
    }

    private mutating func checkFormat(_ value: TemplateValue?, of call: WrittenCall, _ dialect: JavaDateFormat.Dialect) {
        guard let format = value?.printed, !["epoch", "unix"].contains(dialect == .dateTimeFormatter ? format.lowercased() : format) else {
            return
        }
        do {
            _ = try JavaDateFormat(format, dialect)
            guard let slip = JavaDateFormat.slip(in: format) else { return }
            add(call, at: format, "in the format \"\(format)\", \(slip.meaning)", "Write '\(slip.meant)'.")
        } catch {
            let repair = "Put letters that stand for themselves between single quotes, as in yyyy-MM-dd'T'HH:mm."
            add(call, at: format, "\"\(format)\" is not a format of dates: \(error)", repair)
        }
    }

    /// A style of a locale, or a pattern.
    private mutating func checkLocalFormat(_ call: WrittenCall) {
        let format = call.argument(1) ?? call.option("format")
        if let style = format?.printed, !style.isEmpty, JavaLocale("en").pattern(.dates, style: style) == nil {
            checkFormat(format, of: call, .dateTimeFormatter)
        }
        checkZone("tz", of: call)
    }

    private mutating func checkTruncation(_ call: WrittenCall) {
        guard let name = call.argument(1)?.printed, DateTimeTruncation(name) == nil else { return }
        let known = DateTimeTruncation.allCases.map(\.rawValue)
        add(
            call, at: name, "there is no truncation \"\(name)\"",
            Spelling.suggestion(for: name, among: known) ?? "Truncations are \(known.joined(separator: ", ")).")
    }

    // MARK: Numbers

    private mutating func checkMath(_ call: WrittenCall) {
        guard call.arguments.count == 3 else { return }
        let signs = ["+", "-", "*", "x", "/", "%"]
        if let sign = call.argument(1)?.printed, !signs.contains(sign) {
            add(call, at: sign, "\"\(sign)\" is not an operator", "The operators are \(signs.joined(separator: ", ")).")
        }
        for case .text(let text)? in [call.argument(0), call.argument(2)] where ExactDecimal(text) == nil {
            add(call, at: text, "\"\(text)\" is no number, and counts as 0", "Correct it.")
        }
    }

    /// A text is no number, even that of a number.
    private mutating func checkNumber(_ call: WrittenCall) {
        guard case .text(let text)? = call.argument(0) else { return }
        let repair = Double(text) == nil ? "Correct it." : "Write it without quotes."
        add(call, at: text, "\"\(text)\" is a text and no number, so it gives its second argument", repair)
    }

    private mutating func checkBounds(_ call: WrittenCall) {
        let bounds = ["lower", "upper"].compactMap { name in call.option(name).map { (name: name, value: $0) } }
        for (option, value) in bounds {
            let isNumber = call.name == "randomInt" ? value.integer != nil : value.double != nil
            if isNumber { continue }
            let message = "\"\(option)\" is \"\(value.printed)\", and must be a number"
            add(call, at: "\(option)=", message, "Write \(option)=1, for example.")
        }
        guard bounds.count == 2, let least = bounds[0].value.double, let most = bounds[1].value.double, least >= most else { return }
        let message = "\"upper\" is \(bounds[1].value.printed), not above \"lower\", which is \(bounds[0].value.printed)"
        add(call, at: "upper=", message, "Exchange them.")
    }

    private mutating func checkNumber(_ option: String, of call: WrittenCall, from least: Int) {
        guard let value = call.option(option)?.printed, !value.isEmpty, Int(value).map({ $0 < least }) ?? true else { return }
        add(call, at: "\(option)=", "\"\(option)\" is \"\(value)\", and must be a whole number from \(least)", "Correct it.")
    }

    private mutating func checkRange(_ call: WrittenCall) {
        for (index, bound) in ["lower", "upper"].enumerated() {
            guard let value = call.argument(index), value.integer == nil else { continue }
            let written = value.isNull ? "null" : "\"\(value.printed)\""
            add(call, "the \(bound) bound \(written) is not a whole number", "Correct it.")
        }
        guard let first = call.argument(0)?.integer, let last = call.argument(1)?.integer, last < first, last < first - 1 else { return }
        add(call, "the upper bound \(last) is below the lower bound \(first)", "Exchange them.")
    }

    private mutating func checkRandomText(_ call: WrittenCall) {
        checkNumber("length", of: call, from: 0)
        guard let type = call.option("type")?.printed, RandomTextKind(rawValue: type) == nil else { return }
        let types = RandomTextKind.allCases.map(\.rawValue)
        add(
            call, at: type, "\"\(type)\" is no type, so it gives any characters",
            Spelling.nearest(to: type, among: types).map { "Did you mean \"\($0)\"?" } ?? "Types are \(types.joined(separator: ", ")).")
    }

    // MARK: Texts

    private mutating func checkFile(_ call: WrittenCall) {
        guard let name = call.argument(0)?.printed, !name.isEmpty, (try? environment.bodyFiles.bodyFile(name)) == nil else { return }
        add(call, at: name, "there is no body file \"\(name)\"", "Add it to __files, or correct the name.")
    }

    private mutating func checkExpression(_ call: WrittenCall) {
        guard case .text(let pattern)? = call.argument(1) else { return }
        do { _ = try RegularExpression(pattern, options: [], limits: environment.limits.patterns) } catch {
            add(call, at: pattern, "\(error)", error.repair ?? "Correct it.")
        }
    }

    private mutating func checkXPath(_ call: WrittenCall) {
        guard case .text(let expression)? = call.argument(1), !expression.isEmpty else { return }
        do { try XMLDocument.check(expression: expression) } catch  where error.code == .expression {
            add(call, at: expression, "\(error)", "Correct it.")
        } catch { return }
    }

    private mutating func checkLayout(_ call: WrittenCall) {
        guard let format = call.option("format")?.printed, !["pretty", "compact"].contains(format) else { return }
        let message = "there is no format \"\(format)\", so it writes [ERROR: ...]"
        add(call, at: "format=", message, "Write format='pretty' or format='compact'.")
    }

    // MARK: JSON

    private mutating func checkJSONPath(_ call: WrittenCall) {
        checkPath(call.argument(1), of: call)
        // The path is in the place of the JSON.
        guard call.arguments.count == 2, call.argument(1) == nil, case .text(let path)? = call.argument(0), path.hasPrefix("$") else {
            return
        }
        add(call, at: path, "the path is in the place of the JSON", "Write {{jsonPath \(body) '\(path)'}}.")
    }

    private mutating func checkPath(_ value: TemplateValue?, of call: WrittenCall) {
        guard case .text(let path)? = value, !path.isEmpty else { return }
        do { _ = try JSONPath.compile(path, limits: environment.limits.jsonPath) } catch {
            add(call, at: path, "\"\(path)\" is not a JSONPath", "Correct it.")
        }
    }

    /// Arguments with which `jsonSort` sorts nothing.
    private mutating func checkSort(_ call: WrittenCall) {
        let form = "Write {{jsonSort \(body) '$[*].name'}}."
        if let json = call.argument(0), json.text == nil { add(call, at: json.printed, "\(json.printed) is no JSON text", form) }
        if let path = call.argument(1) {
            let text = path.text ?? ""
            if !text.contains("[*]") || (try? JSONPath.compile(text, limits: environment.limits.jsonPath)) == nil {
                add(call, at: path.printed, "\"\(path.printed)\" is not a JSONPath with [*] behind the list", form)
            }
        }
        for (option, known) in [("order", ["asc", "desc"]), ("nulls", ["first", "last"])] {
            guard let value = call.option(option), !known.contains(value.text ?? "") else { continue }
            let forms = known.map { "\(option)='\($0)'" }.joined(separator: " or ")
            add(call, at: "\(option)=", "\(option) is \"\(value.printed)\", so it sorts nothing", "Write \(forms).")
        }
    }

    private mutating func checkJSON(_ call: WrittenCall) {
        for case .text(let text)? in call.arguments where text.hasPrefix("{") || text.hasPrefix("[") {
            guard (try? JSONValue.parse(text.utf8, mode: .fixture)) == nil else { continue }
            add(call, at: text, "\"\(text)\" is not JSON", "Correct it.")
        }
    }

    // MARK: Links

    /// Options that a link to an object does not take, and buckets that there are not.
    private mutating func checkLink(_ call: WrittenCall) {
        let options = call.options.compactMap { option in option.value.map { (name: option.name, value: $0) } }
        do throws(TemplateError) { _ = try PresignedHelper.wish(bucket: "", key: "", options) } catch {
            found.append(call.warning(error.message, "Correct it."))
        }
        guard call.arguments.count > 1 else {
            return add(call, "the \(call.arguments.isEmpty ? "bucket" : "key") is missing", "Write {{s3.presigned 'bucket' 'key'}}.")
        }
        guard let bucket = call.argument(0)?.text, let warning = environment.links?.warning(ofBucket: bucket) else { return }
        found.append(call.warning(at: bucket, warning, "Add the folder, correct the name, or have the test create the bucket."))
    }
}

extension WrittenCall {
    /// The literal argument at an index; nil if there is none, and if it is not literal.
    fileprivate func argument(_ index: Int) -> TemplateValue? { index < arguments.count ? arguments[index] : nil }
}

extension TemplateValue {
    /// The text; nil for a value of another kind.
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
