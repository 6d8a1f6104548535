/// A qualified name.
public struct XMLName: Sendable, Hashable {
    public var prefix: String?
    public var local: String
    /// The namespace that the prefix, or the lack of one, stands for; nil for none, and for a prefix that is not declared.
    public var namespace: String?

    public init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    /// As it is written: `soap:Body`.
    public var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}
