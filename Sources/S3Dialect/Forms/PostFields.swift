/// The fields of an upload form that come before its file.
package struct PostFields: Sendable, Hashable {
    /// One field.
    package struct Field: Sendable, Hashable {
        /// In lower case: S3 does not look at the case of names.
        package var name: String
        /// `${filename}` is replaced, if the file has a name.
        package var value: String
    }

    /// In the order of the form. Several of one name are one, with commas between their values: a policy is checked against that, and it is
    /// what is stored.
    package let fields: [Field]
    /// The name of the file, without folders; nil when the client gave none.
    package let fileName: String?

    /// - Parameters:
    ///   - pairs: as they were sent.
    ///   - fileName: as it was sent; may have a path before it. Nil for a file without a name.
    package init(_ pairs: [(name: String, value: String)], fileName: String?) {
        let name = fileName.map { $0.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "" }
        self.fileName = name
        var fields: [Field] = []
        var places: [String: Int] = [:]
        for pair in pairs {
            let lower = pair.name.lowercased()
            let value = name.map { pair.value.replacing("${filename}", with: $0) } ?? pair.value
            if let place = places[lower] {
                fields[place].value += "," + value
            } else {
                places[lower] = fields.count
                fields.append(Field(name: lower, value: value))
            }
        }
        self.fields = fields
    }

    /// The value of a field; nil without it.
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
