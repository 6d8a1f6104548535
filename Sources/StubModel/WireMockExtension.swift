/// Extensions of WireMock that many mappings name. None can be loaded here; what they do is done by other means.
package enum WireMockExtension: String, Sendable {
    /// Puts values of the request's body in place of `$(name)`.
    case bodyTransformer = "body-transformer"
    /// Matches by what `recordState` has kept.
    case stateMatcher = "state-matcher"
    /// Keeps values of a request.
    case recordState
    /// Drops them.
    case deleteState
    /// Compares GraphQL queries.
    case graphQLBodyMatcher = "graphql-body-matcher"

    /// What to write instead, as a whole sentence.
    package var repair: String {
        switch self {
        case .bodyTransformer:
            "Write a template: {{jsonPath request.body '$.name'}} for $(name), with \"transformers\": [\"response-template\"]."
        case .stateMatcher, .recordState, .deleteState:
            "For states use \"scenarioName\", for one response after the other \"responses\"."
        case .graphQLBodyMatcher:
            "Compare the query as text: \"bodyPatterns\": [{\"matchesJsonPath\": {\"expression\": \"$.query\", \"contains\": \"…\"}}]."
        }
    }
}
