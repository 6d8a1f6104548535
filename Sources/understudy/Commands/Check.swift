internal import ArgumentParser
internal import UnderstudyService

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List every mistake in a folder of fixtures.",
        discussion: """
            EXAMPLES:
              understudy check
              understudy check mocks && understudy serve mocks

            Each problem is a line: path:line:column /pointer: what is wrong. What to do.
            More than three warnings that say the same are one line; --log-level debug
            lists all.
            Exit code 65 if there is any, 78 if one is in the settings. A missing body file
            is a problem, although serve starts without it. Takes serve's options as well,
            because some change what fixtures mean, such as --global-response-templating.
            """)

    @Argument(help: "The folder with mappings, __files and s3. (default: ./mocks)", completion: .directory)
    var mocks: String?
    @OptionGroup var options: ServeOptions

    func run() throws {
        let (configuration, service) = try Launch.check(mocks: mocks, flags: options.layer)
        let count = service.warningCount + configuration.warnings.count
        let warnings = count == 0 ? "" : ", " + counted(count, "warning")
        try printResult("\(configuration.mocks ?? "no folder"): \(service.summary), no problems\(warnings)\n")
    }
}
