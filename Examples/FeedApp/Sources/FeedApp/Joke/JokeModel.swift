import OpenCombine

/// The joke's screen. Its views subscribe to ``state``.
public final class JokeModel {
    public enum State: Hashable, Sendable {
        case nothing
        case loading
        case joke(String)
        case failed(APIError)
    }

    public let state = CurrentValueSubject<State, Never>(.nothing)
    private let client: JokeClient
    private var request: AnyCancellable?

    public init(client: JokeClient) { self.client = client }

    /// The user asks for the next joke.
    public func next() {
        state.send(.loading)
        request = client.random()
            .map { State.joke($0.joke) }
            .catch { Just(State.failed($0)) }
            .sink { [state] in state.send($0) }
    }
}
