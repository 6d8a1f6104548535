internal import JSONDocument
internal import LinkModel
internal import StubModel

/// Finds mistakes on the command line that the parser cannot explain, and says what was probably meant.
package enum CommandLineGuess {
    /// The switches of every command.
    private static let commonSwitches: Set<String> = ["help", "help-hidden", "version"]
    /// Flags that are not settings.
    private static let others = commonSwitches.union(["allow-proxy-target", "deny-proxy-target", "generate-completion-script"])
    /// The switches of one command that are not settings, by command.
    private static let switches: [String: Set<String>] = [
        "run": ["strict"], "config show": ["json"], "ca": ["print"], "s3 presign": ["rotating"],
    ]
    /// Flags that are not settings, and the commands that have them. All but `switches` have a value.
    private static let own = [
        "strict": ["run"], "report": ["run", "explore"], "cover": ["explore"], "runs": ["explore"], "schedule": ["explore"],
        "settle": ["explore"], "ignore-query": ["explore"], "jobs": ["explore"], "from": ["record"], "json": ["config show"],
    ]
    /// The commands that take the settings as flags.
    private static let withSettings = ["serve", "check", "run", "explore", "record", "config show"]
    /// Whether there is a flag of this name, of whatever command.
    static func isKnown(_ name: String) -> Bool {
        others.contains(name) || own[name] != nil || Setting.all.contains { $0.name == name }
    }

    private static let folders: Set<String> = ["mocks", "folder", "dir", "directory", "root", "path"]
    /// Names that other programs have for settings, and names that are nearer to another one.
    static let aliases = [
        "latency": "latency-scale", "delay-scale": "latency-scale", "bind": "host", "address": "host", "http-port": "port",
        "tls": "https-port", "tls-port": "https-port", "https": "https-port", "ssl": "https-port", "token": "admin-token-file",
        "admin-token": "admin-token-file", "cors": "enable-stub-cors, --admin-cors or --s3-cors", "s3": "s3-port",
    ]

    /// Names that other programs have for values.
    private static let values = ["verbose": "debug", "trace": "debug", "notice": "info", "fatal": "error", "critical": "error"]

    /// The value that was probably meant: in another case, or a slip of spelling, a beginning, another program's word. Nil if unknown.
    static func meant(by text: String, among known: [String]) -> String? {
        let lower = text.lowercased()
        return known.first { $0.lowercased() == lower }
            ?? values[lower].flatMap { known.contains($0) ? $0 : nil }
            ?? (lower.count > 2 ? known.first { $0.lowercased().hasPrefix(lower) } : nil) ?? Spelling.nearest(to: text, among: known)
    }

    /// The arguments with `--name=` as a name and an empty value, because the parser takes the next argument for the value.
    package static func separatingEmptyValues(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].flatMap { argument in
            let name = argument.dropFirst(2).dropLast()
            let isSwitch = Setting.all.contains { $0.isSwitch && $0.name == name } || isSwitchOfOne(String(name))
            let hasValue = !isSwitch && !commonSwitches.contains(String(name)) && name != "generate-completion-script"
            let isNamed = argument.hasPrefix("--") && !name.isEmpty && !name.contains("=")
            return isNamed && argument.hasSuffix("=") && hasValue ? ["--\(name)", ""] : [argument]
        } + arguments[end...]
    }

    private static func isSwitchOfOne(_ name: String) -> Bool { switches.values.contains { $0.contains(name) } }

    private static func begins(_ arguments: [String], with command: String) -> Bool {
        arguments.starts(with: command.split(separator: " ").map(String.init))
    }

    /// - Parameter arguments: begin with the command's name.
    /// - Returns: the message; nil when the parser may continue, or explains the mistake itself.
    package static func refusal(of arguments: [String]) -> String? {
        if let refusal = refusal(ofSwitchIn: arguments) { return refusal }
        if arguments.first == "reload" { return refusal(ofReload: arguments.dropFirst()) }
        if arguments.starts(with: ["s3", "presign"]) { return refusal(ofPresign: arguments.dropFirst(2)) }
        let found = withSettings.first { begins(arguments, with: $0) }
        guard let command = found else { return nil }
        var folder: String?
        var rest = arguments.dropFirst(command.split(separator: " ").count)
        while let argument = rest.popFirst(), argument != "--" {
            guard argument.hasPrefix("--") else {
                if argument == "-p" { rest = rest.dropFirst() }
                let flag = argument.dropFirst().prefix { $0 != "=" }
                if argument.hasPrefix("-"), flag.count > 2, Setting.all.contains(where: { $0.name == flag }) {
                    return "There is no option \(argument.prefix { $0 != "=" }). Did you mean --\(flag)?"
                }
                if argument.hasPrefix("-") { continue }
                if let folder, let port = Int(argument), (0...65_535).contains(port) {
                    return "\(command) takes one folder, which is \"\(folder)\" already. Did you mean --port \(port)?"
                }
                if let folder { return refusal(ofSecondFolder: argument, behind: folder, command) }
                folder = argument
                continue
            }
            let name = String(argument.dropFirst(2).prefix { $0 != "=" })
            guard let setting = Setting.all.first(where: { $0.name == name }) else {
                if others.contains(name) {
                    if name.hasSuffix("-proxy-target"), !argument.contains("=") { rest = rest.dropFirst() }
                    continue
                }
                if let commands = own[name] {
                    guard commands.contains(command) else {
                        let owners = commands.joined(separator: " and ")
                        return "\(command) has no option --\(name); \(owners) \(commands.count == 1 ? "has" : "have") it."
                    }
                    if !isSwitchOfOne(name), !argument.contains("=") { rest = rest.dropFirst() }
                    continue
                }
                return refusal(ofFlag: name, argument, command, next: rest.first)
            }
            guard !setting.isSwitch, !argument.contains("=") else { continue }
            let value = rest.popFirst()
            if name == "network", let value, let whole = network(beginningWith: value, rest) {
                return "The name of the network has spaces: write --network \"\(whole)\""
            }
            if let value, value.hasPrefix("-"), Double(value) != nil {
                return "--\(name): the value is \"\(value)\", but must be \(setting.expected())"
            }
        }
        return nil
    }

    /// For a switch with a value: the parser takes an empty one for none.
    private static func refusal(ofSwitchIn arguments: [String]) -> String? {
        var known = switches.filter { begins(arguments, with: $0.key) }.reduce(commonSwitches) { $0.union($1.value) }
        if withSettings.contains(where: { begins(arguments, with: $0) }) {
            known.formUnion(Setting.all.filter(\.isSwitch).map(\.name))
        }
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") && argument.contains("=") {
            let name = String(argument.dropFirst(2).prefix { $0 != "=" })
            if known.contains(name) { return "--\(name) takes no value. Write --\(name), or leave it out." }
        }
        return nil
    }

    private static func refusal(ofSecondFolder argument: String, behind folder: String, _ command: String) -> String {
        let takesCommand = command == "run" || command == "explore"
        let repair =
            takesCommand ? "Write the command after --, as in: understudy \(command) mocks -- swift test" : "Remove \"\(argument)\"."
        return "\(command) takes one folder, which is \"\(folder)\" already. \(repair)"
    }

    /// The name of a network that was written without quotes; nil for another value.
    private static func network(beginningWith first: String, _ rest: ArraySlice<String>) -> String? {
        let names = LinkProfile.named.compactMap(\.name).filter { $0.contains(" ") }
        return names.first { name in
            let words = name.lowercased().split(separator: " ").map(String.init)
            return ([first] + rest).prefix(words.count).map { $0.lowercased() }.elementsEqual(words)
        }
    }

    /// For what `serve` takes and `reload` does not: how a server without a socket is told.
    private static func refusal(ofReload arguments: ArraySlice<String>) -> String? {
        var rest = arguments
        while let argument = rest.popFirst() {
            if argument == "--socket" { rest = rest.dropFirst() }
            let isPort = argument == "--port" || argument.hasPrefix("--port=") || argument == "-p"
            if argument.hasPrefix("--"), !isPort {
                let name = String(argument.dropFirst(2).prefix { $0 != "=" })
                if name.isEmpty { return "reload takes --socket only, and nothing else." }
                if name == "socket" || others.contains(name) { continue }
                let meant = name == "admin-socket" ? "socket" : Spelling.nearest(to: name, among: ["socket"])
                if let meant { return "There is no option --\(name). Did you mean --\(meant)?" }
                return isKnown(name) ? "reload takes --socket only: --\(name) is for the server itself." : "There is no option --\(name)."
            }
            guard isPort || !argument.hasPrefix("-") else { continue }
            let port = isPort ? argument.split(separator: "=").dropFirst().first.map(String.init) ?? rest.first ?? "8080" : "8080"
            return "reload calls a server by its socket (--admin-socket), and takes neither a folder nor a port. "
                + "A server reads saved mappings by itself; another way is curl -X POST http://127.0.0.1:\(port)/__admin/reload"
        }
        return nil
    }

    /// For options of `s3 presign` that other programs and templates have, and for numbers with a unit.
    private static func refusal(ofPresign arguments: ArraySlice<String>) -> String? {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else { continue }
            let name = argument.dropFirst(2).prefix { $0 != "=" }
            switch name {
            case "form": return "There is no option --form. Write --method POST for an upload form."
            case "key", "bucket": return "There is no option --\(name): the object is an argument, BUCKET/KEY."
            case "expires-in", "max-bytes":
                let value = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init) ?? rest.first
                guard let value, Int(value) == nil else { continue }
                let unit = name == "max-bytes" ? "bytes" : "seconds"
                let meant = name == "max-bytes" ? WrittenUnit.bytes(in: value) : WrittenUnit.seconds(in: value)
                return "--\(name): the value is \"\(value)\", but must be a whole number of \(unit)" + (meant.map { ": write \($0)" } ?? "")
            default: continue
            }
        }
        return nil
    }

    private static func refusal(ofFlag name: String, _ argument: String, _ command: String, next: String?) -> String {
        let inline = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        if folders.contains(name) {
            return "There is no option --\(name): the folder is an argument. Write understudy \(command) \(inline ?? next ?? "mocks")"
        }
        if name == "no-s3" { return "There is no option --no-s3: S3 is always served. Write --s3-port 0 if its port is taken" }
        let meant = (aliases[name] ?? meant(byFlag: name)).map { " Did you mean --\($0)?" } ?? ""
        return "There is no option --\(name).\(meant)"
    }

    /// How many flags that begin in the same way are named at most.
    private static let mostNamed = 8

    /// The flags that begin so, or else the one of the nearest spelling; nil if unknown.
    private static func meant(byFlag name: String) -> String? {
        let beginning = WireMockFlags.names(beginningWith: name)
        guard (1...mostNamed).contains(beginning.count) else { return Spelling.nearest(to: name, among: WireMockFlags.names) }
        return Spelling.alternatives(beginning.enumerated().map { $0 > 0 ? "--\($1)" : $1 })
    }
}
