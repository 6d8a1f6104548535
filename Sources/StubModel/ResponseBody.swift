package import JSONDocument

/// Where a response's body comes from. At most one of the four fields is used.
package enum ResponseBody: Sendable {
    case none
    /// `body`: text. May be a template.
    case text(String)
    /// `jsonBody`: sent as compact JSON; does not set a content type. May be a template.
    case json(JSONValue)
    /// `base64Body`, decoded. Never a template.
    case bytes([UInt8])
    /// `bodyFileName`: a file under `__files`, read again for each response. The name may be a template.
    case file(String)

    /// The four fields in WireMock's order of precedence.
    static let fieldNames = ["body", "jsonBody", "base64Body", "bodyFileName"]

    static func decode(_ fields: inout FieldReader) -> ResponseBody {
        var found: [(name: String, body: ResponseBody)] = []
        for name in fieldNames {
            switch name {
            case "jsonBody":
                guard let node = fields.take(name) else { continue }
                warnOfQuotedJSON(node, fields.report)
                found.append((name, .json(node.value)))
            case "base64Body":
                guard let node = fields.take(name) else { continue }
                guard let text = node.scalarText, let bytes = Base64.decode(text.utf8) else {
                    fields.report.add("\"base64Body\" is not base64", at: node, repair: repair(ofBase64: node.scalarText ?? ""))
                    continue
                }
                found.append((name, .bytes(bytes)))
            case "bodyFileName":
                guard let file = fields.text(name) else { continue }
                if file.isEmpty {
                    fields.report.addLate("a body file without a name", at: fields.place(of: name), repair: "Name a file in \"__files\".")
                }
                found.append((name, file.isEmpty ? .none : .file(file)))
            default:
                guard let node = fields.take(name) else { continue }
                guard let text = node.text(fields.report) else {
                    fields.report.add("\"body\" must be a string, found \(node.kind)", at: node, repair: "Use \"jsonBody\" for JSON.")
                    continue
                }
                found.append((name, .text(text)))
            }
            if found.count == 2, found[1].name == name {
                fields.report.addLate(
                    "two bodies: \"\(name)\" means nothing beside \"\(found[0].name)\"", at: fields.take(name) ?? fields.node,
                    repair: "Keep one of them.")
            }
        }
        return found.first?.body ?? .none
    }

    /// What to do about a text that is not base64, as a whole sentence.
    package static func repair(ofBase64 text: String) -> String {
        guard text.hasPrefix("data:"), let end = text.firstRange(of: ";base64,")?.upperBound else { return "Use \"body\" for text." }
        return "Take \"\(text[..<end])\" away."
    }

    /// Warns about an object or an array in quotes.
    private static func warnOfQuotedJSON(_ node: JSONNode, _ report: ProblemReport) {
        guard case .string(let text) = node.content, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["), (try? JSONValue.parse(text.utf8)) != nil
        else { return }
        report.warn("\"jsonBody\" is JSON in a string, so that clients get a text", at: node, repair: "Take the quotes away.")
    }
}
