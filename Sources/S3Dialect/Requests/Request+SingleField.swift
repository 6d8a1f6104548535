package import HTTPMessage

extension Request {
    /// The value of a field that has one value; nil without the field.
    /// - Throws: InvalidArgument when it is sent more than once, with different values.
    package func single(_ name: String) throws(S3Error) -> String? {
        let values = headers(name)
        guard let first = values.first, values.count > 1 else { return values.first }
        guard values.allSatisfy({ $0 == first }) else {
            let message = "The header \(name) is sent more than once, with different values."
            throw .invalidArgument(message, name, values.joined(separator: ", "))
        }
        return first
    }
}
