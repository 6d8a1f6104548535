internal import UnderstudyClient

/// One run of one test in a session of its own. Both of Swift's test libraries use it; it tells problems and leaves recording to them.
struct TestRun: Sendable {
    let options: UnderstudyOptions
    /// The test's name, for the session.
    let name: String
    /// The test's place.
    let callSite: CallSite

    /// A test that has begun in a session.
    struct Begun: Sendable {
        let session: UnderstudySession
        /// Of the stubs that the session had from its first moment.
        let origins: StubOrigins
    }

    /// Opens the session.
    ///
    /// - Parameter order: in which its responses go out, if in a certain one.
    func begin(order: ResponseOrder? = nil) async throws -> Begun {
        let origins = StubOrigins()
        var definition = options.definition(named: name, noting: origins, at: callSite)
        definition.order = order
        let session = try await options.server(at: callSite).session(
            definition, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
        return Begun(session: session, origins: origins)
    }

    /// Closes the session, and tells what was wrong in it. Also for a test that was cancelled.
    ///
    /// - Parameter required: which stubs have to respond.
    func end(_ begun: Begun, required: RequiredStubs) async -> [Problem] {
        do {
            let report = try await uncancelled {
                try await begun.session.close(
                    fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
            }
            return problems(in: report, begun, required)
        } catch let failure as UnderstudyFailure {
            // The test has closed it by itself.
            if case .refused(404...410) = failure.kind { return [] }
            return [Problem(failure)]
        } catch {
            return [Problem("Closing the session: \(error)", at: callSite)]
        }
    }

    /// What was wrong in a session that is still open.
    func problemsSoFar(_ begun: Begun, brokeOff: Bool) async -> [Problem] {
        do {
            let report = try await begun.session.report(
                fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line, column: callSite.column)
            return problems(in: report, begun, RequiredStubs(brokeOff: brokeOff))
        } catch let failure as UnderstudyFailure {
            return [Problem(failure)]
        } catch {
            return [Problem("Asking for the session's report: \(error)", at: callSite)]
        }
    }

    /// Opens the session, runs the test, closes the session, and tells what was wrong.
    ///
    /// - Returns: the problems, and the error of the test unless it was the client's, which is among the problems.
    func perform(
        order: ResponseOrder? = nil, isolation: isolated (any Actor)? = #isolation, _ test: (UnderstudySession) async throws -> Void
    ) async -> (problems: [Problem], error: (any Error)?) {
        let begun: Begun
        do {
            begun = try await begin(order: order)
        } catch let failure as UnderstudyFailure {
            return ([Problem(failure)], nil)
        } catch {
            return ([], error)
        }
        let (found, error) = await Self.outcome { try await test(begun.session) }
        return (found + (await end(begun, required: RequiredStubs(brokeOff: !found.isEmpty || error != nil))), error)
    }

    /// Does the same, and records each problem.
    ///
    /// - Throws: the error of the test, unless it was the client's.
    func perform(
        order: ResponseOrder? = nil, isolation: isolated (any Actor)? = #isolation, recording record: (Problem) -> Void,
        _ test: (UnderstudySession) async throws -> Void
    ) async throws {
        let (problems, error) = await perform(order: order, test)
        for problem in problems { record(problem) }
        if let error { throw error }
    }

    /// What a test threw: a problem if the client made it, else the error itself.
    static func outcome(
        isolation: isolated (any Actor)? = #isolation, _ test: () async throws -> Void
    ) async -> (problems: [Problem], error: (any Error)?) {
        do {
            try await test()
            return ([], nil)
        } catch let failure as UnderstudyFailure {
            return ([Problem(failure)], nil)
        } catch {
            return ([], error)
        }
    }

    private func problems(in report: SessionReport, _ begun: Begun, _ required: RequiredStubs) -> [Problem] {
        report.problems(of: options, origins: [begun.session.stubOrigins, begun.origins], required: required, at: callSite)
    }
}
