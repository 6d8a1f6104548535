internal import FileStore
internal import JSONDocument
internal import StubModel

/// A document of another tool that is not a stub mapping, recognized by its fields.
enum ForeignFormat {
    case openAPI, archive, postman, insomnia, wireMockNet, mockServer, mountebank, mockoon, hoverfly, pact, nock, database, body
    /// Settings of this server.
    case settings
    /// Stub mappings in a list of another name.
    case collection(name: String)

    /// Nil for everything else.
    /// - Parameter fileName: of the document.
    init?(_ root: JSONNode, fileName: String = "") {
        if case .array(let elements) = root.content {
            guard let format = Self.format(ofList: elements) else { return nil }
            self = format
        } else if let format = Self.format(of: root) {
            self = format
        } else if case .object(let members) = root.content, StubMapping.isOther(members) {
            if let list = members.first(where: { Self.isListOfMappings($0.value) }) {
                self = .collection(name: list.name)
            } else {
                self = fileName == "db.json" ? .database : fileName == FixtureFolder.settings.text ? .settings : .body
            }
        } else {
            return nil
        }
    }

    private static func isListOfMappings(_ node: JSONNode) -> Bool {
        guard case .array(let elements) = node.content, let first = elements.first else { return false }
        return first.member("request")?.kind == "an object"
    }

    private static func format(of root: JSONNode) -> ForeignFormat? {
        func has(_ names: String...) -> Bool { names.allSatisfy { root.member($0) != nil } }
        func isList(_ name: String) -> Bool { root.member(name)?.kind == "an array" }
        if has("openapi") || has("swagger"), has("info") || has("paths") { return .openAPI }
        if root.member("log")?.member("entries") != nil { return .archive }
        if isList("item"), has("info") { return .postman }
        if has("_type", "resources") { return .insomnia }
        if isOfWireMockNet(root) { return .wireMockNet }
        if has("httpRequest") { return .mockServer }
        if isList("imposters") || isList("stubs") && (has("protocol") || has("port")) { return .mountebank }
        if isList("routes"), has("endpointPrefix") || has("lastMigration") || has("uuid") { return .mockoon }
        if has("meta"), root.member("data")?.member("pairs") != nil { return .hoverfly }
        if has("consumer", "provider") { return .pact }
        // As in an index of Elasticsearch, whose fields are its mappings.
        if case .object(let members)? = root.member("mappings")?.content, StubMapping.isOther(members),
            !members.contains(where: { $0.value.member("request") != nil })
        {
            return .body
        }
        return nil
    }

    /// Whether an object has fields of a mapping of WireMock.Net, whose names begin with capital letters.
    private static func isOfWireMockNet(_ node: JSONNode) -> Bool {
        let (request, response) = (node.member("Request"), node.member("Response"))
        guard request != nil || response != nil else { return false }
        return node.member("Guid") != nil || ["Path", "Url", "Methods"].contains { request?.member($0) != nil }
            || ["StatusCode", "Body", "BodyAsJson"].contains { response?.member($0) != nil }
    }

    /// - Returns: nil for a list that may be one of mappings.
    private static func format(ofList elements: [JSONNode]) -> ForeignFormat? {
        guard let first = elements.first else { return .body }
        if first.member("httpRequest") != nil { return .mockServer }
        if isOfWireMockNet(first) { return .wireMockNet }
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
        case .wireMockNet: "a mapping of WireMock.Net"
        case .mockServer: "a file of MockServer's"
        case .mountebank: "a file of Mountebank's"
        case .mockoon: "a file of Mockoon's"
        case .hoverfly: "a simulation of Hoverfly's"
        case .pact: "a contract of Pact's"
        case .nock: "a recording of nock's"
        case .database: "a database of json-server"
        case .body: "not a stub mapping but looks like a body"
        case .settings: "a file of settings"
        case .collection(let name): "a list of stub mappings called \"\(name)\""
        }
    }

    /// What to do with it, wherever it is.
    static let repair = "Record the real server with understudy record --from <url>, or write a mapping for each request."

    /// That it is not read, and what to do.
    func problem(in document: JSONDocument, of root: FileRoot) -> Problem {
        var problem = Problem(
            source: document.source.name, position: document.source.position(of: document.root.offset),
            message: "this is \(name), and no stub mapping; none is made of it", repair: "Move it out of the folder. \(Self.repair)")
        switch self {
        case .body:
            problem.message = "this is \(name): no field of it says what is matched or sent"
            problem.repair =
                "Move it to \(root.display(FixtureFolder.files)), or write {\"request\": …, \"response\": {\"jsonBody\": …}} around it."
        case .settings: problem.repair = "Settings are in \(root.display(FixtureFolder.settings))."
        case .wireMockNet: problem.message = "this is \(name), which has another format; none is made of it"
        case .collection:
            problem.message = "this is \(name)"
            problem.repair = "Did you mean \"mappings\"?"
        default: break
        }
        return problem
    }
}
