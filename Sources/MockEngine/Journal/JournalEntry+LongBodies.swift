internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Bodies in the stub of an entry that are too long to be listed with every entry: their length stands for them, as for bodies that were
/// sent. `GET /__admin/mappings` has them.
extension JournalEntry {
    /// A stub without its long bodies.
    func withoutLongBodies(_ mapping: JSONObject, _ form: ResponseForm) -> JSONObject {
        var mapping = mapping
        if let response = mapping["response"] { mapping["response"] = withoutLongBody(response, 0, form) }
        if case .array(let responses)? = mapping["responses"] {
            mapping["responses"] = .array(responses.enumerated().map { withoutLongBody($0.element, $0.offset, form) })
        }
        return mapping
    }

    /// A response definition without a long body.
    /// - Parameter index: which one of the stub's it is.
    func withoutLongBody(_ definition: JSONValue, _ index: Int, _ form: ResponseForm) -> JSONValue {
        guard case .object(var object) = definition else { return definition }
        for name in ["body", "jsonBody", "base64Body"] {
            guard let body = object[name], let length = longLength(body, name, index) else { continue }
            object[name] = nil
            if form == .extended { object["bodyLength"] = JSONValue(length) }
        }
        return .object(object)
    }

    /// The length of a body in bytes, if it is too long; nil otherwise.
    private func longLength(_ body: JSONValue, _ name: String, _ index: Int) -> Int? {
        let length =
            switch (name, body) {
            case ("base64Body", .string(let text)): text.utf8.count / 4 * 3 - text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
            case ("body", .string(let text)): text.utf8.count
            case ("jsonBody", let value): jsonLength(value, index)
            default: 0
            }
        return length > settings.bodyLimit ? length : nil
    }

    /// The length of a `jsonBody` as text; less for one that is certainly short.
    private func jsonLength(_ value: JSONValue, _ index: Int) -> Int {
        if let responses = stub?.responses, index < responses.count, responses[index].definition.wireMockFault == nil,
            let length = responses[index].staticResponse?.body.length
        {
            return length
        }
        // A value or name of weight 1 takes less than 16 bytes, and up to six with escapes for each of them.
        let weight = value.weight
        return weight < settings.bodyLimit / 128 ? weight : value.text().utf8.count
    }
}
