internal import FileStore
internal import Glibc
internal import JSONDocument

extension Configuration {
    /// The name of the settings file in the mocks folder. The file is optional.
    static let fileName = "understudy.json"

    /// Finds the mocks folder, and resolves all settings: flags override the environment, which overrides the settings file, which
    /// overrides the defaults.
    /// - Parameters:
    ///   - mocks: the folder on the command line; nil uses `UNDERSTUDY_MOCKS`, or else `./mocks`.
    ///   - freePorts: whether ports that are not set are free ones (0).
    /// - Throws: `StartFailure`: 66 when there is no such folder, 78 for invalid settings, 64 when the setting is a flag.
    package static func load(
        mocks: String?, flags: SettingLayer, freePorts: Bool = false, environment: Environment = .process
    ) throws(StartFailure) -> Configuration {
        let folder = mocks ?? environment["UNDERSTUDY_MOCKS"].flatMap { $0.isEmpty ? nil : $0 } ?? "mocks"
        let root: FileRoot
        do {
            root = try FileRoot(folder)
        } catch {
            // A mistake in the flags does not depend on the folder.
            do { _ = try resolve([SettingLayer(environment: environment), flags]) } catch {
                throw StartFailure(error.problems, exit: error.exit)
            }
            throw StartFailure([missing(folder, error)], exit: .noMocks)
        }
        let (fileLayer, problems, warnings) = try fileLayer(root)
        var layers = [fileLayer, SettingLayer(environment: environment), flags]
        if freePorts { layers.insert(SettingLayer(flags: [("port", ["0"]), ("s3-port", ["0"])]), at: 0) }
        // In a terminal, requests are shown as they come.
        if StandardError.isTerminal { layers.insert(SettingLayer(flags: [("access-log", ["true"])]), at: 0) }
        var configuration: Configuration
        do {
            configuration = try resolve(layers)
        } catch {
            throw StartFailure(problems + error.problems, exit: problems.isEmpty ? error.exit : .badConfiguration)
        }
        guard problems.isEmpty else { throw StartFailure(problems, exit: .badConfiguration) }
        configuration.mocks = folder
        configuration.warnings = warnings + environment.strangers
        return configuration
    }

    /// The values of the settings file, its mistakes, and warnings about it.
    private static func fileLayer(_ root: FileRoot) throws(StartFailure) -> (layer: SettingLayer, problems: [String], warnings: [String]) {
        let bytes: [UInt8]
        let name: String
        do {
            guard let path = RelativePath(fileName), let file = try FileStore(root, capacity: 0).file(at: path) else {
                return (SettingLayer(), [], [])
            }
            name = root.display(path)
            bytes = try file.bytes()
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
        let document: JSONDocument
        do {
            document = try JSONDocument.parse(bytes, name: name)
        } catch {
            throw StartFailure(["\(error)"], exit: .badConfiguration)
        }
        let report = ProblemReport(document)
        let layer = SettingLayer(file: document, report)
        return (layer, report.problems.map(\.description), report.warnings.map(\.description))
    }

    private static func missing(_ folder: String, _ error: FileError) -> String {
        if folder.isEmpty { return "the folder of mocks has an empty name. Name it, or give none for ./mocks." }
        let repair = error.code == .notFound ? " Name the folder, or make it: mkdir -p \(folder)/__files \(folder)/mappings" : ""
        return "\(error)\(repair)"
    }
}
