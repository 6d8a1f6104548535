internal import HTTPMessage
internal import S3Dialect

extension ObjectDescription {
    /// Header fields that S3 stores with an object and returns.
    private static let stored = [
        "content-type": "Content-Type", "cache-control": "Cache-Control", "content-disposition": "Content-Disposition",
        "content-encoding": "Content-Encoding", "content-language": "Content-Language", "expires": "Expires",
    ]
    private static let storageClasses: Set<String> = [
        "STANDARD", "REDUCED_REDUNDANCY", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER", "DEEP_ARCHIVE", "GLACIER_IR",
    ]
    /// The most bytes of user metadata, names and values together.
    private static let mostMetadata = 2_048
    /// Fields of features that the server does not have. The empty value and `OFF` ask for nothing.
    private static let refused = [
        "x-amz-server-side-encryption-customer-algorithm": "SSE-C", "x-amz-server-side-encryption-customer-key": "SSE-C",
        "x-amz-server-side-encryption-aws-kms-key-id": "SSE-KMS", "x-amz-object-lock-mode": "object lock",
        "x-amz-object-lock-retain-until-date": "object lock", "x-amz-object-lock-legal-hold": "object lock",
    ]

    private static let encryptionField = "x-amz-server-side-encryption"

    /// What the fields of an upload say about the object.
    /// - Throws: InvalidStorageClass, InvalidArgument, MetadataTooLarge, InvalidTag, BadRequest, NotImplemented.
    init(_ call: S3Call) throws(S3Error) {
        self.init()
        try readHeaders(call)
        try readTags(call)
        if let name = call.field("x-amz-storage-class"), !name.isEmpty {
            guard Self.storageClasses.contains(name) else { throw S3Error(.invalidStorageClass, nil, [("StorageClassRequested", name)]) }
            storageClass = name
        }
        acl = try AccessControlList(call)
        if let target = call.field("x-amz-website-redirect-location") {
            guard target.hasPrefix("/") || target.hasPrefix("http://") || target.hasPrefix("https://") else {
                throw .invalidArgument(
                    "The website redirect location must have a prefix of 'http://' or 'https://' or '/'.",
                    "x-amz-website-redirect-location", target)
            }
            redirect = target
        }
        try Self.checkEncryption(call)
        for (name, feature) in Self.refused where call.field(name).map({ !$0.isEmpty && $0 != "OFF" }) ?? false {
            throw .notImplemented(feature)
        }
        switch call.field(Self.encryptionField) {
        case nil, "": break
        case "AES256"?: encryption = "AES256"
        case "aws:kms"?, "aws:kms:dsse"?: throw .notImplemented("SSE-KMS")
        case let other?: throw .invalidArgument("The encryption method specified is not supported", Self.encryptionField, other)
        }
    }

    /// What cannot be meant together.
    private static func checkEncryption(_ call: S3Call) throws(S3Error) {
        func value(_ name: String) -> String? { call.field(name).flatMap { $0.isEmpty ? nil : $0 } }
        let algorithm = value(encryptionField)
        if let algorithm, value(encryptionField + "-customer-algorithm") != nil {
            throw .invalidArgument(
                "Server Side Encryption with Customer provided key is incompatible with the encryption method specified", encryptionField,
                algorithm)
        }
        guard value(encryptionField + "-aws-kms-key-id") == nil || algorithm?.hasPrefix("aws:kms") == true else {
            throw .invalidArgument(
                "Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms",
                encryptionField, algorithm ?? "null")
        }
    }

    /// Replaces header fields and user metadata by those of the call.
    /// - Throws: MetadataTooLarge.
    mutating func readHeaders(_ call: S3Call) throws(S3Error) {
        headers = []
        for field in call.request.headers {
            guard let name = Self.stored[field.name.lowercased()], !field.value.isEmpty else { continue }
            let value = name == "Content-Encoding" ? Self.withoutFraming(field.value) : field.value
            if !value.isEmpty { headers.append(name: name, value: value) }
        }
        metadata = []
        for item in call.fields(withPrefix: "x-amz-meta-") {
            if let index = metadata.firstIndex(where: { $0.name == item.name }) {
                metadata[index].value += "," + item.value
            } else {
                metadata.append(item)
            }
        }
        let size = metadata.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard size <= Self.mostMetadata else {
            throw S3Error(.metadataTooLarge, nil, [("Size", String(size)), ("MaxSizeAllowed", String(Self.mostMetadata))])
        }
    }

    /// Replaces the tags by those of the call.
    /// - Throws: InvalidArgument, InvalidTag, BadRequest.
    mutating func readTags(_ call: S3Call) throws(S3Error) {
        tags = try call.field("x-amz-tagging").map { (field) throws(S3Error) in try TagSet(field: field).tags } ?? []
    }

    /// The codings of the object itself: `gzip` of `gzip, aws-chunked`.
    private static func withoutFraming(_ codings: String) -> String {
        codings.split(separator: ",").map { FieldText.trimmingBlanks($0) }.filter { !ASCII.equalsIgnoringCase($0.utf8, "aws-chunked".utf8) }
            .joined(separator: ", ")
    }
}
