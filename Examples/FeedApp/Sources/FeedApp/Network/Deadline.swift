/// The result of `work`, or ``APIError/tooSlow`` when the clock is first.
func within<Value: Sendable>(
    _ duration: Duration, on clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await clock.sleep(for: duration)
            throw APIError.tooSlow
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}
