internal import HTTPMessage
package import JSONDocument
internal import LinkModel
package import StubModel

extension JournalEntry {
    /// The entry as JSON in the extended form, which adds what WireMock does not have, such as `sequence`, `draws` and `performed`.
    package var json: JSONValue { json(.extended) }

    /// The entry as WireMock's serve event.
    /// - Parameter form: WireMock's fields only, or the extended form.
    package func json(_ form: ResponseForm) -> JSONValue {
        let mapping = (stub?.mapping.json).map { JSONValue.object($0) }
        var object: JSONObject = [
            "id": .string(id.description),
            "request": LoggedRequest(self).json(form),
            "responseDefinition": mapping.map { form.response(responseDefinition($0, form)) } ?? notConfigured,
            "response": responseJSON(form),
            "wasMatched": .bool(wasMatched),
            "timing": timing,
            "subEvents": .array(details.subEvents.map { $0.json(form) }),
            "stubMapping": mapping?.object.map { .object(form.mapping(withoutLongBodies($0, form))) } ?? [
                "id": .string(id.description), "request": ["method": "ANY"], "response": notConfigured,
                "uuid": .string(id.description),
            ],
        ]
        guard form == .extended else {
            // WireMock 2.x omits it; 3.x clients read a missing list as empty.
            if details.subEvents.isEmpty { object["subEvents"] = nil }
            return .object(object)
        }
        object["sequence"] = JSONValue(Int(sequence))
        if isFromFile, let file = response.file { object["file"] = .string(file) }
        let draws = details.draws + (details.flow?.report.draws ?? [])
        if !draws.isEmpty {
            object["draws"] = .array(draws.map { ["what": .string($0.what), "value": $0.value] })
        }
        object["performed"] = performed
        if let arrival = details.arrival {
            object["carrier"] = .string(arrival.carrier.rawValue)
            if !arrival.ignored.isEmpty { object["ignoredCarriers"] = .array(arrival.ignored.map { .string($0) }) }
        }
        if !details.modifiers.isEmpty { object["modifiedBy"] = .array(details.modifiers.map { .string($0.description) }) }
        return .object(object)
    }

    /// Stands for the response definition where no stub matched.
    private var notConfigured: JSONValue {
        ["status": JSONValue(response.status == 0 ? 404 : response.status), "fromConfiguredStub": false]
    }

    private func responseDefinition(_ mapping: JSONValue, _ form: ResponseForm) -> JSONValue {
        let written = mapping["response"] ?? mapping["responses"]?[responseIndex] ?? ["status": 200]
        return withoutLongBody(RenderedDefinition(written, response, details.proxy)?.json ?? written, responseIndex, form)
    }

    /// What was sent. As in WireMock, the explanation of a miss is in its sub-event instead.
    private func responseJSON(_ form: ResponseForm) -> JSONValue {
        var object = JSONObject()
        // None without a response: another server's has not come, or the client left before.
        if response.status > 0 { object["status"] = JSONValue(response.status) }
        // WireMock's client reads its four names alone.
        if let fault = details.fault, form == .extended || FaultDefinition.WireMockName(rawValue: fault) != nil {
            object["fault"] = .string(fault)
        }
        guard wasMatched else {
            object["bodyAsBase64"] = ""
            object["body"] = ""
            return .object(object)
        }
        if !response.headers.isEmpty {
            object["headers"] = ValuesByName(headers: response.headers).json
        }
        var body: [UInt8] = []
        switch response.body {
        case .bytes(let bytes): body = settings.shownResponseBytes.map { Array(bytes.prefix($0)) } ?? bytes
        case .blocks, .empty, .stream: break
        }
        if form == .extended, let length = trimmedLength ?? response.body.length, length > body.count {
            object["bodyLength"] = JSONValue(length)
        }
        object["bodyAsBase64"] = .string(Base64.encode(body))
        object["body"] = .string(BodyText.decode(body, contentType: response.headers.first("Content-Type")))
        return .object(object)
    }

    /// Milliseconds; zeros for what has not happened yet.
    private var timing: JSONValue {
        let added = Int(keptBack.wholeMilliseconds)
        let process = Int(processing.wholeMilliseconds)
        let sending = Int((outcome?.sending ?? .zero).wholeMilliseconds)
        return [
            "addedDelay": JSONValue(added), "processTime": JSONValue(process), "responseSendTime": JSONValue(sending),
            "serveTime": JSONValue(process + sending), "totalTime": JSONValue(process + sending + added),
        ]
    }

    private var performed: JSONValue? {
        var object = JSONObject()
        if addedDelay > .zero { object["delayMilliseconds"] = JSONValue(addedDelay / .milliseconds(1)) }
        if !details.held.isEmpty { object["held"] = .array(details.held.map(\.json)) }
        if let fault = details.fault { object["fault"] = .string(fault) }
        if let flow = details.flow { object["network"] = flow.report.json }
        if let outcome {
            object["ending"] = .string("\(outcome.ending)")
            object["bodyBytes"] = JSONValue(outcome.bodyBytes)
        }
        return object.isEmpty ? nil : .object(object)
    }
}
