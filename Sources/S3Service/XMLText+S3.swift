internal import XMLDocument

extension XMLText {
    static let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"

    /// A document in S3's namespace.
    init(_ root: String, _ content: (inout XMLText) -> Void) {
        self.init()
        element(root, attributes: [("xmlns", Self.namespace)], content)
    }
}
