package import HTTPMessage
package import JSONDocument
package import LinkModel

/// A response as written: the `response` of a stub mapping, or one of its `responses`.
///
/// Pure data. The engine compiles it once, when the stub is added. It has all fields of WireMock 3.13 under their names.
package struct ResponseDefinition: Sendable {
    /// 200 when it is missing or not positive.
    package var status = 200
    /// The reason phrase; nil for the standard one.
    package var statusMessage: String?
    /// In the order written; a list gives repeated fields.
    package var headers: HeaderFields = []
    /// Where the body comes from.
    package var body: ResponseBody = .none
    /// Replaces the server-wide delay; nil to keep it.
    package var fixedDelay: Duration?
    /// Added to the fixed delay; nil for none.
    package var delayDistribution: DelayDistribution?
    /// The body in parts over time; nil for at once.
    package var chunkedDribble: ChunkedDribble?
    /// In the order written. At each moment the first fault whose draw succeeds happens.
    package var faults: [FaultDefinition] = []
    /// Set when the definition changes the response of the next candidate instead of giving one.
    package var modifier: ResponseModifier?
    /// Where the response is held; nil when it is not.
    package var hold: HoldDefinition?
    /// How long it is held at most, in real time; then the response is a 504.
    package var holdTimeout = HoldDefinition.defaultTimeout
    /// The link that is used instead of the session's; nil for the session's.
    package var network: LinkProfile?
    /// The rate of the body only, in addition to the link's; nil for no limit.
    package var bitsPerSecond: Int?
    /// S3's error that is sent in place of a body; nil for none. In a modifier it replaces the response.
    package var s3Error: S3ErrorDefinition?
    /// Set when the response is fetched from another server.
    package var proxy: ProxyDefinition?
    /// Names of transformers. `response-template` is known; others are ignored (as in WireMock).
    package var transformers: [String] = []
    /// Available to templates as `parameters`.
    package var transformerParameters = JSONObject()
    /// As written, with places and with scalars as they were read: shown by the admin API, and the place of messages about templates.
    package private(set) var node: JSONNode

    /// Whether a fault happens during an upload. Such a stub cannot match on the body.
    package var breaksRequestBody: Bool { faults.contains { $0.moment == .requestBody } }
    /// Whether `transformers` names `response-template`.
    package var asksForTemplating: Bool { transformers.contains(Self.responseTemplate) }
    /// Whether `transformers` is an empty list: what looks like a template is meant as it is.
    package var declinesTemplating: Bool {
        guard case .array(let names)? = fieldsNode.member("transformers")?.content else { return false }
        return names.isEmpty
    }
    /// The name of the only transformer.
    package static let responseTemplate = "response-template"
    /// What to do when a response should be a template and is none, as a whole sentence.
    /// - Parameter place: the object that takes `transformers`, as the sentence names it.
    package static func templatingRepair(in place: String = "the response") -> String {
        "Add \"transformers\": [\"\(responseTemplate)\"] to \(place), or render all with --global-response-templating "
            + "(\"globalResponseTemplating\": true in understudy.json)."
    }

    /// The node of the fault that breaks uploads; nil without one.
    var requestBodyFault: JSONNode? { breaksRequestBody ? fieldsNode.member("fault") : nil }

    /// Whether it is a modifier that changes nothing.
    var isIdleModifier: Bool {
        guard modifier != nil, case .object(let members) = fieldsNode.content else { return false }
        return members.allSatisfy { member in
            switch member.name {
            case "transformers", "transformerParameters": true
            case "headers": member.value.isEmptyObject
            default: if case .null = member.value.content { true } else { false }
            }
        }
    }

    /// The object that its fields are written in: `modify`, or the response itself.
    package var fieldsNode: JSONNode { node.member("modify") ?? node }

    /// An empty response with status 200.
    package init() { node = JSONNode(content: .object([]), offset: 0, endOffset: 0) }

    private init(node: JSONNode) { self.node = node }

    /// The definition as the admin API shows it: as written, with the `status` that it has without being written. It can be decoded again.
    package var json: JSONValue {
        guard case .object(let written) = node.value else { return ["status": JSONValue(status)] }
        // The status of an error is that of its code, and that of a modifier is the next candidate's.
        let hasStatus = modifier == nil && s3Error == nil || written["status"] != nil
        var object: JSONObject = hasStatus ? ["status": JSONValue(status)] : [:]
        for (name, value) in written where name != "status" && !value.isNull { object[name] = Self.shown(name, value) }
        if written["transformers"] == [], Self.hasBraces(written) { object["transformers"] = [] }
        return .object(object)
    }

    /// Whether there may be what looks like a template, so that an empty list of transformers says something.
    private static func hasBraces(_ response: JSONObject) -> Bool {
        response["bodyFileName"] != nil || JSONValue.object(response).text().contains("{{")
    }

    /// As WireMock shows it: a field with one value is a string; fields without effect are left out.
    private static func shown(_ name: String, _ value: JSONValue) -> JSONValue? {
        switch (name, value) {
        case ("headers", .object(let headers)):
            .object(
                JSONObject(
                    headers.map { header in
                        if case .array(let values) = header.value, values.count == 1 { return (header.name, values[0]) }
                        return (header.name, header.value)
                    }))
        case ("transformers", .array([])), ("fromConfiguredStub", .bool(true)): nil
        case ("transformerParameters", .object(let parameters)) where parameters.isEmpty: nil
        default: value
        }
    }

    /// Reads a definition and reports everything that is wrong.
    /// - Returns: nil only when the node is not an object. Otherwise the fields that could be read; usable only if nothing was reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> ResponseDefinition? {
        guard var fields = FieldReader(node, report, repair: form(of: node)) else { return nil }
        var result = ResponseDefinition(node: node)
        if let inner = fields.take("modify") {
            if var modify = FieldReader(inner, report) {
                result.modifier = ResponseModifier.decode(&modify)
                result.readBehavior(&modify)
                let written = result.modifier?.status
                result.s3Error = modify.take("s3Error").flatMap { S3ErrorDefinition.decode($0, status: written, report) }
                result.readTransformers(&modify)
                modify.finish { ResponseBody.fieldNames.contains($0) ? "A modifier leaves the body as it is." : nil }
            }
            fields.finish {
                ResponseModifier.fieldNames.contains($0)
                    ? "Put it into \"modify\", which stands alone." : "A modifier gives no response of its own: \"modify\" stands alone."
            }
            result.node = node.replacing(report.readings)
            return result
        }
        if let status = fields.wholeNumber("status", in: Int.min...999), status > 0 {
            if status < 200 {
                let reason = status < 100 ? "a status has three digits" : "a status below 200 is not final"
                report.add("\"status\" is \(status), but \(reason)", at: fields.place(of: "status"))
            }
            result.status = status
        }
        result.statusMessage = fields.text("statusMessage")
        if let message = result.statusMessage, FieldText.breaksLine(message) {
            report.add(
                "\"statusMessage\" cannot be sent", at: fields.place(of: "statusMessage"),
                repair: "A line feed or a NUL would end the status line.")
        }
        report.warnOfTemplate(
            in: result.statusMessage, "it is sent as it is", at: fields.place(of: "statusMessage"), repair: "Write it out.")
        result.headers = fields.headers("headers") ?? []
        result.keepLastContentType(at: fields.place(of: "headers"), report)
        result.body = ResponseBody.decode(&fields)
        result.readS3Error(&fields)
        result.readBehavior(&fields)
        result.proxy = ProxyDefinition.decode(&fields)
        result.readTransformers(&fields)
        _ = fields.flag("fromConfiguredStub")
        fields.finish { FieldPlace.hint(for: $0, writtenIn: .response) }
        result.node = node.replacing(report.readings)
        return result
    }

    /// How a response is written that is none, as a whole sentence; nil when that is not known.
    private static func form(of node: JSONNode) -> String? {
        switch node.content {
        case .array: "Several go into \"responses\": [ … ]."
        case .number(let number): "Write {\"status\": \(number.text)}."
        case .string(let text):
            text.contains(".") && !text.contains(" ")
                ? "Write {\"bodyFileName\": \"\(text)\"}." : "Write {\"body\": \(JSONValue.string(text).text())}."
        case .null, .bool, .object: nil
        }
    }

    /// Whether it names something that is nearly the transformer, or a field that is nearly the one for it: a mistake that has its own
    /// message.
    package var meansTemplating: Bool {
        if transformers.contains(where: { Spelling.nearest(to: $0, among: [Self.responseTemplate]) != nil }) { return true }
        guard case .object(let members) = fieldsNode.content else { return false }
        return members.contains { member in
            if member.name == "transformers" { return member.value.kind == "a string" }
            return member.name == "transformer" || member.name == "transformerParameter"
        }
    }

    /// What to do about a transformer that there is not; nil when the response needs none.
    private func repair(ofTransformer name: String) -> String? {
        if let known = WireMockExtension(rawValue: name) { return known.repair }
        if asksForTemplating { return nil }
        return Spelling.nearest(to: name, among: [Self.responseTemplate]).map { "Did you mean \"\($0)\"?" }
            ?? "The built-in one is \"\(Self.responseTemplate)\"."
    }

    /// As in WireMock, a response has one content type: the last that is written.
    private mutating func keepLastContentType(at place: JSONNode, _ report: ProblemReport) {
        let name = "Content-Type"
        let types = headers.values(name)
        guard types.count > 1, let last = types.last else { return }
        headers.set(name, last)
        report.warn("a response has one Content-Type: of these only \"\(last)\" is sent", at: place, repair: "Remove the others.")
    }

    /// Reads `s3Error`. A status that is written beside it is the error's.
    private mutating func readS3Error(_ fields: inout FieldReader) {
        guard let node = fields.take("s3Error") else { return }
        s3Error = S3ErrorDefinition.decode(node, status: fields.contains("status") && status >= 200 ? status : nil, fields.report)
        for name in ResponseBody.fieldNames + ["proxyBaseUrl"] where fields.take(name) != nil {
            fields.report.add(
                "\"s3Error\" and \"\(name)\" both give the body", at: fields.place(of: name), repair: "Keep one of them.")
        }
    }

    /// Reads what says whether texts are templates, and what they are rendered with.
    private mutating func readTransformers(_ fields: inout FieldReader) {
        transformers = fields.texts("transformers") ?? []
        let places = transformers.isEmpty ? nil : fields.array("transformers")
        for (name, place) in zip(transformers, places ?? []) where name != Self.responseTemplate {
            fields.report.warn("there is no transformer \"\(name)\"", at: place, repair: repair(ofTransformer: name))
        }
        if let members = fields.members("transformerParameters") {
            transformerParameters = JSONObject(members.map { ($0.name, $0.value.value) })
        }
    }

    /// Reads what responses and modifiers have in common: timing and what happens on the wire.
    private mutating func readBehavior(_ fields: inout FieldReader) {
        let report = fields.report
        fixedDelay = fields.milliseconds("fixedDelayMilliseconds").map { milliseconds in
            if milliseconds < 0 {
                report.warn(
                    "\"fixedDelayMilliseconds\" is \(milliseconds), so nothing is delayed", at: fields.place(of: "fixedDelayMilliseconds"))
            }
            return .milliseconds(max(0, milliseconds))
        }
        delayDistribution = fields.take("delayDistribution").flatMap { DelayDistribution.decode($0, report) }
        chunkedDribble = fields.take("chunkedDribbleDelay").flatMap { ChunkedDribble.decode($0, report) }
        faults = fields.take("fault").map { FaultDefinition.decodeAll($0, report) } ?? []
        hold = fields.take("hold").flatMap { HoldDefinition.decode($0, report) }
        holdTimeout =
            fields.exactNumber("holdTimeoutMilliseconds", in: 1...FieldReader.mostMilliseconds).map { .milliseconds($0) }
            ?? HoldDefinition.defaultTimeout
        network = fields.take("network").flatMap { LinkProfile.decode(ofResponse: $0, report) }
        bitsPerSecond = fields.bitsPerSecond("bandwidthKilobitsPerSecond")
        if fields.take("hold") == nil { fields.warnOfIdle(["holdTimeoutMilliseconds"], "without \"hold\"") }
    }
}

