/// Decides whether a picture that failed is loaded once more.
public protocol SecondChances: Sendable {
    /// Whether a picture that has failed may be tried again.
    func mayTryAgain(_ picture: Int) async -> Bool
    /// A picture has come.
    func hasCome(_ picture: Int) async
}

/// Each picture has one second chance, whatever becomes of the others.
public actor OnePerPicture: SecondChances {
    private var used: Set<Int> = []

    public init() {}

    public func mayTryAgain(_ picture: Int) -> Bool { used.insert(picture).inserted }
    public func hasCome(_ picture: Int) {}
}
