internal import JSONDocument
internal import S3Dialect

extension S3RequestSummary {
    /// As the journal shows it: what the request asked for, who it says it is from, and how it is signed. Neither a secret nor a signature.
    var json: JSONValue {
        var object = JSONObject()
        object["operation"] = (operation?.rawValue).map { .string($0) }
        object["bucket"] = bucket.map { .string($0) }
        object["key"] = key.map { .string($0) }
        object["uploadId"] = uploadID.map { .string($0) }
        object["partNumber"] = partNumber.flatMap(Self.number).map { JSONValue($0) }
        if let signer {
            object["accessKey"] = .string(signer.accessKey)
            object["signature"] = .string(signer.way.rawValue)
        }
        return .object(object)
    }
}
