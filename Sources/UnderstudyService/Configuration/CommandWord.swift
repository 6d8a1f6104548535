internal import FileStore
internal import JSONDocument

/// The first word of a command line, when it is no command.
package enum CommandWord {
    /// Commands that have a name already.
    private static let later: Set<String> = ["init", "record", "ca", "reload", "s3", "config"]

    /// What other programs call the commands.
    private static let others = [
        "validate": "check", "lint": "check", "verify": "check", "test": "check", "start": "serve", "server": "serve", "up": "serve",
        "mock": "serve", "exec": "run",
    ]

    /// What to say; nil when the word is a command, or the parser's to explain.
    /// - Parameter commands: those that there are.
    package static func refusal(of arguments: [String], commands: [String]) -> String? {
        guard let word = arguments.first, !commands.contains(word), word != "help" else { return nil }
        if word.hasPrefix("-") {
            let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
            guard Setting.all.contains(where: { $0.name == name }) else { return nil }
            return "\(word) needs a command before it: understudy serve \(arguments.joined(separator: " "))"
        }
        if later.contains(word) { return "The command \"\(word)\" is not in this version." }
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
