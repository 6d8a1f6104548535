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

    /// Nil when the node is not an object; any other mistake is in the report.
    init?(_ node: JSONNode, _ report: ProblemReport, _ engine: MockEngine) {
        guard var fields = FieldReader(node, report) else { return nil }
        for node in fields.array("mappings") ?? [] {
            if let mapping = StubMapping.decode(node, report), let stub = engine.compile(mapping, report) { stubs.append(stub) }
        }
        if let node = fields.take("importOptions"), var options = FieldReader(node, report) {
            duplicatePolicy = options.word("duplicatePolicy") ?? .overwrite
            deletesOthers = options.flag("deleteAllNotInImport") ?? false
            options.finish()
        }
        _ = fields.take("meta")
        fields.finish()
    }
}
