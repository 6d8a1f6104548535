internal import StubModel

extension HoldDefinition {
    /// The number of body bytes before the hold; nil for a hold before the head, as is every hold of a response without a body. A hold
    /// always keeps a byte back, so that the client sees that something is missing.
    /// - Parameter length: of the body; nil if it is only known at the end. A hold within such a body or at its end is placed after the
    ///   head.
    func position(inBodyOf length: Int?) -> Int? {
        if length == 0 { return nil }
        let last = length.map { $0 - 1 }
        return switch moment {
        case .beforeHeaders: nil
        case .afterHeaders: 0
        case .bodyBytes(let count): min(count, last ?? .max)
        case .bodyFraction(let fraction): min(Int(fraction * Double(length ?? 0)), last ?? .max)
        case .end: last ?? 0
        }
    }
}
