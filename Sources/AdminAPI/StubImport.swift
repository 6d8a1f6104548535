internal import JSONDocument
internal import MockEngine
internal import StubModel

/// The body of `POST /mappings/import`, with its stubs compiled.
struct StubImport {
    enum DuplicatePolicy: String, CaseIterable {
        case overwrite = "OVERWRITE"
        case ignore = "IGNORE"
    }

    var stubs: [CompiledStub] = []
    var duplicatePolicy = DuplicatePolicy.overwrite
    var deletesOthers = false

    /// The stubs from the last to the first, as they are added, one for each id. As in WireMock, a stub whose id a later one of the list has
    /// overwrites it or is ignored.
    var distinctStubs: [CompiledStub] {
        var distinct: [CompiledStub] = []
        var places: [UniqueID: Int] = [:]
        for stub in stubs.reversed() {
            if let place = places[stub.id] {
                if duplicatePolicy == .overwrite { distinct[place] = stub }
            } else {
                places[stub.id] = distinct.count
                distinct.append(stub)
            }
        }
        return distinct
    }

    /// With so many mistakes the rest is not checked.
    static let maximumProblems = 1_000

    /// Nil when the node is not an object; any other mistake is in the report.
    init?(_ node: JSONNode, _ report: ProblemReport, _ engine: MockEngine) {
        switch node.content {
        case .array:
            report.add("the stub mappings of an import are in an object", at: node, repair: "Write {\"mappings\": [ … ]} around the list.")
            return nil
        case .object where node.member("mappings") == nil && (node.member("request") ?? node.member("response")) != nil:
            report.add(
                "this call takes several stub mappings, and this is one", at: node,
                repair: "Write {\"mappings\": [ … ]} around it, or send it to POST \(AdminAPI.prefix)/mappings.")
            return nil
        default: break
        }
        guard var fields = FieldReader(node, report) else { return nil }
        let mappings = fields.array("mappings") ?? []
        for (index, node) in mappings.enumerated() {
            if report.problems.count >= Self.maximumProblems {
                let rest = mappings.count - index
                report.add(
                    "after \(report.problems.count) errors the other \(rest) of \(mappings.count) mappings are not checked", at: node,
                    repair: "Correct these, and import again.")
                break
            }
            if let mapping = StubMapping.decode(node, report), let stub = engine.compile(mapping, report) { stubs.append(stub) }
        }
        if let node = fields.take("importOptions"), var options = FieldReader(node, report) {
            // As in WireMock, options overwrite only if they say so.
            duplicatePolicy = options.word("duplicatePolicy") ?? .ignore
            deletesOthers = options.flag("deleteAllNotInImport") ?? false
            options.finish()
        }
        _ = fields.take("meta")
        fields.finish()
    }
}
