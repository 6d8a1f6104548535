/// Runs a body to its end although this task was cancelled, e.g. by a test's time limit: what has been opened is closed then, too.
///
/// - Parameter body: runs in a task of its own, which nobody cancels.
/// - Throws: what `body` throws.
package func uncancelled<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await Task { try await body() }.value
}
