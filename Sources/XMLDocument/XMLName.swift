/// A qualified name.
package struct XMLName: Sendable, Hashable {
    /// The part before the colon; nil without one.
    package var prefix: String?
    /// The part after the colon.
    package var local: String
    /// The namespace of the prefix, or the default namespace; nil for none, and for an undeclared prefix.
    package var namespace: String?

    package init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    /// The name as written: `soap:Body`.
    package var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}
