internal import HTTPMessage
internal import JSONDocument

/// What an upload form may bring, as its signer wrote it: JSON in base64.
package struct PostPolicy: Sendable, Hashable {
    /// One condition.
    enum Condition: Sendable, Hashable {
        case equal(field: String, value: String, written: String)
        case beginning(field: String, value: String, written: String)
        case size(ClosedRange<Int>)
        /// What S3 takes in a policy, and no form fulfils: a field without its `$`, or a length that is no number.
        case never(field: String?, written: String)

        /// The name of the field that it allows.
        var field: String? {
            switch self {
            case .equal(let field, _, _), .beginning(let field, _, _): field
            case .never(let field, _): field
            case .size: nil
            }
        }
    }

    /// A policy is flat. Deeper texts are refused.
    private static let maximumDepth = 8
    /// The fields that need no condition.
    private static let free: Set<String> = ["x-amz-signature", "awsaccesskeyid", "signature", "file", "policy"]

    /// When it ends, in seconds since 1970.
    package let expiration: Int
    private let conditions: [Condition]

    /// Reads a policy.
    /// - Parameter text: the value of the field `policy`.
    /// - Throws: InvalidPolicyDocument.
    package init(_ text: String) throws(S3Error) {
        // S3 does not take the alphabet of URLs.
        guard !text.contains("-"), !text.contains("_"), let bytes = Base64.decode(text.utf8) else {
            throw Self.invalid("invalid Base64 encoding.")
        }
        guard !bytes.isEmpty else { throw Self.invalid("Expecting '{' but found End-of-Input") }
        guard
            let policy = (try? JSONValue.parse(Self.withoutEscapedDollars(bytes), name: "policy", maximumDepth: Self.maximumDepth))?.object
        else { throw Self.invalid("Invalid JSON.") }
        for name in policy.names where name != "expiration" && name != "conditions" { throw Self.invalid("Unexpected: '\(name)'") }
        guard let expiration = policy["expiration"] else { throw Self.invalid("Policy missing expiration.") }
        guard let time = expiration.string.flatMap(SignatureTime.parseISO) else {
            throw Self.invalid("Invalid 'expiration' value: '\(expiration.string ?? "")'")
        }
        guard let list = policy["conditions"] else { throw Self.invalid("Policy missing conditions.") }
        guard let conditions = list.array else { throw Self.invalid("Invalid 'conditions' value: must be a List.") }
        self.expiration = time
        var read: [Condition] = []
        for condition in conditions { read.append(try Self.condition(condition)) }
        self.conditions = read
    }

    /// The lengths that all conditions allow, in bytes; nil when none limits them.
    package var sizes: (least: Int, most: Int)? {
        var sizes: (least: Int, most: Int)?
        for case .size(let range) in conditions {
            sizes = (max(sizes?.least ?? 0, range.lowerBound), min(sizes?.most ?? .max, range.upperBound))
        }
        return sizes
    }

    /// Checks everything but the length of the file.
    /// - Parameters:
    ///   - bucket: that of the request.
    ///   - now: in seconds since 1970.
    /// - Throws: AccessDenied.
    package func check(_ fields: PostFields, bucket: String, now: Int) throws(S3Error) {
        guard now < expiration else { throw Self.denied("Policy expired.") }
        let allowed = Set(conditions.compactMap(\.field))
        for field in fields.fields where !Self.free.contains(field.name) && !field.name.hasPrefix("x-ignore-") {
            guard allowed.contains(field.name) else { throw Self.denied("Extra input fields: \(field.name)") }
        }
        guard allowed.contains("bucket") else { throw Self.denied("Extra input fields: bucket") }
        for condition in conditions {
            switch condition {
            case .size: continue
            case .never(_, let written): throw Self.denied("Policy Condition failed: \(written)")
            case .equal(let field, let value, let written):
                guard (field == "bucket" ? bucket : fields[field]) == value else {
                    throw Self.denied("Policy Condition failed: \(written)")
                }
            case .beginning(let field, let value, let written):
                guard let given = field == "bucket" ? bucket : fields[field], Self.begins(field, given, with: value) else {
                    throw Self.denied("Policy Condition failed: \(written)")
                }
            }
        }
    }

    /// Checks the length of the file.
    /// - Throws: EntityTooSmall, EntityTooLarge.
    package func check(size: Int) throws(S3Error) {
        guard let (least, most) = sizes else { return }
        if size > most {
            throw S3Error(.entityTooLarge, nil, [("ProposedSize", String(size)), ("MaxSizeAllowed", String(most))])
        }
        if size < least {
            throw S3Error(.entityTooSmall, nil, [("ProposedSize", String(size)), ("MinSizeAllowed", String(least))])
        }
    }

    /// A policy in base64.
    /// - Parameters:
    ///   - key: may end in `${filename}`: then the form may give any name.
    ///   - expires: in seconds since 1970.
    static func text(bucket: String, key: String, exact: [(name: String, value: String)], sizes: ClosedRange<Int>?, expires: Int) -> String
    {
        var conditions: [JSONValue] = [["bucket": .string(bucket)]]
        let isOpen = key.hasSuffix("${filename}")
        conditions.append(isOpen ? ["starts-with", "$key", .string(String(key.dropLast("${filename}".count)))] : ["key": .string(key)])
        conditions += exact.map { .object(JSONObject([($0.name, JSONValue.string($0.value))])) }
        if let sizes { conditions.append(["content-length-range", .init(sizes.lowerBound), .init(sizes.upperBound)]) }
        let policy: JSONValue = ["expiration": .string(SignatureTime.iso(expires)), "conditions": .array(conditions)]
        return Base64.encode(policy.bytes())
    }
}

