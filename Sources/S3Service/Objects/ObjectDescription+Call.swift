internal import HTTPMessage
internal import S3Dialect

extension ObjectDescription {
    /// Header fields that S3 stores with an object and returns.
    private static let stored = [
        "Content-Type", "Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Language", "Expires",
    ]
    private static let storageClasses: Set<String> = [
        "STANDARD", "REDUCED_REDUNDANCY", "STANDARD_IA", "ONEZONE_IA", "INTELLIGENT_TIERING", "GLACIER", "DEEP_ARCHIVE", "GLACIER_IR",
    ]
    /// The most bytes of user metadata, names and values together.
    private static let mostMetadata = 2_048
    /// Fields of features that the server does not have. The empty value and `OFF` ask for nothing.
    private static let refused = [
        "x-amz-object-lock-mode": "object lock", "x-amz-object-lock-retain-until-date": "object lock",
        "x-amz-object-lock-legal-hold": "object lock",
    ]

    /// What the fields of an upload say about the object.
    /// - Throws: InvalidStorageClass, InvalidArgument, InvalidEncryptionAlgorithmError, MetadataTooLarge, InvalidTag, BadRequest, NotImplemented.
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
        try EncryptionFields.checkUpload(call)
        for (name, feature) in Self.refused where call.field(name).map({ !$0.isEmpty && $0 != "OFF" }) ?? false {
            throw .notImplemented(feature)
        }
    }

    /// Replaces header fields and user metadata by those of the call.
    /// - Throws: MetadataTooLarge.
    mutating func readHeaders(_ call: S3Call) throws(S3Error) {
        headers = []
        for index in 0..<call.request.headerCount {
            let bytes = call.request.headerName(index)
            guard let name = Self.stored.first(where: { ASCII.equalsIgnoringCase(bytes, $0.utf8) }) else { continue }
            let written = FieldText.decode(call.request.headerValue(index))
            let value = name == "Content-Encoding" ? Self.withoutFraming(written) : written
            if !value.isEmpty { headers.append(name: name, value: value) }
        }
        if let type = call.typeOfLink { headers.append(name: "Content-Type", value: type) }
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
