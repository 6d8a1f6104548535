/// What the parser came across.
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
    /// The anchor that a value gets, or that an alias names.
    let anchor: String?
    /// Resolved: `tag:yaml.org,2002:str` for `!!str`.
    let tag: String?
    /// In bytes.
    let place: Range<Int>
}
