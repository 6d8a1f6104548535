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
    package private(set) var method = "GET"
    /// How long it holds, in seconds.
    package var seconds = Self.standardSeconds
    /// Whether it is another link each time, not the same throughout half its life.
    package var isRotating = false
    /// Whether it is an upload form.
    package var isForm = false
    /// Further parameters of the link's query: `versionId`, `partNumber`, `response-*`.
    package private(set) var parameters: [QueryItem] = []
    /// Header fields that the request must have; for a form, fields with the values that they must have.
    package private(set) var fields: HeaderFields = []
    /// The lengths that the file of a form may have, in bytes; nil for any.
    package private(set) var sizes: ClosedRange<Int>?
    /// Whether the method was chosen, and is not the one by default.
    private var hasChosenMethod = false

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
        hasChosenMethod = true
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
    /// Adds a header field that the request must have, or for a form a field with the value that it must have. Whether it is a form is said
    /// before.
    /// - Returns: why no request can have it, as the rest of a sentence that begins with the field; nil when it was added.
    package mutating func addField(_ name: String, _ value: String) -> String? {
        let own = isForm ? LinkMaker.ownFormFields : LinkMaker.ownFields
        if !ASCII.isToken(name.utf8) { return "is no name of a header field" }
        if own.contains(name.lowercased()) { return isForm ? "is set by the form itself" : "is set by the link itself" }
        if fields.contains(name) { return "is there twice" }
        if let flaw = Self.flaw(ofValue: value, mayHaveLines: isForm && name.lowercased() == "tagging") { return flaw }
        fields.append(name: name, value: value)
        return nil
    }

    /// Adds a parameter of the link's query. Whether the link is rotating is said before.
    /// - Returns: as for `addField`.
    package mutating func addParameter(_ name: String, _ value: String) -> String? {
        let lowercased = name.lowercased()
        let isOwn = LinkMaker.ownParameters.contains(lowercased) || isRotating && lowercased == LinkMaker.rotatingParameter
        if name.isEmpty { return "is no name of a parameter" }
        if isOwn { return "is set by the link itself" }
        if parameters.contains(where: { $0.name == name }) { return "is there twice" }
        parameters.append(QueryItem(name, value))
        return nil
    }

    /// Why a field cannot have a value; nil for one that it can have.
    /// - Parameter mayHaveLines: whether the value is a document.
    private static func flaw(ofValue value: String, mayHaveLines: Bool) -> String? {
        let isFlawed = value.utf8.contains { byte in
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            return byte < 0x20 && byte != UInt8(ascii: "\t") && !(isLineEnd && mayHaveLines) || byte == 0x7F
        }
        return isFlawed ? "must not have line ends or other control characters" : nil
    }

    /// The part that a form does not have, and why, as the rest of a sentence that begins with the part; nil when there is none.
    package var misfitOfForm: (part: String, flaw: String)? {
        guard isForm else { return nil }
        if hasChosenMethod, method != "POST" { return ("method", "must be POST for a form, not \(method)") }
        return parameters.isEmpty ? nil : ("parameters", Self.formHasNoQuery)
    }

    /// Why a form has no parameters.
    package static let formHasNoQuery = "does not go with a form, whose address has no query"
    /// Why a link has no lengths.
    static let linkHasNoFile = "limits the file of a form only"
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
        if let type = reader.string("contentType"), let flaw = wish.addField("Content-Type", type) {
            report.add("\"contentType\" \(flaw)", at: reader.place(of: "contentType"))
        }
        add("headers", of: &reader, report) { wish.addField($0, $1) }
        add("parameters", of: &reader, report) { wish.addParameter($0, $1) }
        let sizes = ["minimumBytes", "maximumBytes"].map { reader.exactNumber($0, in: 0...(5 << 30)) }
        if !wish.setSizes(minimum: sizes[0], maximum: sizes[1]) {
            report.add("\"minimumBytes\" is more than \"maximumBytes\"", at: reader.place(of: "minimumBytes"))
        }
        if let (part, flaw) = wish.misfitOfForm { report.add("\"\(part)\" \(flaw)", at: reader.place(of: part)) }
        if !wish.isForm {
            for (name, size) in zip(["minimumBytes", "maximumBytes"], sizes) where size != nil {
                report.add("\"\(name)\" \(linkHasNoFile)", at: reader.place(of: name), repair: "Write \"form\": true for one.")
            }
        }
        reader.finish()
        return wish
    }

    /// Adds the texts of an object's members to a wish, and reports those that no request can have.
    /// - Parameter add: adds a text by its name; the result is as for `addField`.
    private static func add(
        _ object: String, of reader: inout FieldReader, _ report: ProblemReport, _ add: (String, String) -> String?
    ) {
        for member in reader.members(object) ?? [] {
            let shown = "\"\(member.name.prefix(longestShownName))\" in \"\(object)\""
            guard let text = member.value.scalarText else {
                report.add("\(shown) must be a string, found \(member.value.kind)", at: member.value)
                continue
            }
            if let flaw = add(member.name, text) { report.add("\(shown) \(flaw)", at: member.value) }
        }
    }

    /// How many characters of a name a message shows.
    private static let longestShownName = 256
}
