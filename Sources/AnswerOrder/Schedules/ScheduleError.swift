/// Why a text is no schedule.
public struct ScheduleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String
    /// Where in the text the problem is: bytes before it.
    public let offset: Int
    /// What is wrong, without a full stop.
    public let message: String
    /// What to do: a whole sentence.
    public let repair: String

    init(_ text: String, at offset: Int, _ message: String, repair: String) {
        self.text = text
        self.offset = offset
        self.message = message
        self.repair = repair
    }

    /// `schedule "o1.3.1-2-2": 2 is here twice (character 10). Name each of the 3 responses once.`
    public var description: String {
        // A text that is far too long would hide what is wrong with it.
        let shown = text.utf8.count > 200 ? String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…" : text
        return "schedule \"\(shown)\": \(message) (character \(offset + 1)). \(repair)"
    }
}
