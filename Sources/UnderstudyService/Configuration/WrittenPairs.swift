internal import JSONDocument

/// A setting of pairs: one text for each in a flag, JSON in `understudy.json`.
protocol WrittenPairs: SendableMetatype {
    /// The form of a pair in a flag.
    static var expected: String { get }
    /// The form of the JSON. Completes "must be …".
    static var written: String { get }
    /// JSON Schema of the JSON.
    static var schema: JSONObject { get }
    /// Whether a text is a pair.
    static func isPair(_ text: String) -> Bool
    /// A sentence about a text that is no pair: what was meant. Nil where `expected` says it all.
    static func flaw(of text: String) -> String?
    /// The pairs of JSON that was checked.
    static func texts(ofJSON text: String) -> [String]?
    /// Reports mistakes in the JSON.
    /// - Returns: whether there are none.
    static func check(_ node: JSONNode, _ report: ProblemReport) -> Bool
}

extension WrittenPairs {
    /// The pairs of a flag, with commas between them; nil when there is none, or one is not valid.
    static func texts(ofFlag text: String) -> [String]? {
        let pairs = text.split(separator: ",").map(String.init)
        return !pairs.isEmpty && pairs.allSatisfy(isPair) ? pairs : nil
    }
}
