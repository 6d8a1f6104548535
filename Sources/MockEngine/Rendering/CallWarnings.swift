internal import Handlebars
internal import JSONDocument

/// Calls of helpers that do not work in any response, or not as they look: by what is literal of their arguments, and by trying those that
/// are literal as a whole.
struct CallWarnings {
    let environment: RenderEnvironment
    /// What a template calls the body of the request.
    let body: String
    /// What comes of a template that fails, as the end of a sentence.
    private let failure: String
    /// In no particular order.
    var found: [TemplateRemark] = []

    /// - Parameters:
    ///   - body: what a template calls the body of the request.
    ///   - failure: what comes of a template that fails, as the end of a sentence.
    init(in template: CompiledTemplate, _ environment: RenderEnvironment, body: String, failure: String) {
        self.environment = environment
        self.body = body
        self.failure = failure
        var told: Set<Int> = []
        for call in template.calls {
            let before = found.count
            checkForm(of: call)
            checkOptions(of: call)
            checkHelper(of: call)
            if found.count > before { told.insert(call.offset) }
        }
        for finding in TemplateTrial(template).findings where !told.contains(finding.call.offset) { add(finding) }
    }

    /// - Parameter text: where it is: a text within the call; nil for the helper's name.
    mutating func add(_ call: WrittenCall, at text: String? = nil, _ message: String, _ repair: String) {
        found.append(call.warning(at: text, "\(call.name): \(message)", repair))
    }

    private mutating func add(_ finding: TemplateTrial.Finding) {
        let call = finding.call
        let before = found.count
        // Here the arguments are known that are calls themselves.
        checkHelper(of: call)
        if found.count > before { return }
        func warn(_ message: String, _ effect: String, _ repair: String?) {
            let whole = plain(message).prefix { !$0.isNewline }
            let line = whole.count > 200 ? "\(whole.prefix(199))..." : String(whole)
            let sentence = [": ", " "].contains { line.hasPrefix(call.name + $0) } ? line : "\(call.name): \(line)"
            found.append(call.warning("\(sentence), so \(effect)", repair ?? Self.repair(of: call)))
        }
        switch finding.outcome {
        case .mistake(let message): warn(message, "it writes [ERROR: ...]", nil)
        case .failure(let message, let setting):
            warn(message, failure, setting.map { "Ask for less, or raise \($0)." })
        case .nothing: warn("nothing comes of these arguments", "it renders nothing", nil)
        }
    }

    /// A message of Java's without what says nothing here: the package, and the class of most mistakes.
    private func plain(_ message: String) -> Substring {
        guard message.hasPrefix("java."), let colon = message.firstRange(of: ": ") else { return message[...] }
        let name = message[..<colon.lowerBound].split(separator: ".").last ?? ""
        return name == "IllegalArgumentException" ? message[colon.upperBound...] : name + message[colon.lowerBound...]
    }

    private static func repair(of call: WrittenCall) -> String {
        if call.name == "systemValue", call.option("key") != nil { return "--permitted-system-keys says what it may read." }
        let options = call.helper.options ?? []
        let names = options.isEmpty ? "" : " and \(Spelling.alternatives(options.map { "\($0)=" }))"
        return "docs/templates.md has its arguments\(names)."
    }

    // MARK: All helpers

    /// A block that is missing or ignored, or else arguments that are missing or are too many.
    private mutating func checkForm(of call: WrittenCall) {
        if call.helper.needsBlock, !call.isBlock {
            return add(call, "without a block it renders nothing", "Write {{#\(call.name) ...}} ... {{/\(call.name)}}.")
        }
        if call.helper.blockContext == nil, call.hasContent {
            let tag = "It takes its values in the tag: {{\(call.name) ...}}."
            let value = "(\(call.name) ...)"
            let blocks = "A block that uses its value is {{#if \(value)}}, {{#with \(value)}}, or {{#each \(value)}} for a list."
            return add(call, "it ignores its block", call.helper.printsNothing ? tag : "\(tag) \(blocks)")
        }
        let (least, most) = (call.helper.arguments.lowerBound, call.helper.arguments.upperBound)
        let count = call.arguments.count
        let form = call.helper.usualArguments(body: body).map { "Write {{\(call.name) \($0)}}." }
        if count > most {
            let value = call.arguments[most]?.printed
            let names = (call.helper.options ?? []).map { "\($0)=" }
            add(
                call, at: value, "it ignores \(value.map { "\"\($0)\"" } ?? "argument \(most + 1)"), which has no name",
                form ?? (names.isEmpty ? "Remove it." : "It reads \(Spelling.alternatives(names))."))
        } else if count < least {
            let missing = least - count
            let message = count == 0 ? "it has no arguments, and needs \(least)" : "it needs \(least) arguments, and has \(count)"
            add(call, missing == 1 && least == 1 ? "the argument is missing" : message, form ?? Self.repair(of: call))
        }
    }

    /// What options of other names are called here.
    private static let otherOptions = [
        "page": "number", "len": "length", "tz": "timezone", "zone": "timezone", "timeZone": "timezone", "min": "lower", "max": "upper",
    ]

    /// Options that the helper does not have, and texts in place of `true` and `false`.
    private mutating func checkOptions(of call: WrittenCall) {
        for (option, value) in call.options {
            if let known = call.helper.options, !known.contains(option) {
                let meant =
                    Self.otherOptions[option].flatMap { known.contains($0) ? $0 : nil } ?? Spelling.nearest(to: option, among: known)
                let all = known.isEmpty ? "It has none." : "It has \(known.map { "\"\($0)\"" }.joined(separator: ", "))."
                found.append(
                    call.warning(
                        at: "\(option)=", "\"\(call.name)\" has no option \"\(option)\", so it ignores it",
                        meant.map { "Did you mean \"\($0)\"?" } ?? all))
            } else if call.helper.flags.contains(option), let value, !value.isFalsy, value.printed != "false" {
                if case .bool(true) = value { continue }
                add(call, at: "\(option)=", "\(option) is \"\(value.printed)\", which counts as false", "Write \(option)=true.")
            }
        }
    }
}
