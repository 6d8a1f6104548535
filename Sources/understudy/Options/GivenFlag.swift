/// What the command line says of one setting.
struct GivenFlag {
    /// The setting's name.
    let name: String
    /// Empty when it says nothing.
    let texts: [String]

    init(_ name: String, _ texts: [String]) {
        self.name = name
        self.texts = texts
    }

    init(_ name: String, _ text: String?) { self.init(name, text.map { [$0] } ?? []) }

    init(_ name: String, _ isOn: Bool) { self.init(name, isOn ? ["true"] : []) }
}
