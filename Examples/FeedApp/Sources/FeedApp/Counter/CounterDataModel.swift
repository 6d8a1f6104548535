/// The counter's first value as the API sends it.
public struct CounterDataModel: Hashable, Sendable, Codable {
    public let counterDefaultValue: Int

    public init(counterDefaultValue: Int) { self.counterDefaultValue = counterDefaultValue }
}
