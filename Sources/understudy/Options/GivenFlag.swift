/// The values of one setting on the command line.
struct GivenFlag {
    /// The setting's name.
    let name: String
    /// Empty when it is not given.
    let texts: [String]

    init(_ name: String, _ texts: [String]) {
        self.name = name
        self.texts = texts
    }

    init(_ name: String, _ text: String?) { self.init(name, text.map { [$0] } ?? []) }

    init(_ name: String, _ isOn: Bool) { self.init(name, isOn ? ["true"] : []) }
}
