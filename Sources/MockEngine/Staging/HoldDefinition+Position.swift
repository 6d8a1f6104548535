internal import StubModel

extension HoldDefinition {
    /// The bytes of the body before the hold; nil for one before the head. A hold always keeps a byte back, so that the client sees that
    /// something is missing.
    /// - Parameter length: of the body; nil when it shows only at the end. A hold at a part of such a body, or at its end, is behind the head.
    func position(inBodyOf length: Int?) -> Int? {
        let last = length.map { max(0, $0 - 1) }
        return switch moment {
        case .beforeHeaders: nil
        case .afterHeaders: 0
        case .bodyBytes(let count): min(count, last ?? .max)
        case .bodyFraction(let fraction): min(Int(fraction * Double(length ?? 0)), last ?? .max)
        case .end: last ?? 0
        }
    }
}