extension PostPolicy {
    private static func condition(_ value: JSONValue) throws(S3Error) -> Condition {
        if let object = value.object {
            guard let member = object.members.first, object.members.count == 1 else {
                throw invalid("Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.")
            }
            guard let text = member.value.string else { throw invalid("Invalid Simple-Condition: value must be a string.") }
            let field = member.name.lowercased()
            return .equal(field: field, value: text, written: "[\"eq\", \"$\(field)\", \"\(text)\"]")
        }
        guard let words = value.array else { throw invalid("Invalid condition test: must be a List or Object.") }
        guard let name = words.first?.string else { throw invalid("Invalid Condition: missing operation identifier.") }
        let operation = name.lowercased()
        guard ["eq", "starts-with", "content-length-range"].contains(operation) else {
            throw invalid("Invalid Condition: unknown operation '\(name)'.")
        }
        guard words.count == 3 else { throw invalid("Invalid \(operation == "eq" ? "Eq" : name): wrong number of arguments.") }
        if operation == "content-length-range" {
            if let written = unmeasurable(words) { return .never(field: nil, written: written) }
            guard let least = length(words[1]), let most = length(words[2]), least <= most else {
                throw invalid("Invalid content-length-range: invalid arguments.")
            }
            return .size(least...most)
        }
        guard let field = words[1].string, !field.isEmpty, field != "$", let text = words[2].string else {
            throw invalid("Invalid \(name): invalid arguments.")
        }
        let written = "[\"\(name)\", \"\(field)\", \"\(text)\"]"
        guard field.hasPrefix("$") else { return .never(field: field.lowercased(), written: written) }
        let lower = field.dropFirst().lowercased()
        return operation == "eq"
            ? .equal(field: lower, value: text, written: written) : .beginning(field: lower, value: text, written: written)
    }

    /// The condition as text, if one of its lengths is a text that is no number.
    private static func unmeasurable(_ words: [JSONValue]) -> String? {
        let texts = words.compactMap { word in word.string ?? word.int.map { String($0) } }
        guard texts.count == words.count, texts.dropFirst().contains(where: { Int($0) == nil }) else { return nil }
        return "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }

    /// A number, which may stand in quotes.
    private static func length(_ value: JSONValue) -> Int? {
        guard let number = value.int ?? value.string.flatMap({ Int($0) }), number >= 0 else { return nil }
        return number
    }

    /// Of a list of types, each must begin so.
    private static func begins(_ field: String, _ given: String, with value: String) -> Bool {
        guard field == "content-type", given.contains(",") else { return given.utf8.starts(with: value.utf8) }
        return given.split(separator: ",").allSatisfy { FieldText.trimmingBlanks($0).utf8.starts(with: value.utf8) }
    }

    /// S3 lets a policy write `\$`, which JSON does not have.
    private static func withoutEscapedDollars(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "$")) else { return bytes }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped, byte == UInt8(ascii: "$") { result.removeLast() }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            result.append(byte)
        }
        return result
    }

    private static func invalid(_ cause: String) -> S3Error { S3Error(.invalidPolicyDocument, "Invalid Policy: \(cause)") }
    private static func denied(_ cause: String) -> S3Error { S3Error(.accessDenied, "Invalid according to Policy: \(cause)") }
}
