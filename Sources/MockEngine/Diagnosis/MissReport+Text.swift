internal import JavaText
public import HTTPMessage
internal import JSONDocument

extension MissReport {
    /// For people: WireMock's table for the closest stub, or a sentence when there are no stubs; then what would help.
    /// - Parameter width: of the table.
    public func text(width: Int? = nil) -> String {
        var text: String
        if let closest = candidates.first {
            text = DiffTable.render(DiffRow.rows(closest, request), width: width ?? DiffTable.defaultWidth)
            if let place = closest.place { text += "\nThe closest stub is at \(place).\n" }
        } else {
            text = noStubsText + "\n"
        }
        if !hints.isEmpty {
            text += "\nPerhaps:\n"
            for hint in hints { text += "- \(hint)\n" }
        }
        if !suggestion.files.isEmpty {
            text += "\nA file that would answer this request:\n"
            for file in suggestion.files { text += "  \(file)\n" }
        }
        text += "\nA mapping that would, for \(suggestion.mappingFile) or POST /__admin/mappings:\n"
        return text + suggestion.mapping.text(.pretty) + "\n"
    }

    /// The answer to the request: 404 with the text, or the JSON for who accepts `application/json`.
    public func response() -> Response {
        if let accepted = request.firstHeader("Accept")?.lowercased(), accepted.contains("application/json"),
            request.firstHeaderIndex("X-WireMock-Console-Width") == nil
        {
            return Response(status: 404, headers: [("Content-Type", "application/json")], body: .bytes(json.bytes(.pretty)))
        }
        let width = request.firstHeader("X-WireMock-Console-Width").flatMap { Int($0.trimmed) }
        return Response(status: 404, headers: [("Content-Type", "text/plain")], body: .bytes(Array(text(width: width).utf8)))
    }

    /// The same for the journal.
    public var subEvent: SubEvent {
        SubEvent(
            .requestNotMatched, data: ["status": 404, "contentType": "text/plain", "report": .string(text())])
    }
}
