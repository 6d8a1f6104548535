internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Adds or replaces some of the extended settings.
enum PatchExtendedSettings: AdminEndpoint {
    static let method = "PATCH"
    static let path = "/settings/extended"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let extended = try call.read { node, report -> JSONObject? in
            guard var fields = FieldReader(node, report) else { return nil }
            let isObject = fields.members("extended") != nil
            let extended = isObject ? fields.take("extended")?.value.object : [:]
            fields.finish()
            return extended
        }
        call.session.changeSettings { settings in
            var kept = settings.extended ?? [:]
            for (name, value) in extended { kept[name] = value }
            settings.extended = kept
        }
        return .done
    }
}
