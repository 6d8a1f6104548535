internal import ResponseOrders
internal import JSONDocument
internal import MockEngine

/// What the endpoints for explorations share.
extension AdminCall {
    /// The exploration that the path names.
    /// - Throws: 404 with a sentence.
    func namedExploration() throws -> LiveExploration {
        guard let exploration = engine.exploration(id: parameters[0]) else { throw Self.unknownExploration(parameters[0]) }
        return exploration
    }

    static func unknownExploration(_ id: String) -> AdminError {
        AdminError(
            status: 404, title: "There is no exploration \"\(id)\"",
            detail: "POST /__admin/explorations begins one. An exploration that is not used for ten minutes may be removed.")
    }
}

extension LiveExploration {
    /// The report so far, with the exploration's id.
    var report: JSONValue {
        var object: JSONObject = ["id": .string(id)]
        for (name, value) in ExplorationReport(exploration).json().object ?? [:] { object[name] = value }
        return .object(object)
    }
}
