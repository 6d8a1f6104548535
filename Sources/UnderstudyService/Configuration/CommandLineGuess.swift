internal import JSONDocument

/// Finds mistakes on the command line that the parser cannot explain, and says what was probably meant.
package enum CommandLineGuess {
    /// Flags that are not settings.
    private static let others: Set<String> = [
        "help", "help-hidden", "version", "allow-proxy-target", "deny-proxy-target", "generate-completion-script",
    ]
    /// Flags that are not settings, and the commands that have them. All but `--strict` have a value.
    private static let own = [
        "strict": ["run"], "report": ["run", "explore"], "cover": ["explore"], "runs": ["explore"], "schedule": ["explore"],
        "settle": ["explore"], "ignore-query": ["explore"], "jobs": ["explore"],
    ]
    private static let folders: Set<String> = ["mocks", "folder", "dir", "directory", "root", "path"]
    /// Names that other programs have for settings, and names that are nearer to another one.
    static let aliases = [
        "latency": "latency-scale", "delay-scale": "latency-scale", "bind": "host", "address": "host", "http-port": "port",
        "tls": "https-port", "tls-port": "https-port", "https": "https-port", "ssl": "https-port", "token": "admin-token-file",
        "admin-token": "admin-token-file", "cors": "enable-stub-cors, --admin-cors or --s3-cors",
    ]

    /// - Parameter arguments: begin with the command's name.
    /// - Returns: the message; nil when the parser may continue, or explains the mistake itself.
    package static func refusal(of arguments: [String]) -> String? {
        guard let command = arguments.first, ["serve", "check", "run", "explore"].contains(command) else { return nil }
        var folder: String?
        var rest = arguments.dropFirst()
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
                folder = folder ?? argument
                continue
            }
            let name = String(argument.dropFirst(2).prefix { $0 != "=" })
            guard let setting = Setting.all.first(where: { $0.name == name }) else {
                if others.contains(name) { continue }
                if let commands = own[name] {
                    guard commands.contains(command) else {
                        let owners = commands.joined(separator: " and ")
                        return "\(command) has no option --\(name); \(owners) \(commands.count == 1 ? "has" : "have") it."
                    }
                    if name != "strict", !argument.contains("=") { rest = rest.dropFirst() }
                    continue
                }
                return refusal(ofFlag: name, argument, command, next: rest.first)
            }
            guard !setting.isSwitch, !argument.contains("=") else { continue }
            let value = rest.popFirst()
            if let value, value.hasPrefix("-"), Double(value) != nil {
                return "--\(name): the value is \"\(value)\", but must be \(setting.expected())"
            }
        }
        return nil
    }

    private static func refusal(ofFlag name: String, _ argument: String, _ command: String, next: String?) -> String? {
        let inline = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        if folders.contains(name) {
            return "There is no option --\(name): the folder is an argument. Write understudy \(command) \(inline ?? next ?? "mocks")"
        }
        let meant = aliases[name] ?? Spelling.nearest(to: name, among: Setting.all.map(\.name))
        return meant.map { "There is no option --\(name). Did you mean --\($0)?" }
    }
}
