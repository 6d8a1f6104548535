internal import Handlebars
internal import JSONDocument
internal import JSONPath
internal import StubModel

/// What is valid in a template and probably not meant: names and members that do not exist, links into buckets that do not exist, and
/// literal arguments that a helper does not take.
enum TemplateWarnings {
    /// The warnings, in no particular order; the path of each is the text to look for in the template.
    /// - Parameter hasParameters: whether the response has `transformerParameters`; nil if that is not known.
    static func found(
        in template: CompiledTemplate, _ environment: RenderEnvironment, hasParameters: Bool? = nil
    ) -> [UnknownMembers.Member] {
        members(in: template, TemplateRoot.knownMembers, bodies: ["request.body"]) + names(in: template, environment, hasParameters)
            + arguments(in: template, environment, body: "request.body") + options(in: template) + buckets(in: template, environment)
    }

    /// The same for a template of a webhook.
    static func foundInWebhook(_ template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
        members(in: template, TemplateRoot.knownMembersInWebhooks, bodies: ["originalRequest.body", "response.body"])
            + webhookNames(in: template, environment) + arguments(in: template, environment, body: "originalRequest.body")
            + options(in: template) + buckets(in: template, environment)
    }

    /// What options of other names are called here.
    private static let otherOptions = [
        "page": "number", "len": "length", "tz": "timezone", "zone": "timezone", "timeZone": "timezone", "min": "lower", "max": "upper",
    ]

