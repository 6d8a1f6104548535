internal import HTTPMessage
internal import S3Dialect

extension PostFields {
    /// The fields of an upload form: its parts before the file.
    init(_ parts: [MultipartBody.Part]) {
        let fields = parts.prefix { $0.name?.lowercased() != "file" }
        let pairs = fields.map { (name: $0.name ?? "", value: String(decoding: $0.body, as: UTF8.self)) }
        self.init(pairs, fileName: parts.dropFirst(fields.count).first?.fileName)
    }
}
