package import HTTPMessage
package import JSONDocument
internal import S3Dialect
internal import StubModel

/// What a link to an object of S3 is to be. Templates, the admin API and the command line use the same names for its parts.
package struct ObjectLinkWish: Sendable {
    /// The object's bucket.
    package var bucket: String
    /// The object's key.
    package var key: String
    /// The only method that the link holds for.
    package var method = "GET"
    /// How long it holds, in seconds.
    package var seconds = Self.standardSeconds
    /// Whether it is another link each time, not the same throughout half its life.
    package var isRotating = false
    /// Whether it is an upload form.
    package var isForm = false
    /// Further parameters of the link's query: `versionId`, `partNumber`, `response-*`.
    package var parameters: [QueryItem] = []
    /// Header fields that the request must have; for a form, fields with the values that they must have.
    package var fields: HeaderFields = []
    /// The lengths that the file of a form may have, in bytes; nil for any.
    package var sizes: ClosedRange<Int>?

    package init(bucket: String, key: String) {
        self.bucket = bucket
        self.key = key
    }

    /// How long a link holds by default, in seconds.
    package static let standardSeconds = 900
    /// How long a link may hold, in seconds.
    package static let lives = 1...LinkLifetime.maximumSeconds
    /// The methods of links; POST makes a form.
    package static let methods = ["GET", "PUT", "HEAD", "DELETE", "POST"]

    /// Whether a name is that of a parameter which a link's query may have.
    package static func isParameter(_ name: String) -> Bool {
        name == "versionId" || name == "partNumber" || name.hasPrefix("response-")
    }

    /// Sets the method; POST makes a form.
    /// - Returns: whether there are links for that method.
    package mutating func setMethod(_ name: String) -> Bool {
        let name = name.uppercased()
        guard Self.methods.contains(name) else { return false }
        method = name
        if name == "POST" { isForm = true }
        return true
    }

    /// Sets the lengths that the file of a form may have.
    /// - Returns: whether they are lengths of anything.
    package mutating func setSizes(minimum: Int?, maximum: Int?) -> Bool {
        guard minimum != nil || maximum != nil else { return true }
        let (least, most) = (minimum ?? 0, maximum ?? 5 << 30)
        guard least >= 0, least <= most else { return false }
        sizes = least...most
        return true
    }
}

extension ObjectLinkWish {
    /// Reads the body of `POST /__admin/s3/presign`, and reports its mistakes.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> ObjectLinkWish? {
        guard var reader = FieldReader(node, report) else { return nil }
        let names = ["bucket", "key"].map { name in
            let text = reader.string(name) ?? ""
            if text.isEmpty {
                report.add(
                    "\"\(name)\" is missing", at: reader.place(of: name), repair: "Write {\"bucket\": \"pose-images\", \"key\": \"a.jpg\"}."
                )
            }
            return text
        }
        var wish = ObjectLinkWish(bucket: names[0], key: names[1])
        if let method = reader.string("method"), !wish.setMethod(method) {
            report.add(
                "there are no links for the method \"\(method)\"", at: reader.place(of: "method"),
                repair: "The methods are \(Self.methods.joined(separator: ", ")).")
        }
        wish.seconds = reader.exactNumber("expiresIn", in: Self.lives) ?? wish.seconds
        wish.isRotating = reader.flag("rotating") ?? false
        wish.isForm = reader.flag("form") ?? wish.isForm
        if let type = reader.string("contentType") { wish.fields.append(name: "Content-Type", value: type) }
        for member in reader.members("headers") ?? [] {
            wish.fields.append(name: member.name, value: member.value.value.string ?? member.value.value.text())
        }
        for member in reader.members("parameters") ?? [] {
            wish.parameters.append(QueryItem(member.name, member.value.value.string ?? member.value.value.text()))
        }
        let sizes = ["minimumBytes", "maximumBytes"].map { reader.exactNumber($0, in: 0...(5 << 30)) }
        if !wish.setSizes(minimum: sizes[0], maximum: sizes[1]) {
            report.add("\"minimumBytes\" is more than \"maximumBytes\"", at: reader.place(of: "minimumBytes"))
        }
        reader.finish()
        return wish
    }
}
