internal import JSONDocument

/// What a request on the S3 listener asks for, in S3's words: `"s3": {"operation": "GetObject", "bucket": "pictures"}`. Not a field of
/// WireMock's.
///
/// Each value is a text or a value pattern. What is absent matches everything.
package struct S3Pattern: Sendable {
    /// S3's name of the operation. The engine knows the names, and reports others.
    package var operation: ValuePattern?
    /// The bucket's name.
    package var bucket: ValuePattern?
    /// The object's key, decoded.
    package var key: ValuePattern?
    /// The id of an upload in parts.
    package var uploadID: ValuePattern?
    /// The number of a part, without zeros in front.
    package var partNumber: ValuePattern?
    /// The access key of who signed the request, as it says.
    package var accessKey: ValuePattern?
    /// How the request is signed, as the journal says it. The engine knows the ways.
    package var signature: ValuePattern?

    /// A pattern that every request on the S3 listener matches.
    package init() {}

    /// - Returns: nil when the node is not an object, which is reported.
    static func decode(_ node: JSONNode, _ report: ProblemReport) -> S3Pattern? {
        let repair = node.scalarText.map { "Write {\"operation\": \"\($0)\"}." }
        guard var fields = FieldReader(node, report, repair: repair) else { return nil }
        var pattern = S3Pattern()
        pattern.operation = fields.textOrPattern("operation")
        pattern.bucket = fields.textOrPattern("bucket")
        pattern.key = fields.textOrPattern("key")
        pattern.uploadID = fields.textOrPattern("uploadId")
        pattern.partNumber = fields.textOrPattern("partNumber")
        pattern.accessKey = fields.textOrPattern("accessKey")
        pattern.signature = fields.textOrPattern("signature")
        if let text = pattern.partNumber?.node.member("equalTo")?.scalarText {
            let number = Int(text).flatMap { (1...10_000).contains($0) ? String($0) : nil }
            if number != text {
                report.warn(
                    number == nil
                        ? "no part has the number \"\(text)\", so no request matches it"
                        : "numbers of parts are compared without zeros in front, so no request matches \"\(text)\"",
                    at: fields.place(of: "partNumber"), repair: number.map { "Write \"\($0)\"." } ?? "Write a number from 1 to 10000.")
            }
        }
        fields.finish()
        return pattern
    }
}

extension RequestPattern {
    /// Its method, or else that of the one operation of S3 that it names; nil for any.
    /// - Parameter methodOfOperation: the method that S3 has for the name of an operation; nil for a name that it does not have.
    package func method(_ methodOfOperation: (String) -> String?) -> MethodPattern? {
        method ?? s3?.operation?.onlyText.flatMap(methodOfOperation).map { .one($0) }
    }
}

extension FieldReader {
    /// A value pattern; a text or a number stands for a pattern that is equal to it. Nil when absent or reported.
    fileprivate mutating func textOrPattern(_ name: String) -> ValuePattern? {
        guard let node = take(name) else { return nil }
        if case .bool = node.content {
            report.add(
                "\"\(name)\" must be a text, a number or a matcher, found \(node.found)", at: node,
                repair: "Write \"\(node.found)\" if it is a text.")
            return nil
        }
        guard let text = node.scalarText else { return ValuePattern(node) }
        let value = JSONNode(content: .string(text), offset: node.offset, endOffset: node.endOffset)
        let member = JSONMember(name: "equalTo", nameOffset: node.offset, value: value)
        return ValuePattern(JSONNode(content: .object([member]), offset: node.offset, endOffset: node.endOffset))
    }
}
