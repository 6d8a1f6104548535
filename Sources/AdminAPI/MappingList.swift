internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Several stubs in WireMock's form.
enum MappingList {
    /// - Parameter total: the number of all stubs, listed or not.
    static func json(_ stubs: some Sequence<CompiledStub>, total: Int, _ form: ResponseForm) -> JSONValue {
        ["mappings": .array(stubs.map { .object(form.mapping($0.mapping.json)) }), "meta": ["total": JSONValue(total)]]
    }
}
