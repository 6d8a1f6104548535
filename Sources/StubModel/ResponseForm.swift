package import JSONDocument

/// Which fields of a mapping the admin API shows.
package enum ResponseForm: Sendable {
    /// WireMock's fields and this server's own.
    case extended
    /// Only WireMock's fields that its Java client can read: it binds objects strictly and fails for one unknown field.
    case plain

    /// A stub mapping in this form. In the plain form, the first response of a sequence stands for all.
    package func mapping(_ shown: JSONObject) -> JSONObject {
        guard self == .plain else { return shown }
        var plain = shown
        let responses = shown["responses"]
        for name in ["responses", "repeat", "probability"] { plain[name] = nil }
        if var request = shown["request"]?.object {
            request["listener"] = nil
            plain["request"] = .object(request)
        }
        if let first = responses?[0] ?? shown["response"] { plain["response"] = response(first) }
        return plain
    }

    /// A response definition in this form. The plain form has only WireMock's four faults.
    package func response(_ shown: JSONValue) -> JSONValue {
        guard self == .plain, var plain = shown.object else { return shown }
        if plain["fault"]?.string == nil { plain["fault"] = nil }
        if plain["status"] == nil { plain["status"] = 200 }
        return .object(plain)
    }
}
