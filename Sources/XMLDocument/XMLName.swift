/// A qualified name.
package struct XMLName: Sendable, Hashable {
    package var prefix: String?
    package var local: String
    /// The namespace that the prefix, or the lack of one, stands for; nil for none, and for a prefix that is not declared.
    package var namespace: String?

    package init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        self.prefix = prefix
        self.local = local
        self.namespace = namespace
    }

    /// As it is written: `soap:Body`.
    package var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}
