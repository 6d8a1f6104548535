internal import HTTPMessage
internal import JSONDocument
internal import LinkModel
internal import MockEngine
internal import Recorder
internal import RegularExpression
internal import StubModel
internal import Upstream

/// One setting: its names, and how a text becomes its value.
package struct Setting: Sendable {
    /// The name. The flag is `--NAME`, the variable `UNDERSTUDY_NAME` in upper case with underscores.
    package let name: String
    /// Its place in `understudy.json`, such as `journal.maximumBytes`; nil when it has none.
    package let path: String?
    /// Whether it has several values.
    package let isList: Bool
    /// Whether the flag has no value.
    package let isSwitch: Bool
    /// JSON Schema's type of a value, or of an element of a list.
    let jsonType: String
    /// Further keywords of JSON Schema for a value, beside its type: the words of a choice, the limits of a number.
    private(set) var keywords: JSONObject = [:]
    /// Completes "must be …".
    let expected: @Sendable () -> String
    /// Completes "must be …" for the value in `understudy.json`; nil where `expected` does.
    private(set) var written: String?
    /// Sentences about the first of these values that is not valid: what is wrong with it and what to do. Nil where `expected` says it all.
    private(set) var flaw: @Sendable ([String]) -> String? = { _ in nil }
    /// Reads an object in `understudy.json`, and reports its mistakes; nil for a setting that cannot be an object.
    private(set) var readsObject: (@Sendable (JSONNode, ProblemReport) -> Bool)?
    /// JSON Schema of the value, without its description; nil where its type and `keywords` say it.
    private(set) var schema: JSONObject?
    /// Whether the value is hidden: a password or a key.
    private(set) var isSecret = false
    /// Whether its texts in a configuration are valid, which a program may have set. Numbers and networks are not checked.
    let isValid: @Sendable (Configuration) -> Bool
    private let isSame: @Sendable (Configuration, Configuration) -> Bool
    private let show: @Sendable (Configuration) -> String?
    private let apply: @Sendable (inout Configuration, [String]) -> Bool

    /// The environment variable: `UNDERSTUDY_S3_PORT`.
    package var variable: String { Self.variable(of: name) }

    /// The environment variable of the setting with this name.
    static func variable(of name: String) -> String {
        let upper = name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : (97...122).contains($0) ? $0 - 32 : $0 }
        return "UNDERSTUDY_" + String(decoding: upper, as: UTF8.self)
    }

    /// - Returns: whether the value is valid; otherwise nothing is set.
    func set(_ values: [String], in configuration: inout Configuration) -> Bool { apply(&configuration, values) }

    /// The names of the service manager's credentials, by the settings whose file they are.
    private static let credentials = [
        "admin-token-file": "admin-token", "s3-keys-file": "s3-keys", "https-certificate": "https-certificate", "https-key": "https-key",
        "https-client-ca": "https-client-ca",
    ]

    /// The name of the service manager's credential that is the setting's file; nil for another setting.
    var credential: String? { Self.credentials[name] }

    /// The value in a configuration, as a flag has it; nil for none. Passwords in URLs are left out.
    package func value(in configuration: Configuration) -> String? { show(configuration) }

    /// Whether two configurations have the same value. Two that are shown alike, such as networks of numbers or URLs with passwords, may differ.
    func hasSameValue(in configuration: Configuration, and other: Configuration) -> Bool { isSame(configuration, other) }

    /// The same setting, whose value is not shown.
    var secret: Setting {
        var setting = self
        setting.isSecret = true
        return setting
    }

    private static func jsonType(of type: Any.Type) -> String {
        if type == Bool.self { return "boolean" }
        if type == Int.self || type == UInt64.self { return "integer" }
        return type == Double.self ? "number" : "string"
    }

    /// The elements of a list: a value may have several, with commas between them. A value without any is an empty one, which is not valid.
    private static func elements(_ values: [String]) -> [String] {
        values.flatMap { value in
            let parts = value.split(separator: ",").map(String.init)
            return parts.isEmpty ? [""] : parts
        }
    }

    private static func joined(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ",") }

    /// A setting with one value.
    static func one<Value: Equatable & Sendable>(
        _ name: String, _ path: String?, _ key: any WritableKeyPath<Configuration, Value> & Sendable, _ kind: SettingKind<Value>
    ) -> Setting {
        Setting(
            name: name, path: path, isList: false, isSwitch: Value.self == Bool.self, jsonType: jsonType(of: Value.self),
            keywords: kind.schema, expected: kind.expected, flaw: { $0.last.flatMap(kind.flaw) },
            isValid: { Value.self != String.self || kind.read("\($0[keyPath: key])") != nil },
            isSame: { $0[keyPath: key] == $1[keyPath: key] },
            show: { kind.show($0[keyPath: key]) }
        ) {
            configuration, values in
            guard let text = values.last, let value = kind.read(text) else { return false }
            configuration[keyPath: key] = value
            return true
        }
    }

    /// A setting with one value that may be absent.
    static func one<Value: Equatable & Sendable>(
        _ name: String, _ path: String?, _ key: any WritableKeyPath<Configuration, Value?> & Sendable, _ kind: SettingKind<Value>
    ) -> Setting {
        Setting(
            name: name, path: path, isList: false, isSwitch: Value.self == Bool.self, jsonType: jsonType(of: Value.self),
            keywords: kind.schema, expected: kind.expected, flaw: { $0.last.flatMap(kind.flaw) },
            isValid: { Value.self != String.self || $0[keyPath: key].map { kind.read("\($0)") != nil } ?? true },
            isSame: { $0[keyPath: key] == $1[keyPath: key] },
            show: { $0[keyPath: key].map(kind.show) }
        ) {
            configuration, values in
            guard let text = values.last, let value = kind.read(text) else { return false }
            configuration[keyPath: key] = value
            return true
        }
    }

    /// A network: the name of a profile, or an object, which a flag has as JSON.
    static func network(
        _ name: String, _ path: String, _ key: any WritableKeyPath<Configuration, LinkProfile> & Sendable
    ) -> Setting {
        var setting = one(name, path, key, .network)
        setting.readsObject = { LinkProfile.decode($0, $1) != nil }
        setting.schema = NetworkSchema.value
        return setting
    }

    /// Pairs: a flag given several times or with commas, JSON in the file.
    static func pairs(
        _ name: String, _ path: String, _ key: any WritableKeyPath<Configuration, [String]> & Sendable, _ form: any WrittenPairs.Type
    ) -> Setting {
        var setting = Setting(
            name: name, path: path, isList: true, isSwitch: false, jsonType: "string", expected: { form.expected },
            flaw: { elements($0).lazy.compactMap { form.flaw(of: $0) }.first },
            isValid: { $0[keyPath: key].allSatisfy { form.isPair($0) } }, isSame: { $0[keyPath: key] == $1[keyPath: key] },
            show: { joined($0[keyPath: key]) }
        ) { configuration, values in
            let pairs = values.map { $0.hasPrefix("[") || $0.hasPrefix("{") ? form.texts(ofJSON: $0) : form.texts(ofFlag: $0) }
            guard pairs.allSatisfy({ $0 != nil }) else { return false }
            configuration[keyPath: key] = pairs.flatMap { $0 ?? [] }
            return true
        }
        setting.readsObject = { form.check($0, $1) }
        setting.schema = form.schema
        setting.written = form.written
        return setting
    }

    /// A setting with several values: a flag given several times or with commas, an array in the file.
    static func list(
        _ name: String, _ path: String?, _ key: any WritableKeyPath<Configuration, [String]> & Sendable, _ kind: SettingKind<String> = .text
    ) -> Setting {
        Setting(
            name: name, path: path, isList: true, isSwitch: false, jsonType: "string", expected: kind.expected,
            flaw: { elements($0).lazy.compactMap(kind.flaw).first }, isValid: { $0[keyPath: key].allSatisfy { kind.read($0) != nil } },
            isSame: { $0[keyPath: key] == $1[keyPath: key] },
            show: { joined($0[keyPath: key]) }
        ) {
            configuration, values in
            let texts = elements(values)
            guard texts.allSatisfy({ !$0.isEmpty && kind.read($0) != nil }) else { return false }
            configuration[keyPath: key] = texts
            return true
        }
    }
}

