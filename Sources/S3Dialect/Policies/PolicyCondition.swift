internal import JSONDocument

/// A condition of a statement: an operator, a key, and the values that it is compared with.
struct PolicyCondition {
    /// In lower case, with whether the condition holds for what is named only.
    private static let operators: [String: Bool] = {
        let comparisons = ["equals", "notequals", "lessthan", "lessthanequals", "greaterthan", "greaterthanequals"]
        let others =
            ["numeric", "date"].flatMap { type in comparisons.map { type + $0 } }
            + ["stringnotequals", "stringnotequalsignorecase", "stringnotlike", "bool", "binaryequals", "notipaddress", "arnnotequals"]
            + ["arnnotlike", "null"]
        let naming = ["stringequals", "stringequalsignorecase", "stringlike", "ipaddress", "arnequals", "arnlike"]
        return Dictionary(uniqueKeysWithValues: others.map { ($0, false) } + naming.map { ($0, true) })
    }()
    /// What values of a key S3 takes for somebody whom the owner knows.
    private static let keys: [String: @Sendable (String) -> Bool] = {
        let fixed = [
            "aws:principalaccount", "aws:principalarn", "aws:principalorgid", "aws:sourceaccount", "aws:sourcearn", "aws:sourceorgid",
            "aws:sourceowner", "aws:sourcevpc", "aws:sourcevpce", "aws:userid", "s3:dataaccesspointaccount",
            "s3:x-amz-server-side-encryption-aws-kms-key-id",
        ]
        var keys: [String: @Sendable (String) -> Bool] = ["aws:sourceip": isNarrow, "s3:dataaccesspointarn": hasAccount]
        for key in fixed { keys[key] = { PolicyPattern($0).isFixed } }
        return keys
    }()

    /// The key, if it is one of S3's own; nil for another one.
    let key: PolicyConditionKey?
    /// Whether it lets in only whom the owner knows.
    let isForSomebody: Bool

    private init(_ operation: String, _ key: String, _ values: JSONValue) throws(S3Error) {
        var name = operation.lowercased()
        // They hold without the key, too.
        var mayLackTheKey = false
        for prefix in ["forallvalues:", "foranyvalue:"] where name.hasPrefix(prefix) {
            mayLackTheKey = prefix == "forallvalues:"
            name.removeFirst(prefix.count)
        }
        if name.hasSuffix("ifexists"), name != "nullifexists" {
            mayLackTheKey = true
            name.removeLast("ifexists".count)
        }
        guard let isNaming = Self.operators[name] else { throw .malformedPolicy(.condition(operation)) }
        self.key = try PolicyConditionKey(key)
        let values = values.array ?? [values]
        guard values.allSatisfy(\.isPlainValue) else { throw .malformedPolicy(.notJSON) }
        let isKnown = Self.keys[key.lowercased()] ?? { _ in false }
        isForSomebody =
            isNaming && !mayLackTheKey && !values.isEmpty
            && values.allSatisfy { ($0.string ?? $0.number?.text).map(isKnown) ?? false }
    }

    /// All that the field `Condition` says.
    /// - Throws: MalformedPolicy.
    static func all(in value: JSONValue?) throws(S3Error) -> [PolicyCondition] {
        guard let value else { return [] }
        guard let operations = value.object?.members else { throw .malformedPolicy(.notJSON) }
        var conditions: [PolicyCondition] = []
        for (operation, value) in operations {
            guard let keys = value.object?.members else { throw .malformedPolicy(.notJSON) }
            for (key, values) in keys { conditions.append(try PolicyCondition(operation, key, values)) }
        }
        return conditions
    }

    /// Whether these are not too many addresses: at least /8, or /32 of version 6.
    @Sendable private static func isNarrow(_ block: String) -> Bool {
        let parts = block.split(separator: "/", omittingEmptySubsequences: false)
        guard PolicyPattern(block).isFixed, parts.count <= 2, parts[0].contains(".") || parts[0].contains(":") else { return false }
        return parts.count == 1 || Int(parts[1]).map { $0 >= (parts[0].contains(":") ? 32 : 8) } ?? false
    }

    /// Whether the account is fixed. Any access point of it may be meant.
    @Sendable private static func hasAccount(_ arn: String) -> Bool {
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        return parts.count == 6 && !parts[4].isEmpty && PolicyPattern(parts[4]).isFixed
    }
}

extension JSONValue {
    /// Whether it is a text, a number or a boolean: what a condition compares with.
    fileprivate var isPlainValue: Bool {
        switch self {
        case .string, .number, .bool: true
        default: false
        }
    }
}
