internal import JSONDocument
internal import Placeholders
internal import S3Dialect

/// The buckets with pictures for the keys that they lack: `BUCKET=640x480.jpg` in a flag, `{"pose-images": "640x480.jpg"}` in
/// `understudy.json`.
enum PlaceholderPairs: WrittenPairs {
    static let expected = "BUCKET=\(PlaceholderForm.rule)"
    static let written = "an object like {\"pose-images\": \"640x480.jpg\"}"

    static let schema: JSONObject = [
        "type": "object",
        "propertyNames": ["pattern": .string(BucketName.pattern), "minLength": 3, "maxLength": 63],
        "additionalProperties": [
            "type": "string", "pattern": .string(PlaceholderForm.pattern), "description": .string(PlaceholderForm.rule),
        ],
    ]

    static func isPair(_ text: String) -> Bool { split(text) != nil }

    static func flaw(of text: String) -> String? {
        guard let mark = text.firstIndex(of: "="), mark != text.startIndex else { return nil }
        let bucket = String(text[..<mark])
        if BucketName.isValid(bucket) { return nil }
        if let meant = name(meantBy: bucket) { return "names of buckets are in lower case: write \(meant)\(text[mark...])" }
        return "\"\(bucket)\" is no name of a bucket. \(BucketName.rule)"
    }

    /// The name in lower case, if that is one of a bucket; else nil.
    private static func name(meantBy name: String) -> String? {
        let meant = name.lowercased()
        return BucketName.isValid(meant) ? meant : nil
    }

    static func texts(ofJSON text: String) -> [String]? {
        guard let object = (try? JSONValue.parse(Array(text.utf8)))?.object else { return nil }
        let pairs = object.map { "\($0.name)=\($0.value.string ?? "")" }
        return pairs.allSatisfy { split($0) != nil } ? pairs : nil
    }

    /// The two halves of a pair; nil when one is not valid.
    static func split(_ pair: String) -> (bucket: String, form: PlaceholderForm)? {
        guard let mark = pair.firstIndex(of: "="), BucketName.isValid(String(pair[..<mark])),
            let form = try? PlaceholderForm(String(pair[pair.index(after: mark)...]))
        else { return nil }
        return (String(pair[..<mark]), form)
    }

    static func check(_ node: JSONNode, _ report: ProblemReport) -> Bool {
        guard case .object(let members) = node.content else {
            report.add("\"s3.placeholders\" must be \(written), found \(node.found)", at: node)
            return false
        }
        var isRight = true
        for member in members {
            if !BucketName.isValid(member.name) {
                report.add(
                    "\"\(member.name)\" is no name of a bucket", atOffset: member.nameOffset,
                    repair: name(meantBy: member.name).map { "Names of buckets are in lower case: write \"\($0)\"." } ?? BucketName.rule)
                isRight = false
            }
            do throws(PlaceholderError) {
                if let text = member.value.value.string {
                    _ = try PlaceholderForm(text)
                    continue
                }
                report.add("the picture of a bucket is \(member.value.found), but must be \(PlaceholderForm.rule)", at: member.value)
            } catch {
                report.add("\(error)", at: member.value)
            }
            isRight = false
        }
        return isRight
    }
}
