internal import HTTPMessage
internal import S3Dialect

extension StoredObject {
    /// Chooses one part, by the number that it was uploaded with. An object that was not uploaded in parts has the part 1.
    /// - Returns: the fields of the part.
    /// - Throws: InvalidRequest beside a range; InvalidPartNumber for a part that is not there.
    func choosePart(_ number: Int, _ call: S3Call, _ verdict: inout Conditions.Verdict) throws(S3Error) -> HeaderFields {
        if call.request.firstHeaderIndex("Range") != nil {
            throw S3Error(.invalidRequest, "Cannot specify both Range header and partNumber query parameter")
        }
        let parts = head.parts
        let index = parts.isEmpty ? number - 1 : parts.firstIndex { $0.number == number }
        guard let index, index < max(1, parts.count) else {
            throw S3Error(
                .invalidPartNumber, nil, [("PartNumberRequested", String(number)), ("ActualPartCount", String(max(1, parts.count)))])
        }
        guard verdict == .whole else { return [] }
        var fields = HeaderFields()
        var range = 0..<size
        if !parts.isEmpty {
            let start = parts[..<index].reduce(0) { $0 + $1.size }
            range = start..<(start + parts[index].size)
            fields.append(name: "x-amz-mp-parts-count", value: String(parts.count))
            if call.asksForChecksum { fields.append(contentsOf: checksumFields(of: parts[index])) }
        } else if call.asksForChecksum, let checksum = head.checksum {
            fields.append(contentsOf: checksum.fields)
        }
        // Of an empty object, the part is the whole.
        if size > 0 { verdict = .part(range) }
        return fields
    }

    /// A part has its own checksum. Where the client named none for its parts, only a part that is the whole object has one.
    private func checksumFields(of part: ObjectPart) -> HeaderFields {
        guard let whole = head.checksum else { return [] }
        if head.parts.count == 1, whole.type == .fullObject { return whole.fields }
        guard let checksum = part.checksum else { return [] }
        return [(checksum.algorithm.field, checksum.text), ("x-amz-checksum-type", whole.type.rawValue)]
    }
}
