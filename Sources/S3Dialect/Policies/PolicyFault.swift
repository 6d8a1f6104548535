/// What S3 says about a policy that it does not take.
enum PolicyFault {
    case tooLong, notAnObject, notJSON, version, noStatement
    /// A field of a statement that is not there.
    case missing(String)
    /// A field of a statement that names nothing.
    case empty(String)
    /// A field of a statement that is there with and without `Not`.
    case contradiction(String)
    case unknownField(String)
    case effect(String)
    case allowsAllBut, principal, action, resource
    /// An action that none of its statement's resources can be asked for.
    case pointlessAction
    /// An operator of a condition.
    case condition(String)
    case conditionKey
    /// A condition that one of its statement's actions does not take.
    case pointlessCondition

    fileprivate var message: String {
        switch self {
        case .tooLong: "Policies must not exceed 20480 bytes"
        case .notAnObject: "Policies must be valid JSON and the first byte must be '{'"
        case .notJSON: "This policy contains invalid Json"
        case .version: "The policy must contain a valid version string"
        case .noStatement: "Could not parse the policy: Statement is empty!"
        case .missing(let field): "Missing required field \(field)"
        case .empty(let field): "Missing required field \(field) cannot be empty!"
        case .contradiction(let field): "A statement cannot have both \(field) and Not\(field)"
        case .unknownField(let field): "Unknown field \(field)"
        case .effect(let effect): "Invalid effect: \(effect)"
        case .allowsAllBut: "Allow with NotPrincipal is not allowed."
        case .principal: "Invalid principal in policy"
        case .action: "Policy has invalid action"
        case .resource: "Policy has invalid resource"
        case .pointlessAction: "Action does not apply to any resource(s) in statement"
        case .condition(let name): "Invalid Condition type : \(name)"
        case .conditionKey: "Policy has an invalid condition key"
        case .pointlessCondition: "Conditions do not apply to combination of actions and resources in statement"
        }
    }
}

extension S3Error {
    /// MalformedPolicy.
    static func malformedPolicy(_ fault: PolicyFault) -> S3Error { S3Error(.malformedPolicy, fault.message) }
}