/// The form of a value.
struct SettingKind<Value>: Sendable {
    /// Completes "must be …".
    let expected: @Sendable () -> String
    /// Keywords of JSON Schema for a value, beside its type.
    let schema: JSONObject
    /// As a flag would have it.
    let show: @Sendable (Value) -> String
    let read: @Sendable (String) -> Value?
    /// Sentences about a text that is not valid; nil where `expected` says it all.
    let flaw: @Sendable (String) -> String?

    init(
        expected: @escaping @autoclosure @Sendable () -> String, schema: JSONObject = [:],
        show: @escaping @Sendable (Value) -> String = { "\($0)" }, flaw: @escaping @Sendable (String) -> String? = { _ in nil },
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.expected = expected
        self.schema = schema
        self.show = show
        self.flaw = flaw
        self.read = read
    }
}

extension SettingKind<String> {
    static let text = SettingKind(expected: "a text that is not empty", schema: ["minLength": 1]) { $0.isEmpty ? nil : $0 }

    /// As browsers send it (RFC 6454); `*` for all.
    static let origin = SettingKind(expected: "origins like http://localhost:3000, or *") { text in
        if text == "*" { return text }
        let host = ["http://", "https://"].lazy.compactMap { text.hasPrefix($0) ? text.dropFirst($0.count) : nil }.first
        return host.map { !$0.isEmpty && !$0.contains("/") } == true ? text : nil
    }

