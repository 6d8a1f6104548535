internal import Handlebars
internal import JSONDocument
internal import JSONPath
internal import JavaText
internal import StubModel

/// What is valid in a template and probably not meant: names and members that do not exist, links into buckets that do not exist, and literal
/// arguments that a helper does not take.
enum TemplateWarnings {
    /// The warnings, in no particular order; the path of each is the text to look for in the template.
    /// - Parameter hasParameters: whether the response has `transformerParameters`; nil if that is not known.
    static func found(
        in template: CompiledTemplate, _ environment: RenderEnvironment, hasParameters: Bool? = nil
    ) -> [UnknownMembers.Member] {
        let members = UnknownMembers(in: template, known: TemplateRoot.knownMembers, texts: ["request.body": partOfBody]).found
        return members + names(in: template, environment, hasParameters) + arguments(in: template, environment)
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

    /// How a template reads a part of a JSON body.
    private static func partOfBody(_ names: [String]) -> String { "Write {{jsonPath request.body '$.\(names.joined(separator: "."))'}}." }

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
    static func foundInWebhook(_ template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
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
    private static func arguments(in template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
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
            add("jsonPath", "the path is missing", "Write {{jsonPath request.body '$.name'}}.")
        }
        for call in template.literalArguments(ofHelper: "jsonPath") {
            guard call.count > 1, case .text(let path)? = call[1], !path.isEmpty else { continue }
            do { _ = try JSONPath.compile(path, limits: environment.limits.jsonPath) } catch {
                add("jsonPath", at: path, "\"\(path)\" is not a JSONPath", "Correct it.")
            }
        }
        for type in template.literalTexts(ofHelper: "randomValue", option: "type") where RandomTextKind(rawValue: type) == nil {
            let types = RandomTextKind.allCases.map(\.rawValue)
            add(
                "randomValue", at: type, "\"\(type)\" is no type, so it gives any characters",
                Spelling.nearest(to: type, among: types).map { "Did you mean \"\($0)\"?" } ?? "Types are \(types.joined(separator: ", ")).")
        }
        for helper in ["now", "date"] { dates(helper, in: template, add: add) }
        for call in template.literalArguments(ofHelper: PresignedHelper.name) where call.count < 2 {
            add(PresignedHelper.name, "the \(call.isEmpty ? "bucket" : "key") is missing", "Write {{s3.presigned 'bucket' 'key'}}.")
        }
        return found
    }

    private static func dates(
        _ helper: String, in template: CompiledTemplate,
        add: (_ helper: String, _ text: String?, _ message: String, _ repair: String) -> Void
    ) {
        for format in template.literalTexts(ofHelper: helper, option: "format") where format != "epoch" && format != "unix" {
            do { _ = try JavaDateFormat(format, .simpleDateFormat) } catch {
                let repair = "Put letters that stand for themselves between single quotes, as in yyyy-MM-dd'T'HH:mm."
                add(helper, format, "\"\(format)\" is not a format of dates: \(error)", repair)
            }
        }
        for offset in template.literalTexts(ofHelper: helper, option: "offset") where DateTimeOffset(offset) == nil {
            add(helper, offset, "\"\(offset)\" is not an offset", "Write a number and a unit, as in \"3 days\".")
        }
    }

    private static func buckets(in template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
        guard let links = environment.links else { return [] }
        return template.firstTexts(ofHelper: PresignedHelper.name).compactMap { bucket in
            links.warning(ofBucket: bucket).map {
                UnknownMembers.Member(
                    path: "\(PresignedHelper.name) '\(bucket)'", message: $0,
                    repair: "Add the folder, correct the name, or have the test create the bucket.")
            }
        }
    }
}
