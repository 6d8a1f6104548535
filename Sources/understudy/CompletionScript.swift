/// What is added to the parser's completion scripts: it offers nothing behind `help`.
enum CompletionScript {
    /// Adds the names of the commands behind `help` to a script for bash, zsh or fish.
    static func offeringCommands(_ commands: [String], in script: String) -> String {
        let function = "_understudy_help() {\n"
        let condition = "__understudy_should_offer_completions_for_positional \"understudy help\" -eq 1"
        guard let start = script.firstRange(of: function)?.lowerBound else {
            return script + "complete -c 'understudy' -n '\(condition)' -fka '\(commands.joined(separator: " "))'\n"
        }
        var help = script[start...]
        // zsh
        help = help.replacing(
            "'*:subcommands:'", with: "':command:(\(commands.joined(separator: " ")))' '*:subcommand:'", maxReplacements: 1)
        // bash
        help = help.replacing(
            "__understudy_offer_flags_options -1\n",
            with: """
                __understudy_offer_flags_options -1
                    [[ "${positional_number}" -ne 1 ]] || __understudy_add_completions -W '\(commands.joined(separator: "'$'\\n''"))'

                """, maxReplacements: 1)
        return String(script[..<start] + help)
    }
}
