/// An event of the parser.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case documentEnd
        case streamEnd
        case alias
        case scalar(String, isPlain: Bool)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    let kind: Kind
    /// The anchor of a value, or the name of an alias.
    let anchor: String?
    /// Resolved: `tag:yaml.org,2002:str` for `!!str`.
    let tag: String?
    /// In bytes.
    let place: Range<Int>
}
