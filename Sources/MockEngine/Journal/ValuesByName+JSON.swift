package import HTTPMessage
package import JSONDocument

extension ValuesByName {
    /// As WireMock shows header fields and cookies: a single value as a string, several as a list.
    package var json: JSONValue {
        .object(
            JSONObject(
                entries.map { name, values in (name, values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })) }))
    }
}
