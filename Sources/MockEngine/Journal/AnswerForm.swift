/// Which fields a reader of the journal is shown.
public enum AnswerForm: Sendable {
    /// WireMock's, and ours beside them.
    case extended
    /// WireMock's alone, and of those none that its Java client cannot read: it binds objects strictly, and refuses a whole answer for
    /// one field it does not know.
    case plain
}
