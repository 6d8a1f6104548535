package import HTTPMessage
package import JSONDocument

/// A stub mapping: which requests, and the responses to them. A file in `mappings/`, or the body of POST `/__admin/mappings`.
package struct StubMapping: Sendable {
    /// WireMock's default priority; 1 is the highest.
    package static let defaultPriority = 5

    /// Where a mapping comes from.
    package enum Origin: Sendable, Hashable {
        /// The admin API, or the program itself.
        case interface
        /// A file, by its path as messages write it.
        case file(path: String)
    }

    /// Unique among the stubs of a session.
    package private(set) var id: UniqueID
    /// The name, for people and for expectations; nil when none is written.
    package let name: String?
    /// 1 is the highest; `defaultPriority` when none is written.
    package let priority: Int
    /// Which requests it matches.
    package let request: RequestPattern
    /// Its responses.
    package let responses: ResponseSequence
    /// Its part in a scenario; nil when it has none.
    package let scenario: ScenarioRule?
    /// Whether it is also written to `mappings/` and kept by `/__admin/mappings/reset`.
    package private(set) var isPersistent: Bool
    /// Any data of the user's; nil when none is written.
    package let metadata: JSONObject?
    /// The chance that the stub responds to a request that it matches; nil for always.
    package let probability: Double?
    /// How often it is expected to respond; nil for any number.
    package let expectation: StubExpectation?
    /// The place among stubs of the same priority that a saved stub's file gives it: the greater, the earlier it is tried. Nil when none is
    /// written: such stubs come after those with one.
    package private(set) var insertionIndex: Int?
    /// Webhooks and other listeners, in the order written.
    package let serveEventListeners: [ServeEventListener]
    /// Where the mapping comes from.
    package let origin: Origin
    /// The place in its file; nil for a stub that was added by the admin API.
    package let position: TextPosition?
    /// File, line and column, as editors and terminals open them; nil for a stub that was added by the admin API.
    package var place: String? {
        guard case .file(let file) = origin else { return nil }
        return position?.place(in: file) ?? file
    }
    /// Targets in a mapping file that the operator wrote: its stub may call them without a rule that allows them. Empty for stubs that were
    /// added by the admin API, even if they were saved and loaded again.
    package var operatorTargets: Set<TargetAuthority> = []
    private var written: JSONNode

    /// The mapping as the admin API shows it: as written, with WireMock's defaults. Made on each call, so that loading thousands of
    /// mappings does not pay for it.
    package var json: JSONObject {
        var shown = shown(written.value.object ?? [:])
        if let pattern = shown["request"]?.object { shown["request"] = .object(ShownMatcher.request(pattern)) }
        return shown
    }

    /// The same for a file, with the insertion index, and with the matchers as written.
    package var fileJSON: JSONObject {
        var object = shown(written.value.object ?? [:])
        if let insertionIndex { object["insertionIndex"] = JSONValue(insertionIndex) }
        return object
    }

    /// The same mapping, persistent.
    package var persistent: StubMapping {
        var mapping = self
        mapping.isPersistent = true
        return mapping
    }

    /// The same mapping, with another id.
    package func identified(by id: UniqueID) -> StubMapping {
        var mapping = self
        mapping.id = id
        return mapping
    }

    /// The same mapping, with another insertion index.
    package func inserted(at index: Int?) -> StubMapping {
        var mapping = self
        mapping.insertionIndex = index
        return mapping
    }

    /// The same mapping, showing scalars as the report says that they were read.
    package consuming func shown(by report: ProblemReport) -> StubMapping {
        if !report.readings.isEmpty { written = written.replacing(report.readings) }
        return self
    }

    /// Reads one mapping.
    ///
    /// - Parameters:
    ///   - id: replaces the id in the mapping (PUT `/mappings/{id}`); nil to use the written one.
    ///   - unnamedID: the id when none is written; nil for a random one.
    ///   - report: gets everything that is wrong. Patterns are checked later, when the engine compiles them.
    /// - Returns: what could be read, so that its patterns can be checked in the same pass; not usable if something was reported. Nil when
    ///   the node is not an object.
    package static func decode(
        _ node: JSONNode, _ report: ProblemReport, id: UniqueID? = nil, unnamedID: UniqueID? = nil, origin: Origin = .interface
    ) -> StubMapping? {
        guard var fields = FieldReader(node, report) else { return nil }
        let isFlat = takeFlatFields(&fields)
        let written = fields.identity()
        _ = fields.take("$schema")
        let requestNode = fields.take("request")
        let request = requestNode.flatMap { RequestPattern.decode($0, report) } ?? RequestPattern()
        let responses = ResponseSequence.decode(&fields) ?? ResponseSequence(ResponseDefinition())
        let scenario = ScenarioRule.decode(&fields)
        let name = fields.text("name")
        let priority = fields.wholeNumber("priority", in: Int(Int32.min)...Int(Int32.max)) ?? defaultPriority
        let isPersistent = fields.flag("persistent") ?? false
        let metadata = fields.members("metadata") == nil ? nil : fields.take("metadata")?.value.object
        let probability = fields.fraction("probability")
        let expectation = fields.take("expect").flatMap { StubExpectation.decode($0, report) }
        let insertionIndex = fields.wholeNumber("insertionIndex")
        let serveEventListeners = ServeEventListener.decode(&fields)
        if let fault = responses.responses.lazy.compactMap(\.requestBodyFault).first {
            if let field = request.fieldAboutBody {
                report.add(
                    "a fault during the upload leaves no body for \"\(field)\"", at: fault,
                    repair: "Choose another moment, or match by URL and headers.")
            }
            if probability != nil {
                report.add(
                    "a fault during the upload comes before the stub's \"probability\" is drawn", at: fault,
                    repair: "Write the probability into the fault.")
            }
        }
        if probability == 0 { report.warn("\"probability\" is 0, so the stub never responds", at: fields.place(of: "probability")) }
        if name == nil, scenario == nil, expectation == nil, serveEventListeners.isEmpty, let node = responses.idleModifier {
            let state = node.isEmptyObject ? "is empty" : "says nothing of what to change"
            report.warn(
                "\"modify\" \(state), so the stub changes nothing", at: node, repair: "Say what to change, such as \"status\": 503.")
        }
        let before = report.problems.count
        let isCatchAll = (requestNode.map(\.isEmptyObject) ?? true) && fields.take("priority") == nil
        fields.finish { FieldPlace.hint(for: $0, writtenIn: .mapping) }
        // An unknown field is probably the request.
        if isCatchAll, !isFlat, report.problems.count == before {
            report.warn(
                requestNode == nil ? "without \"request\" it matches every request" : "an empty \"request\" matches every request",
                at: requestNode ?? node, repair: "Give it \"priority\": 10 if that is meant.")
        }
        let id = id ?? written ?? unnamedID ?? .random()
        return StubMapping(
            id: id, name: name, priority: priority, request: request, responses: responses, scenario: scenario,
            isPersistent: isPersistent, metadata: metadata, probability: probability, expectation: expectation,
            insertionIndex: insertionIndex,
            serveEventListeners: serveEventListeners, origin: origin,
            position: origin == .interface ? nil : report.document.source.position(of: node.offset),
            written: node.replacing(report.readings))
    }
}

