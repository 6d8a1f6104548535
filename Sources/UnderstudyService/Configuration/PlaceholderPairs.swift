internal import JSONDocument
internal import Placeholders

/// The buckets with pictures for the keys that they lack: `BUCKET=640x480.jpg` in a flag, `{"pose-images": "640x480.jpg"}` in
/// `understudy.json`.
enum PlaceholderPairs: WrittenPairs {
    static let expected = "BUCKET=\(PlaceholderForm.rule)"

    static let schema: JSONObject = [
        "type": "object",
        "additionalProperties": ["type": "string", "pattern": "^[0-9]{1,4}x[0-9]{1,4}\\.(png|jpe?g)$"],
    ]

    static func isPair(_ text: String) -> Bool { split(text) != nil }

    static func texts(ofFlag text: String) -> [String]? {
        let pairs = text.split(separator: ",").map(String.init)
        return pairs.allSatisfy(isPair) ? pairs : nil
    }

    static func texts(ofJSON text: String) -> [String]? {
        guard let object = (try? JSONValue.parse(Array(text.utf8)))?.object else { return nil }
        let pairs = object.map { "\($0.name)=\($0.value.string ?? "")" }
        return pairs.allSatisfy { split($0) != nil } ? pairs : nil
    }

    /// The two halves of a pair; nil when one is not valid.
    static func split(_ pair: String) -> (bucket: String, form: PlaceholderForm)? {
        guard let mark = pair.firstIndex(of: "="), mark != pair.startIndex,
            let form = try? PlaceholderForm(String(pair[pair.index(after: mark)...]))
        else { return nil }
        return (String(pair[..<mark]), form)
    }

    static func check(_ node: JSONNode, _ report: ProblemReport) -> Bool {
        guard case .object(let members) = node.content else {
            report.add("\"s3.placeholders\" must be an object like {\"pose-images\": \"640x480.jpg\"}, found \(node.found)", at: node)
            return false
        }
        var isRight = true
        for member in members {
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
