internal import JSONDocument
internal import StubModel

extension Configuration {
    /// Applies the layers to the defaults.
    /// - Parameter layers: the strongest last.
    /// - Throws: `ConfigurationError` with all invalid values, also those that a stronger layer replaces.
    package static func resolve(_ layers: [SettingLayer]) throws(ConfigurationError) -> Configuration {
        let (configuration, error) = valid(in: layers)
        if let error { throw error }
        return configuration
    }

    /// What is valid of the layers, with the mistakes; nil if there is none.
    /// - Parameter layers: the strongest last.
    static func valid(in layers: [SettingLayer]) -> (configuration: Configuration, error: ConfigurationError?) {
        var configuration = Configuration()
        var mistakes: [Problem] = []
        var isUsage = true
        for setting in Setting.all {
            let given = layers.compactMap { $0.values[setting.name] }
            for (place, (texts, origin)) in given.enumerated() {
                // A value that a stronger one replaces is checked as well: it would be used without that one.
                var checked = configuration
                if setting.set(texts, in: &checked) {
                    if place == given.count - 1 { configuration = checked }
                    continue
                }
                mistakes.append(Self.problem(setting, texts, origin))
                if case .flag = origin {} else { isUsage = false }
            }
        }
        if let source = layers.last(where: { $0.values["proxy-all"] != nil })?.values["proxy-all"]?.origin {
            configuration.proxyAllSource = source.description
        }
        configuration.contradictions = contradictions(in: layers)
        if mistakes.isEmpty { return (configuration, nil) }
        return (configuration, ConfigurationError(mistakes: mistakes, exit: isUsage ? .usage : .badConfiguration))
    }

    /// Settings that have no effect, of which value, and the switches that are why.
    private static let idleBesideSwitch = [
        (idle: "global-response-templating", value: "true", switch: "disable-response-templating"),
        (idle: "watch", value: "poll", switch: "no-watch"),
    ]

    /// A sentence for each setting that has no effect beside a switch of the same layer. That of another layer is there to replace it.
    private static func contradictions(in layers: [SettingLayer]) -> [String] {
        idleBesideSwitch.compactMap { pair in
            guard let layer = layers.last(where: { $0.values[pair.idle] != nil || $0.values[pair.switch] != nil }),
                let idle = layer.values[pair.idle], let other = layer.values[pair.switch], idle.texts == [pair.value],
                other.texts == ["true"]
            else { return nil }
            let place = if case .file = idle.origin { "\(idle.origin): " } else { "" }
            let (name, reason) = (written(pair.idle, idle.origin), written(pair.switch, other.origin))
            return "\(place)\(name) has no effect, because of \(reason). Leave one of them out."
        }
    }

    /// A setting as its source names it, without the place in a file.
    private static func written(_ name: String, _ origin: SettingOrigin) -> String {
        guard case .file = origin else { return origin.description }
        return "\"\(Setting.all.first { $0.name == name }?.path ?? name)\""
    }

    private static func problem(_ setting: Setting, _ texts: [String], _ origin: SettingOrigin) -> Problem {
        let value = setting.shown(texts.joined(separator: ","))
        let meant = texts.count == 1 ? setting.number(meantBy: texts[0]).map { "write \($0)" } : nil
        let expected = setting.expected() + ((setting.flaw(texts) ?? meant).map { ": \($0)" } ?? "")
        switch origin {
        case .flag, .variable, .commandDefault: return origin.problem("the value is \(value), but must be \(expected)")
        case .file, .credential:
            let path = setting.path ?? setting.name
            let isNumber = setting.jsonType != "string" && !setting.isSecret && texts.count == 1 && Double(texts[0]) != nil
            var problem = origin.problem("\"\(path)\" is \(isNumber ? texts[0] : value), but must be \(expected)")
            if problem.position != nil { problem.pointer = "/" + path.split(separator: ".").joined(separator: "/") }
            return problem
        }
    }
}

extension Configuration {
    /// Checks the texts that a program has set; those of `resolve` are valid.
    /// - Throws: `StartFailure` with 78 and a line for each setting that cannot have its text.
    func checkTexts() throws(StartFailure) {
        let lines = Setting.all.filter { !$0.isValid(self) }.map { setting in
            "the setting \"\(setting.path ?? setting.name)\" is \(setting.shown(setting.value(in: self) ?? "")), but must be \(setting.expected())"
        }
        guard lines.isEmpty else { throw StartFailure(lines, exit: .badConfiguration) }
    }
}

extension Setting {
    /// The number that a value with a unit stands for, such as `64MB`; nil for any other value.
    fileprivate func number(meantBy text: String) -> Int? {
        let unit = (path ?? name).lowercased()
        if unit.hasSuffix("bytes") { return WrittenUnit.bytes(in: text) }
        if unit.hasSuffix("milliseconds") { return WrittenUnit.milliseconds(in: text) }
        return unit.hasSuffix("seconds") ? WrittenUnit.seconds(in: text) : nil
    }

    /// A value in a message.
    fileprivate func shown(_ value: String) -> String { isSecret ? "not shown here" : "\"\(value)\"" }
}