extension StubMapping {
    /// Reports fields of the request and the response that stand at the top, all in one line. One alone is told as any unknown field.
    /// - Returns: whether there are such fields.
    private static func takeFlatFields(_ fields: inout FieldReader) -> Bool {
        guard case .object(let members) = fields.node.content,
            !members.contains(where: { ["request", "response", "responses"].contains($0.name) })
        else { return false }
        let (request, response) = FieldPlace.flat(members)
        guard !request.isEmpty, request.count + response.count > 1 else { return false }
        func part(_ names: [String], _ place: String) -> String? {
            if names.isEmpty { return nil }
            let quoted = names.map { "\"\($0)\"" }
            return (quoted.count > 1 ? "\(quoted.dropLast().joined(separator: ", ")) and \(quoted[quoted.count - 1])" : quoted[0])
                + " into \"\(place)\""
        }
        fields.report.add(
            "this is no stub mapping: it has neither \"request\" nor \"response\"", at: fields.node,
            repair: "Put \([part(request, "request"), part(response, "response")].compactMap(\.self).joined(separator: ", ")).")
        for name in request + response + ["headers"] { _ = fields.take(name) }
        return true
    }

    private static let hiddenFields: Set<String> = ["id", "uuid", "$schema", "insertionIndex"]

    /// Whether an object has fields, but none that says what a mapping matches or sends.
    package static func isOther(_ members: [JSONMember]) -> Bool {
        members.contains { !neutralFields.contains($0.name) } && !FieldPlace.areTelling(members.lazy.map(\.name))
    }

