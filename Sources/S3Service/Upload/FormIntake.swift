internal import HTTPMessage
internal import S3Dialect

/// Takes an upload form in pieces: its fields, which are checked when the file begins, and then its file. For one thread at a time.
struct FormIntake: ~Copyable {
    /// Checks the fields.
    typealias Check = @Sendable (PostFields) throws(S3Error) -> ReceivedForm

    private var form: PostForm
    private let check: Check
    /// Nil until the file begins.
    private(set) var received: ReceivedForm?
    /// The fields, also those that are refused; nil until the file begins.
    var fields: PostFields? { form.fields }

    /// - Parameter contentType: of the request; nil without the field.
    /// - Throws: PreconditionFailed for another type; MalformedPOSTRequest without a boundary.
    init(contentType: String?, check: @escaping Check) throws(S3Error) {
        form = try PostForm(contentType: contentType)
        self.check = check
    }

    /// - Returns: the file's bytes in these.
    /// - Throws: what is wrong with the form, or with its fields.
    mutating func take(_ bytes: [UInt8]) throws(S3Error) -> [UInt8] {
        var file: [UInt8] = []
        try form.take(bytes.span) { file.append(contentsOf: $0) }
        if received == nil, let fields = form.fields { received = try check(fields) }
        return file
    }

    /// The body is over.
    /// - Parameter size: of the file, in bytes.
    /// - Throws: MalformedPOSTRequest, InvalidArgument, EntityTooSmall.
    mutating func finish(size: Int) throws(S3Error) {
        try form.finish()
        try received?.policy?.check(size: size)
    }
}
