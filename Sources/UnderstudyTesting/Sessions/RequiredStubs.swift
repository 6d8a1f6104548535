/// Which stubs of a session have to respond, or the test fails.
enum RequiredStubs: Sendable {
    /// All, unless the test allows unused ones.
    case all
    /// Those that are expected to respond: the test broke off, and may have asked for the others later.
    case expected
    /// No stub: the test asked other sessions, which have the same stubs.
    case none

    /// Those of a test that asked only this session.
    ///
    /// - Parameter brokeOff: whether it ended by an error.
    init(brokeOff: Bool) { self = brokeOff ? .expected : .all }
}
