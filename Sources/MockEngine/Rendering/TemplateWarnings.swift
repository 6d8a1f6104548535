internal import Handlebars
internal import JSONDocument
internal import StubModel

/// What is valid in a template and probably not meant: names and members that do not exist, and calls that do not work.
enum TemplateWarnings {
    /// The warnings, in no particular order.
    /// - Parameter parameters: the response's `transformerParameters`; nil if they are not known.
    static func found(
        in template: CompiledTemplate, _ environment: RenderEnvironment, parameters: JSONObject? = nil
    ) -> [TemplateRemark] {
        members(in: template, TemplateRoot.knownMembers, parameters, bodies: ["request.body"])
            + names(in: template, environment, hasParameters: parameters.map { !$0.isEmpty })
            + CallWarnings(in: template, environment, body: "request.body", failure: "the response is a 500").found
    }

    /// The same for a template of a webhook.
    /// - Parameter parameters: the webhook's.
    static func foundInWebhook(
        _ template: CompiledTemplate, _ environment: RenderEnvironment, parameters: JSONObject
    ) -> [TemplateRemark] {
        members(in: template, TemplateRoot.knownMembersInWebhooks, parameters, bodies: ["originalRequest.body", "response.body"])
            + webhookNames(in: template, environment)
            + CallWarnings(in: template, environment, body: "originalRequest.body", failure: "the webhook is not sent").found
    }

    /// - Parameter bodies: the members that are texts.
    private static func members(
        in template: CompiledTemplate, _ known: [String: [String]], _ parameters: JSONObject?, bodies: [String]
    ) -> [TemplateRemark] {
        func part(of body: String) -> ([String]) -> String {
            { names in "Write {{jsonPath \(body) '$.\(names.joined(separator: "."))'}}." }
        }
        var texts = Dictionary(uniqueKeysWithValues: bodies.map { ($0, part(of: $0)) })
        var known = known
        if let parameters, !parameters.isEmpty {
            // Every map has a size.
            known["parameters"] = parameters.map(\.name) + (template.reads("size", of: "parameters") ? ["size"] : [])
        }
        texts["request.url"] = { _ in "Its parts are request.path, request.pathSegments and request.query." }
        return UnknownMembers(in: template, known: known, texts: texts).found
    }

    private static func names(
        in template: CompiledTemplate, _ environment: RenderEnvironment, hasParameters: Bool?
    ) -> [TemplateRemark] {
        let known: Set<String> = hasParameters == false ? ["request", "s3"] : ["request", "s3", "parameters"]
        let unknown = UnknownNames(in: template, known: known)
        return unknown.data
            + unknown.found.map { found in
                let name = found.name
                if name == "parameters" {
                    return TemplateRemark(
                        offset: found.offset, message: "the response has no \"transformerParameters\", so \"parameters\" renders nothing",
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
                return warning(about: found, repair)
            }
    }

    private static func warning(about name: UnknownNames.Name, _ repair: String) -> TemplateRemark {
        TemplateRemark(offset: name.offset, message: "there is no \"\(name.name)\", so it renders nothing", repair: repair)
    }

    /// `request.baseUrl` for `baseUrl`; nil when no object of a template has such a member.
    private static func memberNamed(_ name: String) -> String? {
        let owner = ["request", "s3"].first { TemplateRoot.knownMembers[$0]?.contains(name) ?? false }
        return owner.map { "\($0).\(name)" }
    }

    /// What the template of a webhook names and does not have.
    private static func webhookNames(in template: CompiledTemplate, _ environment: RenderEnvironment) -> [TemplateRemark] {
        let known: Set = ["originalRequest", "response", "parameters", "s3"]
        let unknown = UnknownNames(in: template, known: known)
        return unknown.data
            + unknown.found.map { found in
                switch found.name {
                case "request": warning(about: found, "In a webhook it is \"originalRequest\".")
                case "originalResponse": warning(about: found, "In a webhook it is \"response\".")
                default:
                    warning(
                        about: found,
                        Spelling.suggestion(for: found.name, among: known.sorted() + environment.helpers.names)
                            ?? "Webhooks have \"originalRequest\", \"response\", \"parameters\" and \"s3\".")
                }
            }
    }
}
