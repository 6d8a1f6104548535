package import XMLDocument

extension XMLText {
    /// The namespace of S3's documents. Errors have none.
    package static let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"

    /// A document in S3's namespace, which tells all keys apart.
    package init(_ root: String, _ content: (inout XMLText) -> Void) {
        self.init(tellsAllApart: true)
        element(root, attributes: [("xmlns", Self.namespace)], content)
    }
}
