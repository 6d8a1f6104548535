/// The fields of an upload form that come before its file.
package struct PostFields: Sendable, Hashable {
    /// One field.
    package struct Field: Sendable, Hashable {
        /// In lower case: S3 does not look at the case of names.
        package var name: String
        /// `${filename}` is replaced, if the file has a name.
        package var value: String
    }

    /// In the order of the form.
    package let fields: [Field]
    /// The name of the file, without folders; nil when the client gave none.
    package let fileName: String?

    /// - Parameters:
    ///   - pairs: as they were sent.
    ///   - fileName: as it was sent; may have a path before it. Nil for a file without a name.
    package init(_ pairs: [(name: String, value: String)], fileName: String?) {
        let name = fileName.map { $0.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "" }
        self.fileName = name
        fields = pairs.map { pair in
            Field(name: pair.name.lowercased(), value: name.map { pair.value.replacing("${filename}", with: $0) } ?? pair.value)
        }
    }

    /// The first value of a field; nil without it.
    /// - Parameter name: in lower case.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The key of the object.
    /// - Throws: InvalidArgument without one.
    package func key() throws(S3Error) -> String {
        guard let key = self["key"], !key.isEmpty else { throw .missingField("key") }
        return key
    }
}

extension S3Error {
    static func missingField(_ name: String) -> S3Error {
        .invalidArgument(
            "Bucket POST must contain a field named '\(name)'.  If it is specified, please check the order of the fields.", name, "")
    }
}
