internal import JSONDocument
internal import StubModel

/// The key pairs of S3 as they are written: `ACCESSKEY:SECRETKEY` in a flag, `[{"accessKey": …, "secretKey": …}]` in `understudy.json`.
enum KeyPairs: WrittenPairs {
    static let expected = "ACCESSKEY:SECRETKEY"
    static let written = "an array of {\"accessKey\": …, \"secretKey\": …}"

    static let schema: JSONObject = [
        "type": "array",
        "items": [
            "type": "object",
            "properties": ["accessKey": ["type": "string", "pattern": "^[^:]+$"], "secretKey": ["type": "string", "minLength": 1]],
            "required": ["accessKey", "secretKey"], "additionalProperties": false,
        ],
    ]

    static func isPair(_ text: String) -> Bool { split(text) != nil }

    // A message shows no secret.
    static func flaw(of text: String) -> String? { nil }

    /// The pairs of a checked array.
    static func texts(ofJSON text: String) -> [String]? {
        guard let array = (try? JSONValue.parse(Array(text.utf8)))?.array else { return nil }
        return array.map { "\($0["accessKey"]?.string ?? ""):\($0["secretKey"]?.string ?? "")" }
    }

    /// The two halves of a pair; nil when one is empty.
    static func split(_ pair: String) -> (accessKey: String, secretKey: String)? {
        guard let colon = pair.firstIndex(of: ":"), colon != pair.startIndex, pair.index(after: colon) != pair.endIndex else { return nil }
        return (String(pair[..<colon]), String(pair[pair.index(after: colon)...]))
    }

    /// Reports mistakes in the array.
    /// - Returns: whether there are none.
    static func check(_ node: JSONNode, _ report: ProblemReport) -> Bool {
        guard case .array(let elements) = node.content else {
            report.add("\"s3.keys\" must be \(written), found \(node.found)", at: node)
            return false
        }
        var isRight = true
        for element in elements {
            guard case .object(let members) = element.content, Set(members.map(\.name)) == ["accessKey", "secretKey"],
                members.allSatisfy({ $0.value.value.string?.isEmpty == false }),
                element.member("accessKey")?.value.string?.contains(":") == false
            else {
                report.add("a key of S3 must be {\"accessKey\": …, \"secretKey\": …}, two texts", at: element)
                isRight = false
                continue
            }
        }
        return isRight
    }
}