    /// Fields that mappings share with many other documents.
    private static let neutralFields = hiddenFields.union(["name", "priority", "metadata"])

    /// The mappings of a document: the node itself, or the elements of its `mappings`.
    package static func collection(in node: JSONNode, _ report: ProblemReport) -> (nodes: [JSONNode], isCollection: Bool) {
        if case .array = node.content {
            report.add(
                "expected an object, found an array", at: node, repair: "Several stub mappings belong in {\"mappings\": [ … ]}.")
            return ([], false)
        }
        guard case .object(let members) = node.content, members.contains(where: { $0.name == "mappings" }),
            var fields = FieldReader(node, report)
        else { return ([node], false) }
        let nodes = fields.array("mappings") ?? []
        // Fields of an export.
        for name in ["meta", "importOptions", "$schema"] { _ = fields.take(name) }
        fields.finish { FieldPlace.areTelling([$0]) ? "Put the stub mapping that it belongs to into the list \"mappings\"." : nil }
        return (nodes, true)
    }

    /// As WireMock shows it: without nulls, with id, `method` and `status`, and with the URL field that is used.
    private func shown(_ written: JSONObject) -> JSONObject {
        var shown: JSONObject = ["id": .string(id.description)]
        for (name, value) in written where !Self.hiddenFields.contains(name) && !value.isNull { shown[name] = value }
        shown["request"] = .object(request.shown(written["request"]?.object ?? [:]))
        if shown["responses"] == nil { shown["response"] = responses.responses[0].json }
        if case .object(let actions)? = shown["postServeActions"] {
            shown["postServeActions"] = .array(actions.map { ["name": .string($0.name), "parameters": $0.value] })
        }
        shown["uuid"] = .string(id.description)
        if isPersistent { shown["persistent"] = true }
        return shown
    }
}

extension JSONNode {
    /// Where a mapping's id is written: `id`, or `uuid`, which means the same. Of both the last one counts, as in WireMock.
    package var identity: JSONNode? {
        [member("id"), member("uuid")].compactMap(\.self).filter { if case .null = $0.content { false } else { true } }
            .max { $0.offset < $1.offset }
    }
}

extension FieldReader {
    /// `id`, or `uuid`, which means the same; the last one if both are written.
    fileprivate mutating func identity() -> UniqueID? {
        let (idNode, aliasNode) = (take("id"), take("uuid"))
        let id = idNode.flatMap { self.id($0, "id") }
        // What is wrong in both is told once.
        let isSame = idNode.flatMap(\.scalarText).map { $0 == aliasNode?.scalarText } ?? false
        let alias = isSame ? id : aliasNode.flatMap { self.id($0, "uuid") }
        guard let id, let alias, id != alias, let idNode, let aliasNode else { return id ?? alias }
        let usesAlias = aliasNode.offset > idNode.offset
        let (used, other) = usesAlias ? ("uuid", "id") : ("id", "uuid")
        report.warn(
            "\"\(used)\" differs from \"\(other)\" before it, and is used, as in WireMock", at: usesAlias ? aliasNode : idNode,
            repair: "Keep one of them.")
        return usesAlias ? alias : id
    }

    private func id(_ node: JSONNode, _ name: String) -> UniqueID? {
        if case .string(let text) = node.content {
            // WireMock treats an empty one as absent.
            if text.isEmpty { return nil }
            if let id = UniqueID(text) { return id }
        }
        report.add(
            "\"\(name)\" must be a UUID, found \(node.found)", at: node,
            repair: "Write 36 characters such as \"\(UniqueID.random())\", or leave it out.")
        return nil
    }
}
