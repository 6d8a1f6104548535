internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Several stubs in WireMock's form.
enum MappingList {
    /// - Parameter total: how many there are, listed or not.
    static func json(_ stubs: some Sequence<CompiledStub>, total: Int) -> JSONValue {
        ["mappings": .array(stubs.map { .object($0.mapping.json) }), "meta": ["total": JSONValue(total)]]
    }
}
