internal import FileStore
internal import JSONDocument

/// Explains a first word of a command line that is not a command.
package enum CommandWord {
    /// Names that other programs have for the commands.
    private static let others = [
        "validate": "check", "lint": "check", "verify": "check", "test": "check", "start": "serve", "server": "serve", "up": "serve",
        "mock": "serve", "exec": "run",
    ]

    /// The message; nil when the word is a command, or when the parser explains the mistake itself.
    /// - Parameters:
    ///   - commands: the names of all commands.
    ///   - subcommands: the names of the commands of a command, by its name.
    package static func refusal(of arguments: [String], commands: [String], subcommands: [String: [String]] = [:]) -> String? {
        if arguments.first == "help" {
            guard let word = arguments.dropFirst().first, word != "help", !word.hasPrefix("-") else { return nil }
            return refusal(of: Array(arguments.dropFirst()), commands: commands, subcommands: subcommands)
        }
        if let command = arguments.first, let known = subcommands[command], let word = arguments.dropFirst().first {
            if word.hasPrefix("-") || word == "help" || known.contains(word) { return nil }
            let nearest = Spelling.nearest(to: word, among: known)
            let names = known.map { "\(command) \($0)" }
            return "There is no command \"\(command) \(word)\". "
                + (nearest.map { "Did you mean \"\(command) \($0)\"?" } ?? "There is \(Spelling.alternatives(names)).")
        }
        guard let word = arguments.first, !commands.contains(word) else { return nil }
        if word.hasPrefix("-") {
            let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
            guard Setting.all.contains(where: { $0.name == name }) else { return nil }
            return "\(word) needs a command before it: understudy serve \(arguments.joined(separator: " "))"
        }
        if word == "init" { return "There is no command \"init\". To make a folder: mkdir -p mocks/__files mocks/mappings" }
        if let other = others[word], commands.contains(other) {
            return "There is no command \"\(word)\". Did you mean \"\(other)\"?"
        }
        if let nearest = Spelling.nearest(to: word, among: commands) {
            return "There is no command \"\(word)\". Did you mean \"\(nearest)\"?"
        }
        if (try? FileRoot(word)) != nil { return "There is no command \"\(word)\". To serve the folder: understudy serve \(word)" }
        return "There is no command \"\(word)\". Commands are \(commands.joined(separator: ", "))."
    }
}