    /// Options that a helper does not have, and literal ones that a link to an object does not take.
    private static func options(in template: CompiledTemplate) -> [UnknownMembers.Member] {
        var found = template.ignoredOptions.map { helper, option, known in
            let meant = otherOptions[option].flatMap { known.contains($0) ? $0 : nil } ?? Spelling.nearest(to: option, among: known)
            let all = known.isEmpty ? "It has none." : "It has \(known.map { "\"\($0)\"" }.joined(separator: ", "))."
            return UnknownMembers.Member(
                path: "\(option)=", message: "\"\(helper)\" has no option \"\(option)\", so it ignores it",
                repair: meant.map { "Did you mean \"\($0)\"?" } ?? all)
        }
        for options in template.literalOptions(ofHelper: PresignedHelper.name) {
            do throws(TemplateError) { _ = try PresignedHelper.wish(bucket: "", key: "", options) } catch {
                found.append(UnknownMembers.Member(path: PresignedHelper.name, message: error.message, repair: "Correct it."))
            }
        }
        return found
    }

    /// - Parameter bodies: the members that are texts.
    private static func members(
        in template: CompiledTemplate, _ known: [String: [String]], bodies: [String]
    ) -> [UnknownMembers.Member] {
        func part(of body: String) -> ([String]) -> String {
            { names in "Write {{jsonPath \(body) '$.\(names.joined(separator: "."))'}}." }
        }
        var texts = Dictionary(uniqueKeysWithValues: bodies.map { ($0, part(of: $0)) })
        texts["request.url"] = { _ in "Its parts are request.path, request.pathSegments and request.query." }
        return UnknownMembers(in: template, known: known, texts: texts).found
    }

    private static func names(
        in template: CompiledTemplate, _ environment: RenderEnvironment, _ hasParameters: Bool?
    ) -> [UnknownMembers.Member] {
        let known: Set<String> = hasParameters == false ? ["request", "s3"] : ["request", "s3", "parameters"]
        return UnknownNames(in: template, known: known).found.map { name in
            if name == "parameters" {
                return UnknownMembers.Member(
                    path: name, message: "the response has no \"transformerParameters\", so \"parameters\" renders nothing",
                    repair: "Add them to the response.")
            }
            let repair =
                switch name {
                case "originalRequest": "Only webhooks have it."
                case "uuid": "Write {{randomValue type='UUID'}}."
                case "s3BaseUrl", "s3BaseURL": "Write {{s3.baseUrl}}."
                case "-", "x": "Put an operator between quotes, as in {{math 3 '\(name)' 2}}."
                default:
                    memberNamed(name).map { "Write {{\($0)}}." }
                        ?? Spelling.suggestion(for: name, among: known.sorted() + environment.helpers.names)
                        ?? "Templates have \"request\", \"parameters\" and \"s3\"."
                }
            return UnknownMembers.Member(path: name, message: "there is no \"\(name)\", so it renders nothing", repair: repair)
        }
    }

    /// `request.baseUrl` for `baseUrl`; nil when no object of a template has such a member.
    private static func memberNamed(_ name: String) -> String? {
        let owner = ["request", "s3"].first { TemplateRoot.knownMembers[$0]?.contains(name) ?? false }
        return owner.map { "\($0).\(name)" }
    }

    /// What the template of a webhook names and does not have.
    private static func webhookNames(in template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
        let known: Set = ["originalRequest", "response", "parameters", "s3"]
        return UnknownNames(in: template, known: known).found.map { name in
            let repair =
                switch name {
                case "request": "In a webhook it is \"originalRequest\"."
                case "originalResponse": "In a webhook it is \"response\"."
                default:
                    Spelling.suggestion(for: name, among: known.sorted() + environment.helpers.names)
                        ?? "Webhooks have \"originalRequest\", \"response\", \"parameters\" and \"s3\"."
                }
            return UnknownMembers.Member(path: name, message: "there is no \"\(name)\", so it renders nothing", repair: repair)
        }
    }

    /// Literal arguments with which a helper fails in every response.
    /// - Parameter body: what a template calls the body of the request.
    private static func arguments(
        in template: CompiledTemplate, _ environment: RenderEnvironment, body: String
    ) -> [UnknownMembers.Member] {
        var found: [UnknownMembers.Member] = []
        func add(_ helper: String, at text: String? = nil, _ message: String, _ repair: String) {
            found.append(UnknownMembers.Member(path: text ?? helper, message: "\(helper): \(message)", repair: repair))
        }
        for name in template.firstTexts(ofHelper: "file") where !name.isEmpty && (try? environment.bodyFiles.bodyFile(name)) == nil {
            add("file", at: name, "there is no body file \"\(name)\"", "Add it to __files, or correct the name.")
        }
        let signs = ["+", "-", "*", "x", "/", "%"]
        for call in template.literalArguments(ofHelper: "math") {
            guard call.count == 3, let sign = call[1]?.printed, !signs.contains(sign) else { continue }
            add("math", "\"\(sign)\" is not an operator", "The operators are \(signs.joined(separator: ", ")).")
        }
        for call in template.literalArguments(ofHelper: "jsonPath") where call.count == 1 {
            add("jsonPath", "the path is missing", "Write {{jsonPath \(body) '$.name'}}.")
        }
        for call in template.literalArguments(ofHelper: "jsonPath") {
            guard call.count > 1, case .text(let path)? = call[1], !path.isEmpty else { continue }
            do { _ = try JSONPath.compile(path, limits: environment.limits.jsonPath) } catch {
                add("jsonPath", at: path, "\"\(path)\" is not a JSONPath", "Correct it.")
            }
        }
        sorts(in: template, environment, body: body, add: add)
        for type in template.literalTexts(ofHelper: "randomValue", option: "type") where RandomTextKind(rawValue: type) == nil {
            let types = RandomTextKind.allCases.map(\.rawValue)
            add(
                "randomValue", at: type, "\"\(type)\" is no type, so it gives any characters",
                Spelling.nearest(to: type, among: types).map { "Did you mean \"\($0)\"?" } ?? "Types are \(types.joined(separator: ", ")).")
        }
        for call in template.literalArguments(ofHelper: PresignedHelper.name) where call.count < 2 {
            add(PresignedHelper.name, "the \(call.isEmpty ? "bucket" : "key") is missing", "Write {{s3.presigned 'bucket' 'key'}}.")
        }
        return found + LiteralWarnings(in: template, environment).found
    }

    /// Literal arguments with which `jsonSort` sorts nothing.
    private static func sorts(
        in template: CompiledTemplate, _ environment: RenderEnvironment, body: String,
        add: (_ helper: String, _ text: String?, _ message: String, _ repair: String) -> Void
    ) {
        let helper = "jsonSort"
        let form = "Write {{jsonSort \(body) '$[*].name'}}."
        for call in template.literalArguments(ofHelper: helper) {
            guard call.count == 2 else {
                add(helper, nil, call.count < 2 ? "the path is missing" : "there is more than one path", form)
                continue
            }
            if let json = call[0], json.literalText == nil { add(helper, json.printed, "\(json.printed) is no JSON text", form) }
            guard let path = call[1] else { continue }
            guard let text = path.literalText, text.contains("[*]"),
                (try? JSONPath.compile(text, limits: environment.limits.jsonPath)) != nil
            else {
                add(helper, path.printed, "\"\(path.printed)\" is not a JSONPath with [*] behind the list", form)
                continue
            }
        }
        let words = ["order": ["asc", "desc"], "nulls": ["first", "last"]]
        for (option, value) in template.literalOptions(ofHelper: helper).joined() {
            guard let known = words[option], !known.contains(value.literalText ?? "") else { continue }
            let forms = known.map { "\(option)='\($0)'" }.joined(separator: " or ")
            add(helper, "\(option)=", "\(option) is \"\(value.printed)\", so it sorts nothing", "Write \(forms).")
        }
    }

    private static func buckets(in template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
        guard let links = environment.links else { return [] }
        // Without a key, the first text probably is more than the bucket.
        let calls = template.literalArguments(ofHelper: PresignedHelper.name).filter { $0.count > 1 }
        let names = calls.compactMap { call in call[0].flatMap(\.literalText) }
        return template.firstTexts(ofHelper: PresignedHelper.name).filter { names.contains($0) }.compactMap { bucket in
            links.warning(ofBucket: bucket).map {
                UnknownMembers.Member(
                    path: "\(PresignedHelper.name) '\(bucket)'", message: $0,
                    repair: "Add the folder, correct the name, or have the test create the bucket.")
            }
        }
    }
}

extension TemplateValue {
    /// The text; nil for a value of another kind.
    fileprivate var literalText: String? { if case .text(let text) = self { text } else { nil } }
}
