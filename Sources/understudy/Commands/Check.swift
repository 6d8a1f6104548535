internal import ArgumentParser
internal import UnderstudyService

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say everything that is wrong with a folder of fixtures.",
        discussion: """
            EXAMPLES:
              understudy check
              understudy check mocks && understudy serve mocks

            Each problem is a line: path:line:column /pointer: what is wrong. What to do.
            Exit code 65 when there is any. A body file that is not there is one, although
            serve starts without it. Takes serve's options as well, for what they change
            about fixtures, such as --global-response-templating.
            """)

    @Argument(help: "The folder with mappings, __files and s3. (default: ./mocks)")
    var mocks: String?
    @OptionGroup(visibility: .hidden) var options: ServeOptions

    func run() throws {
        let launch = try Launch(mocks: mocks, flags: options.layer)
        let service = try launch.load(strictly: true)
        print("\(launch.configuration.mocks): \(service.summary), no problems")
    }
}
