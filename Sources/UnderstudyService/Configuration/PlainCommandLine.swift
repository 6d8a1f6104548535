/// A command line that has only one folder, and settings as `--name value`, `--name=value` or `--switch`. Services and tests start the
/// server in this way.
///
/// It is read with the table of settings alone, because the full parser takes longer than the rest of the start (decision 0013). Everything
/// else, such as a short name, an abbreviation, `--help` or a mistake, is left to the full parser.
package struct PlainCommandLine: Sendable {
    /// The folder; nil when none is given.
    package private(set) var mocks: String?
    /// The settings that are given.
    package private(set) var settings = SettingLayer()

    /// - Parameter arguments: what follows the command's name.
    /// - Returns: nil when the full parser must read it.
    package init?(_ arguments: [String]) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            guard argument.utf8.starts(with: "--".utf8) else {
                guard mocks == nil, Self.isPlain(argument), argument != "help" else { return nil }
                mocks = argument
                continue
            }
            let text = argument.utf8.dropFirst(2)
            let mark = text.firstIndex(of: UInt8(ascii: "="))
            let name = String(Substring(text[..<(mark ?? text.endIndex)]))
            guard let setting = Setting.all.first(where: { $0.name == name }) else { return nil }
            let inline = mark.map { String(Substring(text[text.index(after: $0)...])) }
            if setting.isSwitch {
                guard inline == nil else { return nil }
                settings.set(setting, to: "true")
            } else {
                guard let value = inline ?? rest.next(), Self.isPlain(value) else { return nil }
                settings.set(setting, to: value)
            }
        }
    }

    private static func isPlain(_ text: String) -> Bool { !text.isEmpty && text.utf8.first != UInt8(ascii: "-") }
}
