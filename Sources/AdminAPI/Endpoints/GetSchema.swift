/// A JSON Schema for editors, of the files in a mocks folder.
enum GetSchema: AdminEndpoint {
    static let method = "GET"
    static let path = "/schemas/{name}"
    static let isOurs = true

    /// The name may end in `.json`.
    static func respond(_ call: AdminCall) throws -> AdminReply {
        let name = call.parameters[0].hasSuffix(".json") ? String(call.parameters[0].dropLast(5)) : call.parameters[0]
        guard let make = call.services.schemas[name] else {
            throw AdminError(
                status: 404, title: "No such schema: \(call.parameters[0])",
                detail: "Schemas are \(call.services.schemas.keys.sorted().joined(separator: ", ")).")
        }
        return AdminReply(body: Array(make().utf8), contentType: "application/schema+json")
    }
}
