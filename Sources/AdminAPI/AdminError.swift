internal import HTTPMessage
package import JSONDocument
internal import MockEngine

/// An error response in WireMock's form: `{"errors": [{"code", "source": {"pointer"}, "title", "detail"}]}`.
package struct AdminError: Error, Sendable {
    /// One mistake of the call.
    package struct Item: Sendable, Equatable {
        /// WireMock's codes: 10 for invalid input, 30 for the recorder's states. Understudy's own errors have 50.
        package var code: Int
        /// What is wrong, without a period.
        package var title: String
        /// What to do, or more about the mistake.
        package var detail: String?
        /// A JSON pointer into the request's body, or the name of a parameter.
        package var pointer: String?

        package init(code: Int, title: String, detail: String? = nil, pointer: String? = nil) {
            self.code = code
            self.title = title
            self.detail = detail
            self.pointer = pointer
        }
    }

    /// The HTTP status.
    package var status: Int
    /// Every mistake, in the order in which it was found.
    package var items: [Item]
    /// Additional header fields: `Allow`, `WWW-Authenticate`.
    package var headers: [(name: String, value: String)] = []
    /// Whether the server could not carry out a call that makes sense: the disk is full, a file may not be written. The log has it, too.
    private(set) var isFailure = false

    /// An error with one mistake.
    package init(
        status: Int, code: Int = 50, title: String, detail: String? = nil, pointer: String? = nil,
        headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        items = [Item(code: code, title: title, detail: detail, pointer: pointer)]
        self.headers = headers
    }

    /// How many mistakes a response names.
    static let maximumProblems = 2_000

    /// Invalid input: 422 with the mistakes and their places, and how many more there are.
    package init(_ problems: [Problem]) {
        status = 422
        items = problems.prefix(Self.maximumProblems).map {
            let pointer = $0.owner ?? $0.pointer
            return Item(code: 10, title: "Error parsing JSON", detail: $0.description, pointer: pointer.isEmpty ? "/" : pointer)
        }
        let more = problems.count - items.count
        if more > 0 { items.append(Item(code: 10, title: "There are \(more) more errors", detail: "Correct these, and send it again.")) }
    }

    init(_ error: SessionError) {
        if case .scenario(let scenario) = error {
            self.init(scenario)
            status = error.status
        } else {
            self.init(status: error.status, title: error.title, detail: error.repair)
        }
    }

    init(_ error: ScenarioError) {
        let isUnknown = if case .unknownScenario = error { true } else { false }
        self.init(status: isUnknown ? 404 : 422, code: isUnknown ? 404 : 11, title: error.description, detail: error.repair)
    }

    /// Nothing has that name: 404 without a body, like WireMock.
    package static let notFound = AdminError(status: 404)

    /// Too many calls wait for a thread.
    static let busy = AdminError(
        status: 503, title: "The server has too many other calls to do", detail: "The call was not carried out. Send it again.",
        headers: [("Retry-After", "1")])

    private init(status: Int) {
        self.status = status
        items = []
    }

    /// The server could not carry out the call.
    /// - Parameter sentence: the reason, and what to do.
    static func failure(_ sentence: String) -> AdminError {
        var error = AdminError(status: 500, title: sentence)
        error.isFailure = true
        return error
    }

    /// The error that an endpoint threw.
    init(thrown error: any Error) {
        switch error {
        case let error as AdminError: self = error
        case let problem as Problem: self.init([problem])
        case let error as ScenarioError: self.init(error)
        case let error as SessionError: self.init(error)
        case let stop as ComparisonStop:
            self.init(status: 422, title: "The call was stopped, so its result is not known", detail: "\(stop)")
        default: self = .failure("\(error)")
        }
    }

    /// The body of the response.
    package var json: JSONValue {
        [
            "errors": .array(
                items.map { item in
                    var object: JSONObject = ["code": JSONValue(item.code)]
                    if let pointer = item.pointer { object["source"] = ["pointer": .string(pointer)] }
                    object["title"] = .string(item.title)
                    if let detail = item.detail { object["detail"] = .string(detail) }
                    return .object(object)
                })
        ]
    }

    var reply: AdminReply {
        var reply = items.isEmpty ? AdminReply(status: status) : AdminReply.json(json, status: status)
        for (name, value) in headers { reply.headers.append(name: name, value: value) }
        return reply
    }
}

extension AdminReply {
    /// Converts an error that an endpoint threw.
    init(_ error: any Error) { self = AdminError(thrown: error).reply }
}
