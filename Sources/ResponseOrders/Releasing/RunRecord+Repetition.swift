extension RunRecord {
    /// How often a request comes, each time after the response to the one before, to count as polling.
    private static let pollingCount = 4

    /// Requests that came again after their client had left or had been refused an answer: what a retry looks like.
    package var retries: [RequestLabel] {
        let broken = Set((left + timedOut).map { RequestLabel($0.request, occurrence: $0.occurrence + 1) })
        return arrivals.filter(broken.contains)
    }

    /// Requests that came again and again, never two at the same time: the last occurrence of each.
    package var polling: [RequestLabel] {
        let together = Set(releases.flatMap { release in release.others.filter { $0.request == release.label.request }.map(\.request) })
        var last: [RequestLabel] = []
        for label in arrivals where label.occurrence >= Self.pollingCount && !together.contains(label.request) {
            last.removeAll { $0.request == label.request }
            last.append(label)
        }
        return last
    }
}
