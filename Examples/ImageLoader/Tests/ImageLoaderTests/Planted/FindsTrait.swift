import Testing

/// For a test of planted bugs: it passes only if `.everyOrder`, which stands behind it, fails with this text.
struct FindsTrait: TestTrait, TestScoping {
    let text: String

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withKnownIssue {
            try await function()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(text) }
        }
    }
}

extension Trait where Self == FindsTrait {
    /// Expects that `.everyOrder` finds an order that fails, and says so in these words.
    static func finds(_ text: String) -> Self { FindsTrait(text: text) }
}
