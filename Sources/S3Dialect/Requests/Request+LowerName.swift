internal import HTTPMessage

extension Request {
    /// The name of a field in lower case, as signatures have it.
    func lowerName(_ index: Int) -> String { FieldText.decode(headerName(index)).lowercased() }
}
