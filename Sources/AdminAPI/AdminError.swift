internal import HTTPMessage
package import JSONDocument
internal import MockEngine

/// A refusal in WireMock's form: `{"errors": [{"code", "source": {"pointer"}, "title", "detail"}]}`.
package struct AdminError: Error, Sendable {
    package struct Item: Sendable, Equatable {
        /// WireMock's numbers: 10 for input that cannot be used, 30 for the recorder's states; 50 for what only we say.
        package var code: Int
        package var title: String
        package var detail: String?
        /// JSON pointer into the request's body, or the name of a parameter.
        package var pointer: String?

        package init(code: Int, title: String, detail: String? = nil, pointer: String? = nil) {
            self.code = code
            self.title = title
            self.detail = detail
            self.pointer = pointer
        }
    }

    package var status: Int
    package var items: [Item]
    /// Beyond the body: `Allow`, `WWW-Authenticate`.
    package var headers: [(name: String, value: String)] = []

    package init(
        status: Int, code: Int = 50, title: String, detail: String? = nil, pointer: String? = nil,
        headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        items = [Item(code: code, title: title, detail: detail, pointer: pointer)]
        self.headers = headers
    }

    /// Input that cannot be used: 422, with every problem and its place.
    package init(_ problems: [Problem]) {
        status = 422
        items = problems.map {
            let pointer = $0.owner ?? $0.pointer
            return Item(code: 10, title: "Error parsing JSON", detail: $0.description, pointer: pointer.isEmpty ? "/" : pointer)
        }
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

    /// There is nothing of that name: 404 without a body, as WireMock answers.
    package static let notFound = AdminError(status: 404)

    private init(status: Int) {
        self.status = status
        items = []
    }

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
    /// What an endpoint threw.
    init(_ error: any Error) {
        switch error {
        case let error as AdminError: self = error.reply
        case let problem as Problem: self = AdminError([problem]).reply
        case let error as ScenarioError: self = AdminError(error).reply
        case let error as SessionError: self = AdminError(error).reply
        default: self = AdminError(status: 500, title: "\(error)").reply
        }
    }
}
