extension RunRecord {
    /// Why a replay did not show its order, in a sentence; nil if it did.
    package func departure(from order: FullOrder) -> String? {
        if let divergence { return divergence.description }
        let shown = order.checks.isEmpty ? releases.count : self.order.compactMap { order.number(of: $0) }.count
        guard shown < order.count else { return nil }
        let others = order.checks.isEmpty ? [] : arrivals.filter { order.number(of: $0) == nil }
        let instead = others.isEmpty ? "" : " Not in the order: \(others.map(\.description).joined(separator: ", "))."
        return "The run diverged from its schedule: \(shown) of its \(order.count) responses were released, "
            + "and the other requests did not arrive.\(instead)"
    }
}
