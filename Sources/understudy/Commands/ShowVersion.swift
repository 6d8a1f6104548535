internal import ArgumentParser
internal import UnderstudyService

struct ShowVersion: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

    func run() throws { try printResult(Version.text + "\n") }
}
