internal import FileStore
internal import Glibc
internal import JSONDocument
internal import SystemCalls

/// Everything that settings come from, read once.
///
/// The strongest first: flags, variables, credentials of the service manager, `understudy.json` in the mocks folder, the defaults of the
/// command (`run` takes free ports), the user's file (`$XDG_CONFIG_HOME/understudy/understudy.json`), the machine's file
/// (`/etc/understudy/understudy.json`), the defaults.
package struct ConfigurationSources: Sendable {
    /// The settings file of the machine. Optional, like the other two.
    package static let systemFile = "/etc/understudy/understudy.json"
    /// The name of the settings file in the mocks folder.
    private static let fileName = "understudy.json"
    /// What to do where the folder of mocks is a file.
    static let folderRepair = "Name the folder that holds mappings, __files and s3."
    /// Longer files of the user or the machine are refused, in bytes.
    private static let maximumBytes = 4 << 20

    /// The folder of mocks, as it was named.
    private let mocks: String
    private let mocksOrigin: String
    /// The strongest last.
    private var layers: [SettingLayer] = []
    private var problems: [Problem] = []
    /// Lines about settings files that cannot be read.
    private var unread: [String] = []
    private var warnings: [String] = []
    /// Warnings about places in files.
    private var doubts: [Problem] = []
    private var credentialFlaw: String?

    /// - Parameters:
    ///   - mocks: the folder on the command line; nil uses `UNDERSTUDY_MOCKS`, or else `./mocks`.
    ///   - freePorts: whether ports that are not set are free ones (0).
    ///   - needsFolder: whether it is an error when there is no folder of mocks.
    /// - Throws: `StartFailure`: 66 when there is no such folder, 64 for a bad flag when there is no folder.
    package init(
        mocks: String?, flags: SettingLayer, freePorts: Bool = false, needsFolder: Bool = true, environment: Environment = .process,
        systemFile: String = systemFile
    ) throws(StartFailure) {
        let variable = environment["UNDERSTUDY_MOCKS"].flatMap { $0.isEmpty ? nil : $0 }
        self.mocks = mocks ?? variable ?? "mocks"
        mocksOrigin = mocks != nil ? "argument" : variable != nil ? "UNDERSTUDY_MOCKS" : "default"
        if StandardError.isTerminal { layers.append(SettingLayer(commandDefaults: [("access-log", "true")], "on a terminal")) }
        read(file: systemFile)
        if let userFile = Self.userFile(environment) { read(file: userFile) }
        if freePorts { layers.append(SettingLayer(commandDefaults: [("port", "0"), ("s3-port", "0")], "of this command")) }
        do throws(FileError) {
            readFile(of: try FileRoot(self.mocks))
        } catch {
            // A mistake in the flags does not depend on the folder.
            let mistakes = Configuration.valid(in: [SettingLayer(environment: environment), flags]).error
            if let mistakes { throw StartFailure(mistakes.problems, exit: mistakes.exit) }
            let isNamed = mocksOrigin != "default"
            if needsFolder { throw StartFailure([Self.missing(self.mocks, isNamed: isNamed, error, environment)], exit: .noMocks) }
        }
        if let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty {
            credentialFlaw = SettingLayer.flaw(inCredentials: folder)
            layers.append(SettingLayer(credentialsIn: folder))
            warnings += SettingLayer.warnings(inCredentials: folder)
        }
        layers += [SettingLayer(environment: environment), flags]
        warnings += environment.warnings
    }

    /// The settings that apply.
    /// - Throws: `StartFailure`: 78 for invalid settings, 64 when only flags are wrong.
    package func configuration() throws(StartFailure) -> Configuration {
        let (configuration, failure) = valid()
        if let failure { throw failure }
        return configuration
    }

    /// The settings without mistakes, with the failure for those that have some: 78 for invalid settings, 64 when only flags are wrong. Nil
    /// if all are valid.
    func valid() -> (configuration: Configuration, failure: StartFailure?) {
        var (configuration, error) = Configuration.valid(in: layers)
        let found = (problems + (error?.mistakes ?? [])).sorted(by: Problem.comesFirst)
        let lines = unread + found.map(ConfigurationError.line)
        let mistakes = unread.map { Problem(source: Self.fileName, message: $0) } + found
        let exit = unread.isEmpty && problems.isEmpty ? error?.exit ?? .badConfiguration : .badConfiguration
        configuration.mocks = mocks
        let others = warnings + wildcardWarnings(configuration)
        configuration.warnings = doubts.map(\.description) + others
        configuration.printedWarnings = doubts.map { $0.line(labelled: "warning") } + others.map { "warning: \($0)" }
        configuration.credentialFlaw = credentialFlaw
        for name in Configuration.addressSettings { configuration.addressOrigins[name] = origin(of: name) }
        for name in Configuration.certificateSettings { configuration.certificateOrigins[name] = origin(of: name) }
        return (configuration, lines.isEmpty ? nil : StartFailure(lines, exit: exit, problems: mistakes))
    }

    /// Sentences about regular expressions that are probably meant as names with a wildcard: `AWS_*`.
    private func wildcardWarnings(_ configuration: Configuration) -> [String] {
        let name = "permitted-system-keys"
        let place = origin(of: name)?.description ?? name
        return configuration.permittedSystemKeys.compactMap { pattern in
            guard let meant = Self.expression(forWildcards: pattern) else { return nil }
            return "\(place): \"\(pattern)\" is a regular expression, in which \"*\" repeats the character before it. "
                + "Write \"\(meant)\" if it stands for any text."
        }
    }

    /// The pattern with `.*` in place of each wildcard; nil if it has none, or more of a regular expression than dots.
    private static func expression(forWildcards pattern: String) -> String? {
        guard pattern.utf8.allSatisfy({ $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ".") || isOfName($0) }) else { return nil }
        var expression: [UInt8] = []
        for byte in pattern.utf8 {
            if byte == UInt8(ascii: "*"), let last = expression.last, isOfName(last) { expression.append(UInt8(ascii: ".")) }
            expression.append(byte)
        }
        let text = String(decoding: expression, as: UTF8.self)
        return text == pattern ? nil : text
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Where the value of a setting comes from; nil for the default.
    private func origin(of name: String) -> SettingOrigin? { layers.last { $0.values[name] != nil }?.values[name]?.origin }

    /// Every setting with its value and where the value comes from; the folder of mocks first.
    /// - Throws: as `configuration`.
    package func effectiveSettings() throws(StartFailure) -> [EffectiveSetting] {
        let configuration = try configuration()
        let folder = EffectiveSetting(name: "mocks", value: mocks, origin: mocksOrigin)
        return [folder]
            + Setting.all.map { setting in
                let value = setting.value(in: configuration)
                return EffectiveSetting(
                    name: setting.name, value: setting.isSecret && value != nil ? EffectiveSetting.hidden : value,
                    origin: origin(of: setting.name)?.description ?? "default")
            }
    }

    // MARK: Files

    /// Nil when the environment names no folder for it.
    private static func userFile(_ environment: Environment) -> String? {
        // Only absolute paths count (XDG Base Directory Specification).
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/understudy/\(fileName)" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.config/understudy/\(fileName)"
    }

    /// Reads a settings file outside the mocks folder, if there is one.
    private mutating func read(file path: String) {
        do throws(SystemCalls.Failure) {
            read(try SystemCalls.contents(of: path, limit: Self.maximumBytes), name: path)
        } catch {
            // In a folder without permission, it is unknown whether the file exists.
            let isHidden = error.code == EACCES && !SystemCalls.exists(path)
            if error.code == ENOENT || error.code == ENOTDIR || isHidden { return }
            unread.append("reading the settings file \"\(path)\": \(Self.flaw(error.code))")
        }
    }

    /// Reads the settings file of the mocks folder, if there is one.
    private mutating func readFile(of root: FileRoot) {
        do {
            guard let path = RelativePath(Self.fileName) else { return }
            guard let file = try FileStore(root, capacity: 0).file(at: path) else {
                if let flaw = Self.flaw(of: path, in: root) {
                    unread.append("reading the settings file \"\(root.display(path))\": \(flaw)")
                }
                return
            }
            read(try file.bytes(), name: root.display(path))
        } catch {
            unread.append("\(error)")
        }
    }

    /// Why a settings file cannot be read, and what to do.
    private static func flaw(_ code: Int32) -> String {
        switch code {
        case EISDIR: "it is a folder. Remove it, or give it another name."
        case EFBIG: "it has more than \(maximumBytes) bytes. Remove it, or give it another name."
        case EACCES, EPERM: "\(SystemCalls.reason(code)). Let the server's user read it (chmod, chown)."
        default: SystemCalls.reason(code)
        }
    }

    /// Why something of this name cannot be read as a file; nil when there is nothing of this name.
    private static func flaw(of path: RelativePath, in root: FileRoot) -> String? {
        guard let kind = root.kind(of: path, followingLinks: false) else { return nil }
        switch kind == .link ? root.kind(of: path) : kind {
        case nil: return "it is a link without a target. Remove it, or make its target."
        case .folder: return "it is a folder. Remove it, or give it another name."
        case .file: return nil
        case .link, .other: return "it is not a regular file. Remove it, or give it another name."
        }
    }

    private mutating func read(_ bytes: [UInt8], name: String) {
        let document: JSONDocument
        if bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
            problems.append(Problem(source: name, position: .start, message: "the file is empty", repair: "Write {} or delete it."))
            return
        }
        do throws(Problem) {
            document = try JSONDocument.parse(bytes, name: name)
        } catch {
            problems.append(error)
            return
        }
        let report = ProblemReport(document)
        layers.append(SettingLayer(file: document, report))
        problems += report.problems
        doubts += report.warnings
    }

    private static func missing(_ folder: String, isNamed: Bool, _ error: FileError, _ environment: Environment) -> String {
        if folder.isEmpty { return "the folder of mocks has an empty name. Name it, or give none for ./mocks." }
        switch error.code {
        case .notFound where folder.contains("\u{FFFD}"):
            return "\(error) A name with bytes that are not UTF-8, which are shown as \u{FFFD}, cannot be given: rename the folder."
        case .notFound:
            if !isNamed, let inner = folderOfMocks(in: ".") {
                return "\(error) This folder has \(quoted(inner)): write understudy serve . (with the dot)."
            }
            if !folder.hasPrefix("/"), FileIdentity(at: ".") == FileIdentity(at: "/") {
                return "\(error) It begins at the folder \"/\" here, and ~ and $ in it stand for themselves: give the whole path."
            }
            let (files, mappings) = (quoted("\(folder)/__files"), quoted("\(folder)/mappings"))
            let making = "make it: mkdir -p \(files) \(mappings)"
            // A terminal has the usual /tmp.
            if environment.isOfUnit, folder.hasPrefix("/tmp/") || folder.hasPrefix("/var/tmp/") {
                return "\(error) A unit with PrivateTmp= has a /tmp of its own: use /srv or /etc. Otherwise name the folder, or \(making)"
            }
            return "\(error) Name the folder, or \(making)"
        case .notPermitted where environment.isOfUnit && isInHome(folder):
            return "\(error) A unit with ProtectHome= sees no home directory: use /srv or /etc, or the user unit."
        case .noFolder: return "\(error) \(Self.folderRepair)"
        default: return "\(error)"
        }
    }

    /// A folder that is in folders of mocks, if this one has it.
    private static func folderOfMocks(in folder: String) -> String? {
        guard let root = try? FileRoot(folder) else { return nil }
        return ["mappings", "__files"].first { RelativePath($0).flatMap { root.kind(of: $0) } == .folder }
    }

    /// Whether `ProtectHome=` of a unit hides the path.
    private static func isInHome(_ path: String) -> Bool {
        guard path.hasPrefix("/") else { return false }
        let names = path.split(separator: "/")
        return names.first == "home" || names.first == "root" || names.prefix(2) == ["run", "user"]
    }

    /// A path as a word of the shell.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-+,:@%".contains($0) }
        return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
}
