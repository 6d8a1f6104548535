internal import Glibc
internal import JSONDocument

/// Environment variables: the process's own, read one by one, or a table in their place.
package struct Environment: Sendable, ExpressibleByDictionaryLiteral {
    /// Nil for the process's own.
    private let table: [String: String]?

    /// The variables of this process, read anew each time.
    package static let process = Environment(table: nil)

    private init(table: [String: String]?) { self.table = table }

    package init(dictionaryLiteral elements: (String, String)...) {
        table = Dictionary(elements) { _, last in last }
    }

    /// The value of a variable; nil when it is not set.
    package subscript(_ name: String) -> String? {
        if let table { return table[name] }
        return unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// All variables of this process.
    package static var all: [String: String] {
        var variables: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = unsafe environ
        while let text = unsafe entry.pointee {
            let line = unsafe String(cString: text)
            if let mark = line.utf8.firstIndex(of: UInt8(ascii: "=")) {
                variables[String(line[..<mark])] = String(line[line.utf8.index(after: mark)...])
            }
            unsafe entry += 1
        }
        return variables
    }

    /// Variables that are not settings: of clients and commands, of the service's unit, and of this project's own scripts and tests.
    private static let others: Set<String> = [
        "MOCKS", "URL", "S3_URL", "HTTPS_URL", "S3_HTTPS_URL", "OPTIONS", "RUN", "PROGRAM", "PATH", "ADMIN_TOKEN", "TOOLCHAIN", "BINDS",
        "ONLY_TESTS", "WITHOUT_HOOKS", "LINKS_ITSELF", "ALLOCATIONS", "CORPORA",
    ]
    /// The beginnings of further names.
    private static let otherBeginnings = ["MUTATION", "REPLAY", "SANITIZE", "SESSION", "STRESS", "TIME_RUNS", "WINDOW"]

    /// A sentence for each variable that looks like a setting but is not one.
    var warnings: [String] { foreignWarnings + unknownWarnings }

    /// The variable in which the entry point of WireMock's image has flags.
    private static let options = "WIREMOCK_OPTIONS"

    private var foreignWarnings: [String] {
        guard let text = self[Self.options], !text.isEmpty else { return [] }
        return ["\(Self.options) is not read. Write its options on the command line: understudy serve FOLDER OPTIONS."]
    }

    private var unknownWarnings: [String] {
        let beginning = "UNDERSTUDY_"
        let names = (table ?? Self.all).keys.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.utf8.count)) }
        if names.isEmpty { return [] }
        let settings = Setting.all.map { String($0.variable.dropFirst(beginning.utf8.count)) }
        let known = Self.others.union(settings)
        let unknown = names.filter { name in !known.contains(name) && !Self.otherBeginnings.contains { name.hasPrefix($0) } }
        return unknown.sorted().map { name in
            let flag = name.lowercased().replacing("_", with: "-")
            let alias = CommandLineGuess.aliases[flag].flatMap { alias in Setting.all.first { $0.name == alias } }
            let meant =
                alias.map { String($0.variable.dropFirst(beginning.utf8.count)) } ?? Spelling.nearest(to: name, among: settings + ["MOCKS"])
            return "\(LogText.escaped(beginning + name)) is not a setting. "
                + (meant.map { "Did you mean \(beginning)\($0)?" }
                    ?? "understudy config show lists them; a variable is a flag in upper case.")
        }
    }

    /// The folders that these variables name for files of the server, as absolute paths; the preferred one first.
    /// - Parameters:
    ///   - unit: variables of the service manager, such as `STATE_DIRECTORY`.
    ///   - user: a variable of the XDG Base Directory Specification, such as `XDG_STATE_HOME`.
    ///   - home: its default in the user's home, such as `.local/state`.
    func folders(ofUnit unit: [String], ofUser user: String, inHome home: String) -> [String] {
        let ofUnit = unit.compactMap { folder(ofUnit: $0) }
        let ofUser = [(user, "/understudy"), ("HOME", "/\(home)/understudy")].compactMap { name, end in
            self[name].flatMap { $0.isEmpty ? nil : $0 + end }
        }
        return (ofUnit + ofUser).filter { $0.hasPrefix("/") }
    }

    /// The folder that a variable of the service manager names, or the first of several; nil for none.
    func folder(ofUnit variable: String) -> String? { self[variable]?.split(separator: ":").first.map(String.init) }

    /// Whether systemd started this process or one above it. A terminal is often in a unit, too.
    var isOfUnit: Bool { self["INVOCATION_ID"] != nil }

    /// Whether the service manager may have passed credentials to a service that this process does not see. It is a command beside the
    /// service then, such as `ExecReload=` with its `MAINPID`: systemd 252 hides the folder from it, and later ones do not name it.
    package var hidesCredentials: Bool {
        guard let folder = self["CREDENTIALS_DIRECTORY"], !folder.isEmpty else { return self["MAINPID"] != nil }
        return SettingLayer.flaw(inCredentials: folder) != nil
    }

    /// Removes a variable of this process.
    package static func remove(_ name: String) { unsafe unsetenv(name) }
}
