internal import JavaText
package import HTTPMessage
internal import JSONDocument

extension MissReport {
    /// The report as text: WireMock's table for the closest stub, or a sentence if there are no stubs, followed by advice.
    /// - Parameter width: of the table, in characters; nil for the default.
    package func text(width: Int? = nil) -> String {
        var text: String
        if let closest = candidates.first {
            text = DiffTable.render(DiffRow.rows(closest, request), width: width ?? DiffTable.defaultWidth)
            if let place = closest.place { text += "\nThe closest stub is at \(place).\n" }
        } else {
            text = (stop == nil ? Self.wireMocksNoStubs + "\n" : "") + noStubsText + "\n"
        }
        if !hints.isEmpty {
            text += "\nPerhaps:\n"
            for hint in hints { text += "- \(hint)\n" }
        }
        if !suggestion.files.isEmpty {
            text += "\nA file that would answer this request:\n"
            for file in suggestion.files { text += "  \(shown(file))\n" }
        } else if let noFile {
            text += "\n\(noFile)\n"
        }
        text += "\nA mapping that would, for \(shown(suggestion.mappingFile)) or POST /__admin/mappings:\n"
        return text + suggestion.mapping.text(.pretty) + "\n"
    }

    /// WireMock's page when it has no stubs: tools look for this sentence.
    private static let wireMocksNoStubs =
        "No response could be served as there are no stub mappings in this WireMock instance."

    /// The field of a response with advice, for tools that show only heads: proxies, debuggers, browser consoles.
    package static let hintField = "X-Understudy-Hint"
    private static let longestField = 400

    /// A sentence as a field value: one line of limited length, in ASCII. In a sentence that is not ASCII, such characters and the percent
    /// sign are percent-encoded: Foundation on Linux takes a response whose fields are not UTF-8 for a broken connection, and others take
    /// UTF-8 for ISO 8859-1.
    package static func fieldText(_ sentence: String) -> String {
        let scalars = sentence.unicodeScalars
        let isASCII = scalars.allSatisfy(\.isASCII)
        var text = ""
        for scalar in scalars.prefix(longestField) {
            if scalar.isASCII, scalar != "%" || isASCII {
                text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
            } else {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    text += "%" + String(byte, radix: 16, uppercase: true)
                }
            }
        }
        return text + (scalars.count > longestField ? "..." : "")
    }

    /// The advice in one sentence: the first hint, else what the closest stub expects, else a file to create.
    private var advice: String? { hints.first ?? closest ?? file.map { "\($0) would answer" } ?? noFile }

    /// The client accepts JSON and no plain text, which is WireMock's form.
    private var wantsJSON: Bool {
        guard let accepted = request.firstHeader("Accept")?.lowercased(), accepted.contains("application/json") else { return false }
        guard request.firstHeaderIndex("X-WireMock-Console-Width") == nil else { return false }
        return !["text/plain", "text/*", "*/*"].contains { accepted.contains($0) }
    }

    /// The response to the request: a 404 with the text, or with the JSON if the client accepts only that.
    package func response() -> Response {
        var headers: HeaderFields = []
        if let advice { headers.append(name: Self.hintField, value: Self.fieldText(advice)) }
        if wantsJSON {
            headers.append(name: "Content-Type", value: "application/json")
            return Response(status: 404, headers: headers, body: .bytes(json.bytes(.pretty)))
        }
        let width = request.firstHeader("X-WireMock-Console-Width").flatMap { Int($0.trimmed) }
        return .text(404, text(width: width), headers: headers)
    }

    /// The report as the journal's sub-event.
    /// - Parameter offset: the time since the request's arrival.
    func subEvent(at offset: Duration) -> SubEvent {
        var data: JSONObject = ["status": 404, "contentType": "text/plain", "report": .string(text())]
        // What another listener would answer is not meant for the stubs of this one.
        let told = otherListener.map { [$0] } ?? hints
        if otherListener == nil {
            data["closest"] = candidates.first?.summary
            data["difference"] = closest.map { .string($0) }
        }
        if !told.isEmpty { data["hints"] = .array(told.map { .string($0) }) }
        var event = SubEvent(.requestNotMatched, offset: offset, data: .object(data))
        event.isForAnotherListener = otherListener != nil
        return event
    }
}
