package import JSONDocument

/// A stub mapping: which requests, and what they get. A file in `mappings/`, or the body of POST `/__admin/mappings`.
package struct StubMapping: Sendable {
    /// WireMock's priority for a stub that names none; 1 is the highest.
    package static let defaultPriority = 5

    /// Where a mapping came from.
    package enum Origin: Sendable, Hashable {
        /// The admin API, or the program itself.
        case interface
        /// A file, named as problems name it.
        case file(path: String)
    }

    package let id: UniqueID
    package let name: String?
    package let priority: Int
    package let request: RequestPattern
    package let responses: ResponseSequence
    package let scenario: ScenarioRule?
    /// Also written to `mappings/`, and kept by `/__admin/mappings/reset`.
    package private(set) var isPersistent: Bool
    package let metadata: JSONObject?
    /// The chance that the stub answers a request that it matches; nil, always.
    package let probability: Double?
    /// How often it is to answer; nil: nobody cares.
    package let expectation: StubExpectation?
    package let insertionIndex: Int?
    package let serveEventListeners: [ServeEventListener]
    package let origin: Origin
    /// Where it is written in its file; nil for one that the admin API added.
    package let position: TextPosition?
    /// Targets that the operator wrote into the mapping's file: its stub may call them without a rule that allows them. Empty for what
    /// came by the admin API, even when it comes back from disk.
    package var operatorTargets: Set<TargetAuthority> = []
    private var written: JSONNode

    /// The mapping as the admin API shows it: as written, with WireMock's defaults filled in. Made when it is asked for, so that
    /// loading thousands of them does not pay for it.
    package var json: JSONObject {
        var shown = shown(written.value.object ?? [:])
        if isPersistent { shown["persistent"] = true }
        return shown
    }

    /// The same for a file, which also says where the mapping stands among the others.
    package var fileJSON: JSONObject {
        var object = json
        if let insertionIndex { object["insertionIndex"] = JSONValue(insertionIndex) }
        return object
    }

    /// The same, and persistent.
    package var persistent: StubMapping {
        var mapping = self
        mapping.isPersistent = true
        return mapping
    }

    /// The same, its scalars shown as what the report says that they were taken for.
    package consuming func shown(by report: ProblemReport) -> StubMapping {
        if !report.readings.isEmpty { written = written.replacing(report.readings) }
        return self
    }

    /// Reads one mapping.
    ///
    /// - Parameters:
    ///   - id: the one to have, whatever the mapping says (PUT `/mappings/{id}`); nil for the one written.
    ///   - unnamedID: the one to have when none is written; nil for a random one.
    ///   - report: takes everything that is wrong. What the patterns say is not looked at here: the engine compiles them.
    /// - Returns: what could be read, so that its patterns can be checked in the same go; not to be used when something was
    ///   reported. Nil when the node is no object.
    package static func decode(
        _ node: JSONNode, _ report: ProblemReport, id: UniqueID? = nil, unnamedID: UniqueID? = nil, origin: Origin = .interface
    ) -> StubMapping? {
        guard var fields = FieldReader(node, report) else { return nil }
        let written = fields.identity()
        _ = fields.take("$schema")
        let requestNode = fields.take("request")
        let request = requestNode.flatMap { RequestPattern.decode($0, report) } ?? RequestPattern()
        let responses = ResponseSequence.decode(&fields) ?? ResponseSequence(ResponseDefinition())
        let scenario = ScenarioRule.decode(&fields)
        let name = fields.text("name")
        let priority = fields.wholeNumber("priority") ?? defaultPriority
        let isPersistent = fields.flag("persistent") ?? false
        let metadata = fields.members("metadata") == nil ? nil : fields.take("metadata")?.value.object
        let probability = fields.fraction("probability")
        let expectation = fields.take("expect").flatMap { StubExpectation.decode($0, report) }
        let insertionIndex = fields.wholeNumber("insertionIndex")
        let serveEventListeners = ServeEventListener.decode(&fields)
        if let fault = responses.responses.lazy.compactMap(\.requestBodyFault).first {
            if let field = request.fieldAboutBody {
                report.add(
                    "a fault in the midst of the upload leaves no body for \"\(field)\"", at: fault,
                    repair: "Choose another moment, or match by URL and headers.")
            }
            if probability != nil {
                report.add(
                    "a fault in the midst of the upload comes before the stub's \"probability\" is drawn", at: fault,
                    repair: "Write the probability into the fault.")
            }
        }
        if requestNode.map(\.isEmptyObject) ?? true, fields.take("priority") == nil {
            report.warn(
                requestNode == nil ? "without \"request\" it answers every request" : "an empty \"request\" is met by every request",
                at: requestNode ?? node, repair: "Give it \"priority\": 10 if that is meant.")
        }
        for response in responses.responses { FramingFields.warn(of: response, of: request.method, report) }
        fields.finish { FieldPlace.hint(for: $0, writtenIn: .mapping) }
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
    private static let hiddenFields: Set<String> = ["id", "uuid", "$schema", "insertionIndex"]

    /// The mappings of a document: the node itself, or the elements of its `mappings`.
    package static func collection(in node: JSONNode, _ report: ProblemReport) -> (nodes: [JSONNode], isCollection: Bool) {
        if case .array = node.content {
            report.add(
                "expected an object, found an array", at: node, repair: "Several stub mappings stand in {\"mappings\": [ … ]}.")
            return ([], false)
        }
        guard case .object(let members) = node.content, members.contains(where: { $0.name == "mappings" }),
            var fields = FieldReader(node, report)
        else { return ([node], false) }
        let nodes = fields.array("mappings") ?? []
        // What an export brings along.
        for name in ["meta", "importOptions", "$schema"] { _ = fields.take(name) }
        fields.finish()
        return (nodes, true)
    }

    /// As WireMock shows it: no nulls, identity filled in, the one URL field that counts, `method`, `status`.
    private func shown(_ written: JSONObject) -> JSONObject {
        var shown: JSONObject = ["id": .string(id.description)]
        for (name, value) in written where !Self.hiddenFields.contains(name) && !value.isNull { shown[name] = value }
        var pattern: JSONObject = [:]
        for (name, value) in written["request"]?.object ?? [:] where !value.isNull {
            if let kind = URLPattern.Kind(rawValue: name), kind != request.url?.kind { continue }
            pattern[name == "basicAuth" ? "basicAuthCredentials" : name] = value
        }
        if pattern["method"] == nil { pattern["method"] = "ANY" }
        shown["request"] = .object(pattern)
        if shown["responses"] == nil { shown["response"] = responses.responses[0].json }
        if case .object(let actions)? = shown["postServeActions"] {
            shown["postServeActions"] = .array(actions.map { ["name": .string($0.name), "parameters": $0.value] })
        }
        shown["uuid"] = .string(id.description)
        return shown
    }
}

extension FieldReader {
    /// `id`, or `uuid`, which is the same by another name.
    fileprivate mutating func identity() -> UniqueID? {
        let (id, alias) = (id("id"), id("uuid"))
        if let id, let alias, id != alias, let node = take("uuid") {
            report.warn("\"uuid\" is another than \"id\", which counts", at: node, repair: "Keep one of them.")
        }
        return id ?? alias
    }

    private mutating func id(_ name: String) -> UniqueID? {
        guard let node = take(name) else { return nil }
        if case .string(let text) = node.content {
            // WireMock takes an empty one for none.
            if text.isEmpty { return nil }
            if let id = UniqueID(text) { return id }
        }
        report.add(
            "\"\(name)\" must be a UUID, found \(node.found)", at: node,
            repair: "Write 36 characters such as \"\(UniqueID.random())\", or leave it out.")
        return nil
    }
}
