/// The counter's screen. Taps count from the first moment: those before the first value has come are added to it.
@MainActor public final class CounterModel {
    public private(set) var isLoading = false
    public private(set) var count: Int?
    private var taps = 0
    private let api: APIClient

    public init(api: APIClient) { self.api = api }

    public func refresh() async {
        isLoading = true
        defer { isLoading = false }
        taps = 0
        guard let first: CounterDataModel = try? await api.get("counter") else { return }
        count = first.counterDefaultValue + taps
        taps = 0
    }

    public func increment() { tap(1) }
    public func decrement() { tap(-1) }

    private func tap(_ step: Int) {
        if isLoading {
            taps += step
        } else if let count {
            self.count = count + step
        }
    }
}
