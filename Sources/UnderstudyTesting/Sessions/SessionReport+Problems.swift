internal import UnderstudyClient

extension SessionReport {
    /// What fails a test: unmet expectations; in a strict session what nothing answered, and the stubs that nobody asked for.
    ///
    /// - Parameters:
    ///   - origins: tells where a stub was made.
    ///   - countsUnusedStubs: not where the test broke off: it may have asked for them later.
    ///   - callSite: the test's place, for what is about no stub of its own.
    func problems(
        of options: UnderstudyOptions, origins: [StubOrigins], countsUnusedStubs: Bool, at callSite: CallSite
    ) -> [Problem] {
        func origin(_ stub: String) -> StubOrigins.Origin? { origins.lazy.compactMap { $0.origin(of: stub) }.first }
        let unmet = expectations.filter { !$0.ok }
        var found = unmet.map { Problem($0.sentence, at: origin($0.subject)?.callSite ?? callSite) }
        guard options.isStrict else { return found }
        found += problems.dropFirst(unmet.count).map { Problem($0, at: callSite) }
        guard countsUnusedStubs, options.allowsUnusedStubs != true else { return found }
        // One that was expected to respond is told of already.
        let told = Set(unmet.map(\.subject))
        for stub in unusedStubs where !told.contains(stub.id) && !told.contains(stub.name ?? stub.id) {
            let made = origin(stub.id)
            found.append(
                Problem("Nobody asked for the stub \(made?.title ?? stub.description).", at: made?.callSite ?? callSite))
        }
        return found
    }
}
