internal import FileStore
internal import Glibc
internal import JSONDocument
internal import StubModel
internal import SystemCalls

/// The values of one layer, by setting name.
package struct SettingLayer: Sendable {
    /// The texts of each value as they were written, and where.
    package var values: [String: (texts: [String], origin: SettingOrigin)] = [:]

    package init() {}

    /// The values on the command line; nil and empty values count as not given.
    package init(flags: [(name: String, texts: [String])]) {
        for (name, texts) in flags where !texts.isEmpty { values[name] = (texts, .flag(name)) }
    }

    /// Sets a value from the command line. If a setting with one value is repeated, the last one is used.
    mutating func set(_ setting: Setting, to text: String) {
        let earlier = setting.isList ? values[setting.name]?.texts ?? [] : []
        values[setting.name] = (earlier + [text], .flag(setting.name))
    }

    /// The values of environment variables; empty ones count as not given.
    package init(environment: Environment) {
        for setting in Setting.all {
            if let text = environment[setting.variable], !text.isEmpty { values[setting.name] = ([text], .variable(setting.variable)) }
        }
    }

    /// Values that a command or a place has in place of the usual defaults.
    /// - Parameter reason: completes "default …".
    init(commandDefaults: [(name: String, text: String)], _ reason: String) {
        for (name, text) in commandDefaults { values[name] = ([text], .commandDefault(reason)) }
    }

    /// Files that the service manager passes (`LoadCredential=` of systemd.exec(5)): `admin-token` is the value of `--admin-token-file`,
    /// `https-key` that of `--https-key`.
    /// - Parameter folder: the value of `CREDENTIALS_DIRECTORY`.
    init(credentialsIn folder: String) {
        for setting in Setting.all {
            guard let name = setting.credential else { continue }
            let path = "\(folder)/\(name)"
            if SystemCalls.exists(path) { values[setting.name] = ([path], .credential(name)) }
        }
    }

    /// Why credentials that the service manager passes cannot be read, which must not count as "none"; nil when they can.
    /// - Parameter folder: the value of `CREDENTIALS_DIRECTORY`.
    static func flaw(inCredentials folder: String) -> String? {
        let names = Setting.all.compactMap(\.credential)
        let hidden = names.compactMap { SystemCalls.reasonNotToFind("\(folder)/\($0)") }.first { $0 != ENOENT }
        guard let code = SystemCalls.reasonNotToFind(folder) ?? hidden else { return nil }
        return "reading credentials in \"\(LogText.escaped(folder))\" (CREDENTIALS_DIRECTORY): \(SystemCalls.reason(code))."
            + " Let the server's user read the folder, or unset the variable."
    }

    /// Sentences about credentials whose names look like those of settings and are not. Others may be for another program.
    static func warnings(inCredentials folder: String) -> [String] {
        let known = Setting.all.compactMap(\.credential)
        guard let root = try? FileRoot(folder) else { return [] }
        return root.walk(.root, includesHidden: false).files.map(\.text).filter { !known.contains($0) }.sorted().compactMap { name in
            Spelling.nearest(to: name, among: known).map {
                "the credential \(LogText.escaped(name)) is not read. Did you mean \($0)? Write LoadCredential=\($0):FILE."
            }
        }
    }

    /// The values of `understudy.json`; mistakes go into the report.
    init(file document: JSONDocument, _ report: ProblemReport) {
        guard case .object(let members) = document.root.content else {
            report.add("the settings must be an object, found \(document.root.kind)", at: document.root)
            return
        }
        read(members, below: "", document, report)
    }

    private mutating func read(_ members: [JSONMember], below prefix: String, _ document: JSONDocument, _ report: ProblemReport) {
        for (index, member) in members.enumerated() where member.name != "$schema" {
            let path = prefix + member.name
            guard !members[(index + 1)...].contains(where: { $0.name == member.name }) else {
                report.warn("\"\(path)\" is repeated further down, and the last one is used", atOffset: member.nameOffset)
                continue
            }
            let origin = SettingOrigin.file(document.source.name, document.source.position(of: member.value.offset))
            let setting = Setting.all.first { $0.path == path }
            if let setting, let readsObject = setting.readsObject {
                if readsObject(member.value, report) {
                    values[setting.name] = ([member.value.settingText ?? member.value.value.text()], origin)
                }
            } else if let setting {
                var nodes = [member.value]
                if setting.isList, case .array(let elements) = member.value.content { nodes = elements }
                let texts = nodes.compactMap { node in
                    if let text = setting.jsonType == "string" ? node.value.string : node.settingText { return text }
                    report.add("\"\(path)\" is \(node.found), but must be \(setting.expected())", at: node)
                    return nil
                }
                if texts.count == nodes.count { values[setting.name] = (texts, origin) }
            } else if case .object(let inner) = member.value.content,
                Setting.all.contains(where: { $0.path?.hasPrefix(path + ".") ?? false })
            {
                read(inner, below: path + ".", document, report)
            } else {
                let known = Self.names(below: prefix)
                if known.contains(member.name) {
                    report.add(
                        "\"\(path)\" must be an object, found \(member.value.kind)", at: member.value,
                        repair: "Known in it: \(Self.names(below: path + ".").joined(separator: ", ")).")
                } else {
                    report.add(
                        "unknown setting \"\(path)\"", atOffset: member.nameOffset,
                        repair: Self.place(of: member.name, below: prefix)
                            ?? Spelling.suggestion(for: member.name, among: known) ?? "Known here: \(known.joined(separator: ", ")).")
                }
            }
        }
    }

    /// Where a setting is that is written in another place, as a whole sentence; nil when it is nowhere.
    private static func place(of name: String, below prefix: String) -> String? {
        // `"s3": {"port": …}` means `s3Port`.
        let joined = "\(prefix.split(separator: ".").joined())\(name.prefix(1).uppercased())\(name.dropFirst())"
        if let path = prefix.isEmpty ? nil : path(ofFlag: joined) { return "Did you mean \"\(path)\"?" }
        if let path = path(ofFlag: name) { return "Did you mean \"\(path)\"?" }
        let owners = Setting.all.compactMap(\.path).filter { $0.hasSuffix(".\(name)") }.map { $0.dropLast(name.count + 1) }
        return owners.isEmpty ? nil : "It belongs in \(Spelling.alternatives(owners.map { "\"\($0)\"" }))."
    }

    /// Where a setting is whose flag is written as one name: `log.level` for `logLevel`. Nil when there is no such flag.
    private static func path(ofFlag name: String) -> String? {
        let flag = name.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
        return Setting.all.first { $0.name == flag }?.path
    }

    /// The names in an object of settings, each once.
    private static func names(below prefix: String) -> [String] {
        var names: [String] = []
        for path in Setting.all.compactMap(\.path) where path.hasPrefix(prefix) {
            let name = String(path.dropFirst(prefix.count).prefix { $0 != "." })
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}

extension JSONNode {
    /// The value as a flag would write it; nil for a value that no flag can have.
    fileprivate var settingText: String? {
        switch content {
        case .string(let text): text
        case .number(let number): number.int.map(String.init) ?? number.text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
