internal import JSONDocument
internal import StubModel

/// A document of another tool that is not a stub mapping, recognized by its fields.
enum ForeignFormat {
    case openAPI, archive, postman, insomnia, mockServer, mountebank, mockoon, hoverfly, pact, nock, database, body

    /// Nil for everything else.
    /// - Parameter fileName: of the document.
    init?(_ root: JSONNode, fileName: String = "") {
        if case .array(let elements) = root.content {
            guard let format = Self.format(ofList: elements) else { return nil }
            self = format
        } else if let format = Self.format(of: root) {
            self = format
        } else if case .object(let members) = root.content, StubMapping.isOther(members) {
            self = fileName == "db.json" ? .database : .body
        } else {
            return nil
        }
    }

    private static func format(of root: JSONNode) -> ForeignFormat? {
        func has(_ names: String...) -> Bool { names.allSatisfy { root.member($0) != nil } }
        func isList(_ name: String) -> Bool { root.member(name)?.kind == "an array" }
        if has("openapi") || has("swagger"), has("info") || has("paths") { return .openAPI }
        if root.member("log")?.member("entries") != nil { return .archive }
        if isList("item"), has("info") { return .postman }
        if has("_type", "resources") { return .insomnia }
        if has("httpRequest") { return .mockServer }
        if isList("imposters") || isList("stubs") && (has("protocol") || has("port")) { return .mountebank }
        if isList("routes"), has("endpointPrefix") || has("lastMigration") || has("uuid") { return .mockoon }
        if has("meta"), root.member("data")?.member("pairs") != nil { return .hoverfly }
        if has("consumer", "provider") { return .pact }
        return nil
    }

    /// - Returns: nil for a list that may be one of mappings.
    private static func format(ofList elements: [JSONNode]) -> ForeignFormat? {
        guard let first = elements.first else { return .body }
        if first.member("httpRequest") != nil { return .mockServer }
        if first.member("scope") != nil, first.member("path") != nil { return .nock }
        guard case .object(let members) = first.content else { return .body }
        return StubMapping.isOther(members) ? .body : nil
    }

    /// What it is, as a phrase.
    var name: String {
        switch self {
        case .openAPI: "an OpenAPI document"
        case .archive: "an HTTP Archive (HAR)"
        case .postman: "a Postman collection"
        case .insomnia: "an Insomnia collection"
        case .mockServer: "a file of MockServer's"
        case .mountebank: "a file of Mountebank's"
        case .mockoon: "a file of Mockoon's"
        case .hoverfly: "a simulation of Hoverfly's"
        case .pact: "a contract of Pact's"
        case .nock: "a recording of nock's"
        case .database: "a database of json-server"
        case .body: "not a stub mapping but looks like a body"
        }
    }

    /// What to do with it, wherever it is.
    static let repair = "Record the real server with understudy record --from <url>, or write a mapping for each request."

    /// That it is not read, and what to do.
    func problem(in document: JSONDocument, bodies: String) -> Problem {
        var problem = Problem(
            source: document.source.name, position: document.source.position(of: document.root.offset),
            message: "this is \(name), and no stub mapping; none is made of it", repair: "Move it out of the folder. \(Self.repair)")
        if case .body = self {
            problem.message = "this is \(name): no field of it says what is matched or sent"
            problem.repair = "Move it to \(bodies), or write {\"request\": …, \"response\": {\"jsonBody\": …}} around it."
        }
        return problem
    }
}
