/// Why a text is not a schedule.
package struct ScheduleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    package let text: String
    /// The place of the mistake: the number of bytes before it.
    package let offset: Int
    /// What is wrong, without a full stop.
    package let message: String
    /// What to do: a whole sentence.
    package let repair: String

    init(_ text: String, at offset: Int, _ message: String, repair: String) {
        self.text = text
        self.offset = offset
        self.message = message
        self.repair = repair
    }

    /// `schedule "o1.3.1-2-2": 2 is here twice (character 10). Name each of the 3 responses once.`
    package var description: String {
        // A text that is far too long would hide the message.
        let shown = text.utf8.count > 200 ? String(decoding: text.utf8.prefix(200), as: UTF8.self) + "…" : text
        return "schedule \"\(shown)\": \(message) (character \(offset + 1)). \(repair)"
    }
}
