internal import HTTPMessage
package import JSONDocument
internal import StubModel

/// A journal entry as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec). Fields that HAR does not define begin with an underscore.
package struct HAREntry {
    private let entry: JournalEntry

    package init(_ entry: JournalEntry) { self.entry = entry }

    /// The entry as an element of HAR's `entries`.
    package var json: JSONValue {
        let address = RequestAddress(entry.request)
        let added = entry.keptBack / .milliseconds(1)
        let wait = added + entry.processing / .milliseconds(1)
        let receive = (entry.outcome?.sending ?? .zero) / .milliseconds(1)
        var object: JSONObject = [
            "startedDateTime": .string(entry.arrivedAt.isoTextWithMilliseconds), "time": JSONValue(wait + receive),
            "request": request(address), "response": response, "cache": [:],
            "timings": ["send": 0, "wait": JSONValue(wait), "receive": JSONValue(receive)],
            "serverIPAddress": .string(entry.request.arrival.localAddress), "_id": .string(entry.id.description),
            "_wasMatched": .bool(entry.wasMatched),
        ]
        if let stub = entry.stub { object["_stub"] = .string(stub.mapping.name ?? stub.id.description) }
        if added > 0 { object["_addedDelayMilliseconds"] = JSONValue(added) }
        if let fault = entry.details.fault { object["_fault"] = .string(fault) }
        return .object(object)
    }

    private var httpVersion: JSONValue { entry.request.version == .http11 ? "HTTP/1.1" : "HTTP/1.0" }

    private func request(_ address: RequestAddress) -> JSONValue {
        let request = entry.request
        var object: JSONObject = [
            "method": .string(request.method), "url": .string("\(address.scheme)://\(address.authority)\(request.target)"),
            "httpVersion": httpVersion, "cookies": Self.pairs(request.cookies.map { ($0.name, $0.value) }),
            "headers": Self.pairs(request.headers.map { ($0.name, $0.value) }),
            "queryString": Self.pairs(request.queryItems.map { ($0.name, $0.value) }), "headersSize": -1,
            "bodySize": JSONValue(entry.bodyDigest.map { $0.length ?? -1 } ?? request.body.count),
        ]
        if let digest = entry.bodyDigest {
            var data: JSONObject = ["mimeType": .string(request.firstHeader("Content-Type") ?? ""), "params": [], "text": ""]
            if let sha256 = digest.sha256 { data["_sha256"] = .string(sha256) }
            object["postData"] = .object(data)
        } else if request.body.count > 0 {
            let type = request.firstHeader("Content-Type") ?? ""
            let bytes = (try? request.body.bytes()) ?? []
            var data: JSONObject = ["mimeType": .string(type), "params": []]
            for (name, value) in Self.text(bytes, type) { data[name == "encoding" ? "_encoding" : name] = value }
            object["postData"] = .object(data)
        }
        return .object(object)
    }

    /// What was sent. `_error` says why the client did not get all of it; without a status line the status is 0, as browsers write it.
    private var response: JSONValue {
        let isSent = entry.outcome?.status != 0
        let response = isSent ? entry.response : Response(status: 0)
        let type = response.headers.first("Content-Type") ?? ""
        let delivery = HARDelivery(entry)
        var content: JSONObject = ["size": JSONValue(delivery.size), "mimeType": .string(type)]
        for (name, value) in Self.text(delivery.bytes, type) { content[name] = value }
        var object: JSONObject = [
            "status": JSONValue(response.status), "statusText": .string(response.reason ?? ""), "httpVersion": httpVersion, "cookies": [],
            "headers": Self.pairs(response.headers.map { ($0.name, $0.value) }), "content": .object(content),
            "redirectURL": .string(response.headers.first("Location") ?? ""), "headersSize": -1,
            "bodySize": JSONValue(entry.outcome?.bodyBytes ?? -1),
        ]
        if let error = delivery.error { object["_error"] = .string(error) }
        return .object(object)
    }

    private static func isBinary(_ type: String) -> Bool {
        let essence = MediaType(type).essence
        if essence.hasSuffix("+xml") || essence.hasSuffix("+json") { return false }
        return ["image/", "audio/", "video/", "font/"].contains { essence.hasPrefix($0) } || essence == "application/octet-stream"
    }

    private static func pairs(_ fields: [(String, String)]) -> JSONValue {
        .array(fields.map { ["name": .string($0), "value": .string($1)] })
    }

    /// Text as it is, other bytes as base64: those of a binary type, those that are not UTF-8, and control characters.
    private static func text(_ bytes: [UInt8], _ type: String) -> JSONObject {
        if bytes.isEmpty { return ["text": ""] }
        if !isBinary(type), !bytes.contains(where: { $0 < 9 || 14..<32 ~= $0 }), let text = String(validating: bytes, as: UTF8.self) {
            return ["text": .string(text)]
        }
        return ["text": .string(Base64.encode(bytes)), "encoding": "base64"]
    }
}
