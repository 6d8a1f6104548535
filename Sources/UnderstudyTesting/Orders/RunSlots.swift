/// Limits how many runs of all explorations in this process are under way at once. More would take each other's processor time, and their
/// requests would come too late for the window. Runs get their turn in the order in which they ask.
actor RunSlots {
    /// Those of this process.
    static let all = RunSlots(EveryOrder.mostRunsAtOnce)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Runs the body when it is its turn.
    func use<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        await take()
        defer { give() }
        return try await body()
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func give() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
