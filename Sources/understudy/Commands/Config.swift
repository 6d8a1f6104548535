internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the settings that apply.", subcommands: [Show.self])
}

extension Config {
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print every setting with its value and where it comes from.",
            discussion: """
                EXAMPLES:
                  understudy config show
                  understudy config show mocks --port 0 | grep -v ' default'
                  understudy config show --json

                A source is a flag, a variable, a line of a settings file, a credential of the
                service manager, or default. Flags override variables, which override
                understudy.json in the folder of mocks, which overrides
                ~/.config/understudy/understudy.json, which overrides
                /etc/understudy/understudy.json. Passwords and keys are not shown. Exit codes
                are those of serve: 64 for a bad flag, 66 when there is no such folder, 78 for
                another bad value.
                """)

        @Flag(help: "Print JSON, for programs.")
        var json = false
        @Argument(help: "The folder with mappings, __files and s3. (default: ./mocks)", completion: .directory)
        var mocks: String?
        @OptionGroup var options: ServeOptions

        func run() throws {
            let (settings, warnings) = try reporting { () throws(StartFailure) in
                // Without a folder that is named, there are still the settings of the machine.
                let sources = try ConfigurationSources(mocks: mocks, flags: options.layer, needsFolder: mocks != nil)
                return (try sources.effectiveSettings(), try sources.configuration().printedWarnings)
            }
            warnings.forEach(printError)
            try printResult(json ? EffectiveSetting.json(settings) : EffectiveSetting.table(settings))
        }
    }
}
