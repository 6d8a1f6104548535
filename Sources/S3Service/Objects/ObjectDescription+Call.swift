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
    /// In characters.
    private static let longestRedirect = 2_048

    /// What the fields of an upload say about the object.
    /// - Throws: InvalidStorageClass, InvalidArgument, InvalidRedirectLocation, InvalidEncryptionAlgorithmError, MetadataTooLarge,
    ///   InvalidTag, BadRequest, NotImplemented.
    init(_ call: S3Call) throws(S3Error) {
        self.init()
        isAnonymous = !call.isFromOwner
        try readHeaders(call)
        try readTags(call)
        if let name = call.field("x-amz-storage-class"), !name.isEmpty {
            guard Self.storageClasses.contains(name) else { throw S3Error(.invalidStorageClass, nil, [("StorageClassRequested", name)]) }
            storageClass = name
        }
        acl = try AccessControlList(call)
        if let target = call.field("x-amz-website-redirect-location") {
            guard target.hasPrefix("/") || target.hasPrefix("http://") || target.hasPrefix("https://") else {
                throw S3Error(.invalidRedirectLocation)
            }
            guard target.count <= Self.longestRedirect else {
                throw S3Error(.invalidRedirectLocation, "The length of website redirect location cannot exceed 2,048 characters.")
            }
            guard !target.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .invalidArgument("Header value cannot be sent", "x-amz-website-redirect-location", target)
            }
            redirect = target
        }
        try EncryptionFields.checkUpload(call)
        // The empty value and `OFF` ask for nothing.
        guard call.fields(withPrefix: "x-amz-object-lock-").allSatisfy({ $0.value.isEmpty || $0.value == "OFF" }) else {
            throw .notImplemented("object lock")
        }
    }

    /// Replaces header fields and user metadata by those of the call.
    /// - Throws: InvalidArgument, MetadataTooLarge.
    mutating func readHeaders(_ call: S3Call) throws(S3Error) {
        headers = []
        for index in 0..<call.request.headerCount {
            guard let name = Self.stored.first(where: { call.request.isHeader(index, $0) }) else { continue }
            let written = FieldText.decode(call.request.headerValue(index))
            let value = Self.sendable(name == "Content-Encoding" ? Self.withoutFraming(written) : written, call)
            if !value.isEmpty { headers.append(name: name, value: value) }
        }
        if let type = call.typeOfLink { headers.append(name: "Content-Type", value: Self.sendable(type, call)) }
        let pairs = try Self.metadata(of: call).map { (name: $0.name, value: $0.value) }
        metadata = ValuesByName(pairs).entries.map { QueryItem($0.name, $0.values.joined(separator: ",")) }
        let size = metadata.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard size <= Self.mostMetadata else {
            throw S3Error(.metadataTooLarge, nil, [("Size", String(size)), ("MaxSizeAllowed", String(Self.mostMetadata))])
        }
    }

    /// The user metadata that the call brings. As in S3, encoded words are decoded, but for those of a form.
    /// - Throws: InvalidArgument for a name that no header field can have: links and forms may have any.
    private static func metadata(of call: S3Call) throws(S3Error) -> [QueryItem] {
        var metadata: [QueryItem] = []
        for item in call.fields(withPrefix: "x-amz-meta-") {
            guard item.name.isEmpty || ASCII.isToken(item.name.utf8) else {
                throw .invalidArgument(
                    "The name of metadata may have ASCII letters, digits and signs such as \"-\" in it, and no blanks.",
                    "x-amz-meta-" + item.name, item.value)
            }
            metadata.append(QueryItem(item.name, call.operation == .postObject ? item.value : EncodedWord.decode(item.value)))
        }
        return metadata
    }

    /// The value as a response can have it: with blanks in place of control characters, and as in S3, in place of what a form has beyond
    /// ISO 8859-1.
    private static func sendable(_ value: String, _ call: S3Call) -> String {
        let most: UInt32 = call.operation == .postObject ? 0xFF : 0x10_FFFF
        let scalars = value.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F || scalar.value > most ? " " : scalar
        }
        return String(FieldText.trimmingBlanks(Substring(String(String.UnicodeScalarView(scalars)))))
    }

    /// Replaces the tags by those of the call.
    /// - Throws: InvalidArgument, InvalidTag, BadRequest.
    mutating func readTags(_ call: S3Call) throws(S3Error) {
        tags = try call.field("x-amz-tagging").map { (field) throws(S3Error) in try TagSet(field: field).tags } ?? []
    }

    /// The codings of the object itself, as they are written: `gzip` of `gzip, aws-chunked`.
    private static func withoutFraming(_ codings: String) -> String {
        codings.split(separator: ",", omittingEmptySubsequences: false)
            .filter { !ASCII.equalsIgnoringCase(FieldText.trimmingBlanks($0).utf8, "aws-chunked".utf8) }
            .joined(separator: ",")
    }
}
