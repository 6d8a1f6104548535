internal import JSONDocument

/// A statement of a bucket policy: what S3 refuses about it, and whether it is for everybody.
struct PolicyStatement {
    private static let fields: Set<String> = [
        "Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction", "Resource", "NotResource", "Condition",
    ]

    /// Whether it allows anybody something.
    let isPublic: Bool

    /// - Parameter bucket: the bucket that the policy is for.
    /// - Throws: MalformedPolicy.
    init(_ value: JSONValue, bucket: String) throws(S3Error) {
        guard let members = value.object else { throw .malformedPolicy(.notJSON) }
        if let unknown = members.names.first(where: { !Self.fields.contains($0) }) { throw .malformedPolicy(.unknownField(unknown)) }
        let allows = try Self.allows(members)
        let (names, isForAllBut) = try Self.values(of: "Principal", members)
        if allows, isForAllBut { throw .malformedPolicy(.allowsAllBut) }
        let principal = try PolicyPrincipal(names)
        let actions = try Self.actions(members, bucket)
        let conditions = try PolicyCondition.all(in: members["Condition"])
        let keys = Set(conditions.compactMap(\.key))
        guard actions.allSatisfy({ keys.allSatisfy($0.takes) }) else { throw .malformedPolicy(.pointlessCondition) }
        isPublic = allows && principal.isAnybody && !conditions.contains(where: \.isForSomebody)
    }

    private static func allows(_ members: JSONObject) throws(S3Error) -> Bool {
        guard let effect = members["Effect"] else { throw .malformedPolicy(.missing("Effect")) }
        switch effect.string {
        case "Allow"?: return true
        case "Deny"?: return false
        case let other: throw .malformedPolicy(.effect(other ?? ""))
        }
    }

    /// The actions that it names; none where it is about all others.
    /// - Throws: MalformedPolicy, also for an action that fits none of the resources.
    private static func actions(_ members: JSONObject, _ bucket: String) throws(S3Error) -> [PolicyAction] {
        let (actionNames, isOfOtherActions) = try values(of: "Action", members)
        // Each action is compared with all of S3's, so one that is named again is not looked at again.
        let actions = try Set(actionNames.texts.map { $0?.lowercased() }).map { (name) throws(S3Error) in try PolicyAction(name) }
        let (resourceNames, isOfOtherResources) = try values(of: "Resource", members)
        let resources = try resourceNames.texts.map { (name) throws(S3Error) in try PolicyResource(name, in: bucket) }
        if isOfOtherActions { return [] }
        guard isOfOtherResources || actions.allSatisfy({ action in resources.contains(where: action.applies) }) else {
            throw .malformedPolicy(.pointlessAction)
        }
        return actions
    }

    /// What a field says, or the field with `Not` before its name.
    private static func values(of name: String, _ members: JSONObject) throws(S3Error) -> (JSONValue, isNegated: Bool) {
        let negated = members["Not" + name]
        if members[name] != nil, negated != nil { throw .malformedPolicy(.contradiction(name)) }
        guard let value = members[name] ?? negated else { throw .malformedPolicy(.missing(name)) }
        guard !value.isEmpty else { throw .malformedPolicy(.empty(name)) }
        return (value, members[name] == nil)
    }
}

extension JSONValue {
    /// One text, or those of a list; nil for what is no text.
    var texts: [String?] { array.map { $0.map(\.string) } ?? [string] }

    /// Whether it names nothing: an empty text or list, or an object of such.
    fileprivate var isEmpty: Bool {
        switch self {
        case .string(let text): text.isEmpty
        case .array(let values): values.isEmpty
        case .object(let object): object.allSatisfy(\.value.isEmpty)
        default: false
        }
    }
}
