internal import FileStore

extension WireMockFlags {
    /// The command line with this program's flags.
    package struct Translation: Sendable, Equatable {
        /// The translated arguments.
        package var arguments: [String] = []
        /// Notes about flags that have no effect, or are not read as they are written.
        package var notes: [String] = []
        /// Flags that are refused, a sentence each; if there are any, the exit code is 64.
        package var refusals: [String] = []
    }

    /// Translates the arguments before `--`; other arguments stay as they are.
    package static func translate(_ arguments: [String]) -> Translation {
        var translator = FlagTranslator(arguments)
        translator.translate()
        return translator.result
    }
}

/// Translates a command line, flag by flag.
private struct FlagTranslator {
    private(set) var result = WireMockFlags.Translation()
    private var rest: ArraySlice<String>
    /// Whether the command starts a server, so that WireMock's ways to write a flag count.
    private let takesSettings: Bool

    init(_ arguments: [String]) {
        rest = arguments[...]
        takesSettings = ["serve", "check", "run", "explore", "record"].contains(arguments.first)
    }

    mutating func translate() {
        while let argument = rest.popFirst() {
            if argument == "--" {
                result.arguments += [argument] + rest
                break
            }
            // Alone, -v may be meant as --version.
            let argument = argument == "-v" && !result.arguments.isEmpty ? "--verbose" : argument
            guard let flag = WrittenFlag(argument, allowsOneDash: takesSettings) else {
                result.arguments.append(argument)
                continue
            }
            translate(takesSettings ? whole(flag) : flag)
        }
    }

    /// The flag that an abbreviation stands for, if no other one begins so, as WireMock reads it.
    private mutating func whole(_ flag: WrittenFlag) -> WrittenFlag {
        guard !CommandLineGuess.isKnown(flag.name), !WireMockFlags.has(flag.name) else { return flag }
        let names = WireMockFlags.names(beginningWith: flag.name)
        guard names.count == 1, WireMockFlags.has(names[0]) else { return flag }
        result.notes.append("--\(flag.name) is read as --\(names[0])")
        return WrittenFlag(name: names[0], value: flag.value)
    }

    private mutating func translate(_ flag: WrittenFlag) {
        let name = flag.name
        switch WireMockFlags.table[name] {
        case nil where WireMockFlags.isSwitch(name):
            dropValue(ofSwitch: flag)
            result.arguments.append("--\(name)")
        case nil: result.arguments.append(flag.text)
        case .renamed(let ours): result.arguments += ["--\(ours)"] + value(of: flag)
        case .mocks: result.arguments += value(of: flag)
        case .means(let ours, let meaning):
            dropValue(ofSwitch: flag)
            result.arguments += ["--\(ours)", meaning]
        case .idle(let takesValue, let reason):
            if takesValue { _ = value(of: flag) } else { _ = ignoredValue(of: flag) }
            result.notes.append("--\(name) has no effect: \(reason)")
        case .refused(let reason):
            let values = value(of: flag)
            if name == "extensions", Self.areBuiltIn(values) {
                result.notes.append("--extensions has no effect: webhooks are built in")
            } else {
                result.refusals.append("--\(name) is refused: \(reason)")
            }
        }
    }

    /// The value behind `=` or in the next argument; empty for none.
    private mutating func value(of flag: WrittenFlag) -> [String] {
        if let value = flag.value { return [value] }
        guard let next = rest.first, !next.hasPrefix("--") else { return [] }
        rest.removeFirst()
        return [next]
    }

    /// The value of a switch, which WireMock ignores: behind `=`, or `true` or `false` in the next argument.
    private mutating func ignoredValue(of flag: WrittenFlag) -> String? {
        if let value = flag.value { return value }
        guard let next = rest.first, ["true", "false"].contains(next.lowercased()), (try? FileRoot(next)) == nil else { return nil }
        rest.removeFirst()
        return next
    }

    /// Drops the value of a switch, with a note if it may be meant to turn the switch off.
    private mutating func dropValue(ofSwitch flag: WrittenFlag) {
        guard let value = ignoredValue(of: flag), value.lowercased() != "true" else { return }
        result.notes.append("--\(flag.name) is on whatever its value is, as in WireMock; leave it out to turn it off")
    }

    /// The class that WireMock's documents name for what is built in here.
    private static let webhooks = "org.wiremock.webhooks.Webhooks"

    private static func areBuiltIn(_ extensions: [String]) -> Bool {
        let names = extensions.flatMap { $0.split(separator: ",") }
        return !names.isEmpty && names.allSatisfy { $0 == webhooks }
    }
}

/// A flag as it is written: `--name` or `--name=value`; a long name of WireMock's may have one dash.
private struct WrittenFlag {
    let name: String
    /// What stands behind `=`.
    let value: String?

    var text: String { "--\(name)" + (value.map { "=\($0)" } ?? "") }

    init(name: String, value: String?) {
        self.name = name
        self.value = value
    }

    /// Nil for an argument that is no flag.
    init?(_ argument: String, allowsOneDash: Bool) {
        let dashes = argument.hasPrefix("--") ? 2 : 1
        guard argument.hasPrefix("-") else { return nil }
        let parts = argument.dropFirst(dashes).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
        guard dashes == 2 || allowsOneDash && WireMockFlags.has(name) else { return nil }
    }
}