extension HeaderFields {
    /// How many fields a mapping may have. Clients accept far fewer: curl 5,000, most others 100.
    fileprivate static let most = 1_000
}

extension FieldReader {
    /// Header fields: `{name: string or list of strings}`. Numbers and booleans are read as their text.
    mutating func headers(_ name: String) -> HeaderFields? {
        if isList(name, "it has no header fields") { return nil }
        guard let members = members(name, repair: "Write {\"name\": \"value\"}.") else { return nil }
        var result = HeaderFields()
        guard members.count <= HeaderFields.most else {
            report.add(
                "\"\(name)\" has \(members.count) fields; \(HeaderFields.most) is the most", at: place(of: name), repair: "Remove some.")
            return nil
        }
        for member in members {
            if !member.name.isEmpty, !ASCII.isToken(member.name.utf8) {
                let dashed = member.name.split(separator: " ").joined(separator: "-")
                let isSpaced = dashed != member.name && ASCII.isToken(dashed.utf8)
                report.warn(
                    "header \"\(member.name)\" has a name that clients refuse\(isSpaced ? ": it contains a space" : "")",
                    atOffset: member.nameOffset, repair: isSpaced ? "Did you mean \"\(dashed)\"?" : "Names have letters, digits and \"-\".")
            }
            if let doubt = HeaderDoubts.about(name: member.name) {
                report.warn(doubt.message, atOffset: member.nameOffset, repair: doubt.repair)
            }
            let values: [JSONNode]
            if case .array(let list) = member.value.content { values = list } else { values = [member.value] }
            for value in values {
                guard let text = value.text(report) else {
                    report.add("header \"\(member.name)\" must be a string or a list of strings, found \(value.kind)", at: value)
                    continue
                }
                if member.name.isEmpty || FieldText.breaksLine(member.name) {
                    report.add(
                        "header \"\(member.name)\" cannot be sent", at: value,
                        repair: "A name has at least one character, and a line feed or a NUL would end the field.")
                    continue
                }
                if let doubt = HeaderDoubts.about(value: text, of: member.name) {
                    report.warn(doubt.message, at: value, repair: doubt.repair)
                }
                result.append(name: member.name, value: text)
            }
        }
        let bytes = result.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        if bytes > HeaderFields.mostBytes {
            report.warn(
                "\"\(name)\" has \(bytes) bytes, and a response with more than \(HeaderFields.mostBytes) is sent as a 500",
                at: place(of: name), repair: "Make it shorter.")
        }
        return result
    }
}