    static let address = SettingKind(expected: "an address like 127.0.0.1, ::1 or localhost, or unix:PATH") { text in
        let isKnown = text == "localhost" || text.hasPrefix("unix:") && text.count > 5 || IPAddress(ListenAddress.literal(text)) != nil
        return isKnown ? text : nil
    }

    /// Paths are appended to it.
    static let baseURL = SettingKind(
        expected: "a URL like http://127.0.0.1:9090, without a query", show: withoutPassword,
        flaw: { text in
            if !text.contains(where: { "@/".contains($0) }), isBaseURL("http://\(text)") { return "write http://\(text)" }
            return TargetAuthority.wrongPort(in: text).map { "the port is \($0), but must be 0…65535" }
        }
    ) { isBaseURL($0) ? $0 : nil }

    private static func isBaseURL(_ text: String) -> Bool {
        !text.contains { "?#".contains($0) } && UpstreamRequest(method: "GET", url: text) != nil
    }

    /// The URL with `***` in place of a user and a password.
    private static let withoutPassword: @Sendable (String) -> String = { url in
        guard let start = url.firstRange(of: "://")?.upperBound else { return url }
        let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
        guard let mark = url[start..<end].lastIndex(of: "@") else { return url }
        return "\(url[..<start])***\(url[mark...])"
    }

    /// A name below which buckets are, without scheme, port and wildcard.
    static let domain = SettingKind(expected: "a host name like s3.test", flaw: flawOfDomain) { isDomain($0) ? $0 : nil }

    /// A name or an address in a Host field, without scheme, port and wildcard.
    static let host = SettingKind(expected: "a host name like mocks.test, or an address", flaw: flawOfDomain) {
        isDomain($0) || IPAddress(ListenAddress.literal($0)) != nil ? $0 : nil
    }

    private static func isDomain(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { byte in
                    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "-_".utf8.contains(byte)
                }
        }
    }

    /// The name in a URL, with a port, or with what stands for the bucket.
    private static let flawOfDomain: @Sendable (String) -> String? = { text in
        var name = text[...]
        if let scheme = name.firstRange(of: "://") { name = name[scheme.upperBound...] }
        name = name.prefix { $0 != "/" && $0 != ":" }.drop { $0 == "*" || $0 == "." }
        while name.last == "." { name.removeLast() }
        return isDomain(String(name)) && name != text ? "write \(name)" : nil
    }

    static let targetRule = SettingKind(
        expected: "HOST[:PORT] (also with *), an address, or a network like 10.0.0.0/8",
        flaw: { TargetAuthority.wrongPort(in: $0, least: 1).map { "the port is \($0), but must be 1…65535" } }
    ) { (try? TargetRule($0)) == nil ? nil : $0 }

    static let objectHost = SettingKind(expected: ObjectHost.rule, flaw: flawOfObjectHost) { ObjectHost($0) == nil ? nil : $0 }

    /// Of several, which one is wrong, and which half of it.
    private static let flawOfObjectHost: @Sendable (String) -> String? = { text in
        guard let mark = text.firstIndex(of: "=") else { return "\"\(text)\" has no bucket" }
        return ObjectHost.flaw(host: String(text[..<mark]), bucket: String(text[text.index(after: mark)...]))
    }

    static let credentials = SettingKind(expected: "user:password") { $0.contains(":") ? $0 : nil }

    static let fileNameTemplate = SettingKind(expected: "a template that compiles", flaw: { FileNameTemplate.flaw(of: $0) }) {
        $0.isEmpty || FileNameTemplate.flaw(of: $0) != nil ? nil : $0
    }

    static let pattern = SettingKind(expected: "regular expressions", flaw: flawOfPattern) {
        (try? RegularExpression($0)) == nil ? nil : $0
    }

    /// What is wrong with a pattern, and where.
    private static let flawOfPattern: @Sendable (String) -> String? = { text in
        do throws(RegularExpressionError) {
            _ = try RegularExpression(text)
            return nil
        } catch {
            return "\(error). \(error.repair ?? "Correct it: it is compared with the whole name, as AWS_.* is.")"
        }
    }

    static func choice(_ choices: [String]) -> SettingKind {
        let meant: @Sendable (String) -> String? = { CommandLineGuess.meant(by: $0, among: choices).map { "did you mean \($0)?" } }
        return SettingKind(
            expected: "one of \(choices.joined(separator: ", "))", schema: ["enum": .array(choices.map { .string($0) })], flaw: meant
        ) { choices.contains($0) ? $0 : nil }
    }
}

