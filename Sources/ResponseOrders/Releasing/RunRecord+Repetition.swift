extension RunRecord {
    /// How often a request must be repeated, each time after the previous response, to count as polling.
    private static let pollingCount = 4

    /// Requests that were repeated after their client had left or got an error in place of the response, as a retry does.
    package var retries: [RequestLabel] {
        let broken = Set((left + timedOut).map { RequestLabel($0.request, occurrence: $0.occurrence + 1) })
        return arrivals.filter(broken.contains)
    }

    /// Requests that were repeated without overlap: the last occurrence of each.
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
