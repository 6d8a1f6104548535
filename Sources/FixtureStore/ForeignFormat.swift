internal import JSONDocument

/// A document of another tool that is not a stub mapping, recognized by its fields.
enum ForeignFormat {
    case openAPI, archive, postman

    /// Nil for everything else.
    init?(_ root: JSONNode) {
        if root.member("openapi") ?? root.member("swagger") != nil, root.member("info") ?? root.member("paths") != nil {
            self = .openAPI
        } else if root.member("log")?.member("entries") != nil {
            self = .archive
        } else if root.member("item")?.kind == "an array", root.member("info") != nil {
            self = .postman
        } else {
            return nil
        }
    }

    private var name: String {
        switch self {
        case .openAPI: "an OpenAPI document"
        case .archive: "an HTTP Archive (HAR)"
        case .postman: "a Postman collection"
        }
    }

    /// That it is not read, and what to do.
    func problem(in document: JSONDocument) -> Problem {
        Problem(
            source: document.source.name, position: document.source.position(of: document.root.offset),
            message: "this is \(name), and no stub mapping; none is made of it",
            repair:
                "Move it out of the folder. Record the real server with understudy record --from <url>, or write a mapping for each request."
        )
    }
}