extension Setting {
    /// The names of the networks.
    package static var networkNames: [String] { LinkProfile.named.compactMap(\.name) }
}

extension SettingKind<LinkProfile> {
    static let network = SettingKind(
        expected: "one of \(Setting.networkNames.joined(separator: ", ")), or an object of numbers",
        show: { $0.name ?? "an object of numbers" },
        flaw: flawOfNetwork
    ) { text in
        guard text.hasPrefix("{") else { return LinkProfile.named(text) }
        guard let document = try? JSONDocument.parse(Array(text.utf8), name: "network") else { return nil }
        return LinkProfile.decode(document.root, ProblemReport(document))
    }

    /// The name that was probably meant, or the first mistake in an object.
    private static let flawOfNetwork: @Sendable (String) -> String? = { text in
        guard text.hasPrefix("{") else {
            return CommandLineGuess.meant(by: text, among: Setting.networkNames).map { "did you mean \"\($0)\"?" }
        }
        var problem: Problem?
        do throws(Problem) {
            let document = try JSONDocument.parse(Array(text.utf8), name: "network")
            let report = ProblemReport(document)
            _ = LinkProfile.decode(document.root, report)
            problem = report.problems.first
        } catch { problem = error }
        return problem.map { "\($0.message)\($0.repair.map { ". \($0)" } ?? "")" }
    }
}

extension SettingKind<Bool> {
    static let flag = SettingKind(expected: "true or false") { ["true": true, "1": true, "false": false, "0": false][$0] }
    /// For the name of something that is on by default.
    static let inverted = SettingKind(expected: "true or false", show: { "\(!$0)" }) {
        ["true": false, "1": false, "false": true, "0": true][$0]
    }
}

extension SettingKind<Int> {
    static func number(_ range: ClosedRange<Int>) -> SettingKind {
        var schema: JSONObject = ["minimum": JSONValue(range.lowerBound)]
        if range.upperBound != Int.max { schema["maximum"] = JSONValue(range.upperBound) }
        return SettingKind(
            expected: "a whole number, \(range.lowerBound)\(range.upperBound == Int.max ? " or more" : "…\(range.upperBound)")",
            schema: schema
        ) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    static let port = number(0...65535)
    static let size = number(0...Int.max)
}

extension SettingKind<UInt64> {
    static let seed = SettingKind(expected: "a whole number from 0", schema: ["minimum": 0]) { UInt64($0) }
}

extension SettingKind<Double> {
    /// A factor for scripted time. The bound is that of a session's `scale`.
    static let factor = SettingKind(expected: "a number, 0…1000", schema: ["minimum": 0, "maximum": 1_000], show: shown) {
        Double($0).flatMap { (0...1_000).contains($0) ? $0 : nil }
    }
    static let seconds = SettingKind(expected: "a number from 0", schema: ["minimum": 0], show: shown) {
        Double($0).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }
    private static let shown: @Sendable (Double) -> String = { Int(exactly: $0).map(String.init) ?? "\($0)" }
}
