package import HTTPMessage
package import JSONDocument

/// What to write so that a request gets a response next time. Paths are relative to the mocks folder.
package struct StubSuggestion: Sendable {
    /// Files to create; any one of them is enough. Empty when a file alone cannot answer the request.
    package let files: [String]
    /// False for a request to read a path that no file can have.
    let mayBeFile: Bool
    /// A suitable path for the mapping.
    let mappingFile: String
    /// A mapping that matches the request, ready to be pasted.
    package let mapping: JSONValue

    /// - Parameter mayBeMade: whether a file can be made at a path.
    package init(for request: Request, mayBeMade: (String) -> Bool = { _ in true }) {
        let path = PercentCoding.decodePath(request.pathBytes)
        let segments = path.split(separator: "/").filter { $0 != "." && $0 != ".." && !$0.contains("\0") }
        let isFolder = path.hasSuffix("/")
        let isText = String(validating: PercentCoding.decode(request.pathBytes), as: UTF8.self) != nil
        let isPlain =
            isText && segments.allSatisfy { $0.utf8.count <= Self.longestName }
            && path == "/" + segments.joined(separator: "/") + (isFolder && !segments.isEmpty ? "/" : "")
        if request.isRead && isPlain {
            let file = (["__files"] + segments + (isFolder ? ["index"] : [])).joined(separator: "/")
            let isNamed = !isFolder && segments.last.flatMap(Self.ownExtension(of:)) != nil
            let added = Self.fileExtension(for: request)
            // A file answers a path without an extension only with one of these.
            let possible = isNamed ? [file] : [".json", ".html", ".xml", ".txt"].contains(added) ? [file + added] : []
            files = possible.filter(mayBeMade)
            mayBeFile = files.count == possible.count
        } else {
            files = []
            mayBeFile = isPlain || !request.isRead
        }
        let words = ([request.method.lowercased()] + segments.map(Self.slug)).filter { !$0.isEmpty }
        mappingFile = "mappings/\(words.joined(separator: "-")).json"
        mapping = ["request": Self.pattern(for: request), "response": Self.response(for: request)]
    }

    /// Bytes of a name, so that an extension can follow.
    private static let longestName = 250
    /// Bytes; a longer body is left out of the pattern.
    private static let longestBody = 4_096
    /// JSON that is nested more deeply is left out of the pattern: indentation would multiply its length.
    private static let deepestBody = 32
    /// With more parameters, the URL is matched as it is.
    private static let mostParameters = 32
    /// With more parts, a multipart body is left out of the pattern.
    private static let mostParts = 32

    private static func pattern(for request: Request) -> JSONValue {
        var pattern: JSONObject = ["method": .string(request.method)]
        let items = request.queryItems
        if items.isEmpty {
            // A trailing `?` does not count.
            pattern["url"] = .string(request.path)
        } else if items.count > mostParameters {
            pattern["url"] = .string(request.target)
        } else {
            pattern["urlPath"] = .string(request.path)
            let values = ValuesByName(items.map { ($0.name, $0.value) }).entries.map { name, values in
                let wanted = values.map { ["equalTo": .string($0)] as JSONValue }
                return (name, wanted.count == 1 ? wanted[0] : ["hasExactly": .array(wanted)])
            }
            pattern["queryParameters"] = .object(JSONObject(values))
        }
        let (body, isWhole) = request.bodyBeginning(limit: longestBody)
        if let type = request.firstHeader("Content-Type").map({ MediaType($0) }), type.essence.hasPrefix("multipart/") {
            // The boundary is another one in each request.
            let parts = isWhole ? (try? MultipartBody(body, contentType: type, maximumParts: mostParts))?.knownParts ?? [] : []
            if !parts.isEmpty { pattern["multipartPatterns"] = .array(parts.map(Self.pattern)) }
        } else if !body.isEmpty, isWhole {
            let charset = TextCharset(contentType: request.firstHeader("Content-Type")) ?? .utf8
            let text = charset == .utf8 ? String(validating: body, as: UTF8.self) : charset.decode(body)
            if let text, let json = try? JSONValue.parse(text.utf8) {
                if nesting(json) <= deepestBody { pattern["bodyPatterns"] = [["equalToJson": json]] }
            } else if let text {
                pattern["bodyPatterns"] = [["equalTo": .string(text)]]
            }
        }
        return .object(pattern)
    }

    /// A pattern for one part: its names, and its body if that is text and no file. What compares the name is the pattern for the field
    /// that has it.
    private static func pattern(for part: MultipartBody.Part) -> JSONValue {
        var pattern: JSONObject = [:]
        if let name = part.name, let field = part.headers.first("Content-Disposition") {
            let text = "name=\"\(name)\""
            let wanted: JSONValue = field.contains(text) ? ["contains": .string(text)] : ["equalTo": .string(field)]
            pattern["name"] = .string(name)
            pattern["headers"] = ["Content-Disposition": wanted]
        }
        pattern["fileName"] = part.fileName.map { .string($0) }
        if part.fileName == nil, let text = String(validating: part.body, as: UTF8.self) {
            pattern["bodyPatterns"] = [["equalTo": .string(text)]]
        }
        return .object(pattern)
    }

    /// How deeply lists and objects are nested; 0 for other values.
    private static func nesting(_ value: JSONValue) -> Int {
        switch value {
        case .array(let values): values.reduce(0) { max($0, nesting($1)) } + 1
        case .object(let object): object.reduce(0) { max($0, nesting($1.value)) } + 1
        case .null, .bool, .number, .string: 0
        }
    }

    private static func response(for request: Request) -> JSONValue {
        (ownExtension(of: request.path.split(separator: "/").last ?? "") ?? fileExtension(for: request)) == ".json"
            ? ["status": 200, "headers": ["Content-Type": "application/json"], "jsonBody": [:]] : ["status": 200, "body": ""]
    }

    /// The extension of the path's last segment.
    private static func ownExtension(of name: Substring) -> String? {
        name.dropFirst().lastIndex(of: ".").map { name[$0...].lowercased() }
    }

    /// The extension for what the client prefers; JSON if it does not say.
    private static func fileExtension(for request: Request) -> String {
        let accepted = request.firstHeader("Accept")?.lowercased() ?? ""
        let known = [
            ("application/json", ".json"), ("text/html", ".html"), ("image/png", ".png"), ("image/jpeg", ".jpg"), ("image/", ".png"),
            ("application/xml", ".xml"), ("text/xml", ".xml"), ("text/plain", ".txt"), ("text/css", ".css"),
        ]
        let places = known.compactMap { type, suffix in accepted.firstRange(of: type).map { ($0.lowerBound, suffix) } }
        return places.min { $0.0 < $1.0 }?.1 ?? ".json"
    }

    /// Letters and digits, with single dashes for everything else.
    private static func slug(_ text: Substring) -> String {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}
