internal import JSONDocument

/// What a matcher does with the JSON of a value.
enum JSONUse {
    /// It is compared with other JSON.
    case comparison
    /// A path is looked for in it.
    case search
    /// A schema checks it, where a text that is not JSON counts as a string.
    case validation

    /// WireMock's sub-event for a text that is not JSON; nil if there is none.
    func event(_ problem: Problem) -> SubEvent? {
        switch self {
        case .comparison: .jsonError(problem)
        case .search:
            .unreadable("Warning: JSON path expression failed to match document because it is not JSON: \(problem)")
        case .validation: nil
        }
    }
}
