internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

/// A command that takes its signals itself. The others end at a signal.
protocol ServingCommand: ParsableCommand {}

/// The command line. Each command is a file in `Commands/` and a line here.
@main
struct Understudy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "understudy",
        abstract: "A mock server for APIs and S3, on localhost.",
        discussion: """
            EXAMPLES:
              understudy serve                     ./mocks on port 8080, S3 on 9000
              understudy serve mocks --port 0      a free port; the ready line names it
              understudy check mocks               every problem, with line and column
              understudy run mocks -- swift test   serve while the command runs
              curl http://127.0.0.1:8080/__admin/mappings

            A file mocks/__files/pose/all.json already answers GET /pose/all. Stub
            mappings in WireMock's JSON go to mocks/mappings/.

            Exit codes: 64 usage, 65 bad fixtures, 66 no such folder, 69 port taken,
            73 a file cannot be written, 74 the result cannot be printed, 78 bad
            configuration. run returns the status of its command.

            Docs: http://127.0.0.1:8080/__admin/docs while the server runs, and the folder
            docs of the source. Completions: understudy --generate-completion-script zsh
            (or bash, fish).
            """,
        version: Version.text,
        subcommands: [
            Serve.self, Check.self, Run.self, Record.self, Explore.self, Reload.self, Config.self, S3.self, PrintSchema.self,
            ShowAuthority.self, ShowVersion.self,
        ])

    /// Accepts WireMock's flags as well, and translates them.
    static func main() {
        // Before all else: a signal during the start must not end the program by itself.
        let mask = Signals.block()
        ProcessInheritance.openStandardStreams()
        FailedStart.begin()
        let translation = WireMockFlags.translate(givenArguments())
        let command = configuration.subcommands.first { $0._commandName == translation.arguments.first }
        if !(command is any ServingCommand.Type) { Signals.restore(mask) }
        for note in translation.notes { printError("note: \(note)") }
        for refusal in translation.refusals { printError("error: \(refusal)") }
        guard translation.refusals.isEmpty else { exit(withError: ExitCode(SystemExit.usage.rawValue)) }
        guard translation.arguments.first == "serve", let plain = PlainCommandLine(Array(translation.arguments.dropFirst())) else {
            return run(translation.arguments)
        }
        do {
            try Serve.serve(plain.mocks, plain.settings)
        } catch {
            exit(withError: error)
        }
    }

    private static func givenArguments() -> [String] {
        do {
            return try reporting { () throws(StartFailure) in try ProcessInheritance.arguments() }
        } catch {
            exit(withError: error)
        }
    }

    private static func run(_ arguments: [String]) {
        do {
            let commands = configuration.subcommands
            let subcommands = commands.map { ($0._commandName, $0.configuration.subcommands.map { $0._commandName }) }
            if let refusal = CommandWord.refusal(
                of: arguments, commands: commands.map { $0._commandName },
                subcommands: Dictionary(uniqueKeysWithValues: subcommands.filter { !$0.1.isEmpty }))
                ?? CommandLineGuess.refusal(of: arguments)
            {
                throw ValidationError(refusal)
            }
            var command = try parseAsRoot(CommandLineGuess.separatingEmptyValues(arguments))
            try command.run()
        } catch {
            // Help, the version and completions.
            if !(error is ExitCode), exitCode(for: error) == .success {
                let isScript = arguments.first?.hasPrefix("--generate-completion-script") == true
                return printAsked(fullMessage(for: error) + "\n", isScript: isScript)
            }
            // An exit code alone: what is wrong was printed.
            guard !(error is ExitCode), exitCode(for: error) == .validationFailure else { exit(withError: error) }
            printError(usageMessage(for: error, arguments))
            exit(withError: ExitCode(SystemExit.usage.rawValue))
        }
    }

    private static func printAsked(_ text: String, isScript: Bool) {
        let names = configuration.subcommands.map { $0._commandName }
        do { try printResult(isScript ? CompletionScript.offeringCommands(names, in: text) : text) } catch { exit(withError: error) }
    }

    /// A mistake in the command line as one line: what is wrong, and what lists the options.
    private static func usageMessage(for error: any Error, _ arguments: [String]) -> String {
        var (command, subcommands) = (configuration.commandName ?? "", configuration.subcommands)
        for word in arguments {
            guard let next = subcommands.first(where: { $0._commandName == word }) else { break }
            command += " " + word
            subcommands = next.configuration.subcommands
        }
        let lines = message(for: error).split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
        return "\(lines.joined(separator: " ")) (see \(command) --help)"
    }
}
