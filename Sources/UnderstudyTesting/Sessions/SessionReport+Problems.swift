internal import Foundation
internal import UnderstudyClient

extension SessionReport {
    /// What fails a test: unmet expectations; in a strict session what nothing answered, responses that could not be made, and the stubs
    /// that nobody asked for.
    ///
    /// - Parameters:
    ///   - origins: tells where a stub was made.
    ///   - required: which stubs have to respond.
    ///   - callSite: the test's place, for what is about no stub of its own.
    func problems(
        of options: UnderstudyOptions, origins: [StubOrigins], required: RequiredStubs, at callSite: CallSite
    ) -> [Problem] {
        func origin(_ stub: String) -> StubOrigins.Origin? { origins.lazy.compactMap { $0.origin(of: stub) }.first }
        func isUnused(_ stub: String) -> Bool { unusedStubs.contains { $0.id == stub || $0.name == stub } }
        let unmet = expectations.filter { !$0.ok && (required != .none || !isUnused($0.subject)) }
        var found = unmet.map { Problem($0.sentence, at: origin($0.subject)?.callSite ?? callSite) }
        guard options.isStrict else { return found }
        let made = origins.reduce(into: [String: StubOrigins.Origin]()) { $0.merge($1.all) { $1 } }
        func titled(_ text: String) -> String { made.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value.title) } }
        found += unmatched.map { Problem(titled($0.description), at: callSite) }
        found += failures.map { failure in
            let hint =
                options.mocks == nil && failure.reason.contains("/__files/")
                ? "\n  The test names no folder of mocks for its files: .understudy(mocks: \"mocks\")." : ""
            return Problem(titled(failure.description) + hint, at: failure.stub.flatMap { origin($0.id) }?.callSite ?? callSite)
        }
        guard required == .all, options.allowsUnusedStubs != true else { return found }
        // One that was expected to respond is told of already.
        let told = Set(unmet.map(\.subject))
        for stub in unusedStubs where !told.contains(stub.id) && !told.contains(stub.name ?? stub.id) {
            let origin = origin(stub.id)
            var text = "The stub \(origin?.title ?? stub.description) did not respond to any request."
            let used = made.filter { other in !unusedStubs.contains { $0.id == other.key } }.values
            if let other = used.first(where: { origin?.request.sharesURL(with: $0.request) == true }) {
                text += " The stub \(other.title) is for the same URL, and responded."
            }
            found.append(Problem(text, at: origin?.callSite ?? callSite))
        }
        return found
    }
}

extension RequestPattern {
    /// Whether the other one is for the same URL, and for this one's method or any.
    fileprivate func sharesURL(with other: RequestPattern) -> Bool {
        let isSameURL = urlPath == other.urlPath && url == other.url && (urlPath != nil || url != nil)
        return isSameURL && (other.method == nil || other.method == "ANY" || other.method == method)
    }
}
