internal import HTTPMessage
internal import S3Dialect

/// What the fields of an upload form say, as far as the file does not matter: checked, and allowed.
struct ReceivedForm: Sendable {
    /// The fields that are header fields of an upload under another name.
    private static let renamed = ["acl": "x-amz-acl"]

    let fields: PostFields
    let key: ObjectKey
    let description: ObjectDescription
    /// Nil for a form without one, and where nothing is asked of a request.
    let policy: PostPolicy?
    /// What the fields say about the file.
    let head: UploadHead
    /// What separates its parts.
    private let boundary: String

    /// Checks everything that does not depend on the file. May read the bucket's descriptions.
    /// - Throws: what is wrong with the fields; AccessDenied for a form that nobody may send.
    init(_ fields: PostFields, _ call: S3Call, _ view: BucketView) throws(S3Error) {
        self.fields = fields
        let named = S3Call(call, S3Address(bucket: call.bucket, key: Array(try fields.key().utf8)))
        key = try named.checkedKey()
        let bucket = try view.bucket(call.bucket)
        // A signed form may do what its policy says; another one what anybody may.
        let signer = try call.access.identify(fields)
        try call.access.check(S3Call(named, signer: signer), view)
        let sent = try fields["policy"].map { (text) throws(S3Error) in try PostPolicy(text) }
        policy = call.settings.auth == .off ? nil : sent
        try policy?.check(fields, bucket: call.bucket, now: view.now.secondsSinceEpoch)
        let headers = HeaderFields(fields.fields.map { HeaderFields.Field(Self.renamed[$0.name] ?? $0.name, $0.value) })
        let upload = S3Call(S3Call(call, signer: signer), headers: headers)
        var description = try ObjectDescription(upload)
        if let tags = fields["tagging"] { description.tags = try TagSet(formField: tags).tags }
        try bucket.layer.settings.checkACL(description.acl, of: upload)
        self.description = description
        head = try UploadHead(upload.request)
        try head.checkAlgorithm(upload.request, field: "x-amz-checksum-algorithm")
        boundary = call.request.firstHeader("Content-Type").flatMap { MediaType($0).parameter("boundary") } ?? ""
    }

    /// The form as the journal shows it: its fields, and the file.
    func document(file: [UInt8]) -> [UInt8] {
        func part(_ name: String, _ rest: String = "") -> String {
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(rest)\r\n\r\n"
        }
        let name = fields.fileName.map { "; filename=\"\($0)\"" } ?? ""
        let before = fields.fields.map { part($0.name) + $0.value + "\r\n" }.joined() + part("file", name)
        return Array(before.utf8) + file + Array("\r\n--\(boundary)--\r\n".utf8)
    }
}
