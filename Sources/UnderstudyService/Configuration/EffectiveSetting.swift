internal import JSONDocument

/// A setting with the value that applies, and where the value comes from: a line of `understudy config show`.
package struct EffectiveSetting: Sendable, Equatable {
    /// Stands for the value of a password or a key.
    static let hidden = "(hidden)"

    /// The setting's name, which is its flag without dashes; `mocks` for the folder.
    package let name: String
    /// As a flag has it; nil for none.
    package let value: String?
    /// A flag, a variable, `file:line:column`, a credential, or `default`.
    package let origin: String

    /// A table for people: name, value, origin.
    package static func table(_ settings: [EffectiveSetting]) -> String {
        let rows = settings.map { ($0.name, $0.value.map(LogText.escaped) ?? "-", $0.origin) }
        let names = rows.map(\.0.count).max() ?? 0
        // A value that is much longer than the others does not move them all.
        let values = rows.map(\.1.count).filter { $0 <= 40 }.max() ?? 0
        return rows.map { "\(padded($0.0, names))  \(padded($0.1, values))  \($0.2)\n" }.joined()
    }

    /// For programs: an array of objects with `name`, `value` (a text or null) and `source`.
    package static func json(_ settings: [EffectiveSetting]) -> String {
        let array = settings.map { setting -> JSONValue in
            let value = setting.value.map(JSONValue.string) ?? .null
            return ["name": .string(setting.name), "value": value, "source": .string(setting.origin)]
        }
        return JSONValue.array(array).text(.pretty) + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}
