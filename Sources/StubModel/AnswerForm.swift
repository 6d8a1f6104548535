package import JSONDocument

/// Which fields a reader of the admin API is shown.
package enum AnswerForm: Sendable {
    /// WireMock's, and ours beside them.
    case extended
    /// WireMock's alone, and of those none that its Java client cannot read: it binds objects strictly, and refuses a whole answer for
    /// one field it does not know.
    case plain

    /// A stub mapping in this form. In the plain one the first answer of a sequence stands for all.
    package func mapping(_ shown: JSONObject) -> JSONObject {
        guard self == .plain else { return shown }
        var plain = shown
        let responses = shown["responses"]
        for name in ["responses", "repeat", "probability"] { plain[name] = nil }
        if var request = shown["request"]?.object {
            request["listener"] = nil
            plain["request"] = .object(request)
        }
        if let answer = responses?[0] ?? shown["response"] { plain["response"] = response(answer) }
        return plain
    }

    /// A response definition in this form. The plain one has no faults but WireMock's four.
    package func response(_ shown: JSONValue) -> JSONValue {
        guard self == .plain, var plain = shown.object else { return shown }
        if plain["fault"]?.string == nil { plain["fault"] = nil }
        if plain["status"] == nil { plain["status"] = 200 }
        return .object(plain)
    }
}
