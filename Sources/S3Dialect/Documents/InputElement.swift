internal import XMLDocument

/// An element of a document that a client sent. Reading is strict: what S3's schema does not have is MalformedXML.
struct InputElement {
    /// Longer documents are refused, unless their kind has a limit of its own: 10,000 parts with checksums have 3 MB.
    static let maximumBytes = 8 << 20
    /// Elements cost far more in memory than on the wire. 10,000 parts have 80,000 marks.
    private static let maximumMarks = 250_000

    /// As it was parsed.
    let element: XMLElement

    /// Parses a document: UTF-8, no document type, no entities but XML's five, no namespace but S3's or none.
    /// - Parameters:
    ///   - root: the name of the root element.
    ///   - limit: of the document, in bytes; nil for that of most.
    /// - Throws: MalformedXML, MaxMessageLengthExceeded; InternalError without libxml2.
    init(_ bytes: [UInt8], root: String, limit: Int? = nil) throws(S3Error) {
        try self.init(bytes, limit: limit)
        guard name == root else { throw S3Error(.malformedXML) }
    }

    /// The same with any root element.
    init(_ bytes: [UInt8], limit: Int? = nil) throws(S3Error) {
        let limit = limit ?? Self.maximumBytes
        guard bytes.count <= limit else {
            throw S3Error(.maxMessageLengthExceeded, nil, [("MaxMessageLengthBytes", String(limit))])
        }
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil, !XMLPrologue.hasDocumentType(bytes),
            bytes.count(where: { $0 == UInt8(ascii: "<") }) <= Self.maximumMarks
        else { throw S3Error(.malformedXML) }
        let document: XMLDocument
        do throws(XMLError) { document = try XMLDocument(bytes) } catch {
            throw error.code == .libraryMissing ? .internalError(error.message) : S3Error(.malformedXML)
        }
        element = document.root
        guard hasS3sNamespace else { throw S3Error(.malformedXML) }
    }

    init(_ element: XMLElement) { self.element = element }

    /// All elements within, whatever their names.
    var elements: [InputElement] {
        element.children.compactMap { if case .element(let child) = $0 { InputElement(child) } else { nil } }
    }

    private var hasS3sNamespace: Bool { element.name.namespace == nil || element.name.namespace == XMLText.namespace }

    /// The local name.
    var name: String { element.name.local }

    /// The elements within.
    /// - Parameter names: those that may be there.
    /// - Throws: MalformedXML for another element, and for text beside elements.
    func children(_ names: String...) throws(S3Error) -> [InputElement] { try children(names) }

    /// The same.
    func children(_ names: [String]) throws(S3Error) -> [InputElement] {
        var children: [InputElement] = []
        for content in element.children {
            switch content {
            case .element(let child):
                let input = InputElement(child)
                guard names.contains(child.name.local), input.hasS3sNamespace else { throw S3Error(.malformedXML) }
                children.append(input)
            case .text(let text): guard text.allSatisfy(\.isWhitespace) else { throw S3Error(.malformedXML) }
            case .comment, .instruction: break
            }
        }
        return children
    }

    /// The text within.
    /// - Throws: MalformedXML when there is an element.
    func text() throws(S3Error) -> String {
        var text = ""
        for content in element.children {
            switch content {
            case .element: throw S3Error(.malformedXML)
            case .text(let piece): text += piece
            case .comment, .instruction: break
            }
        }
        return text
    }

    /// The text as `true` or `false`.
    /// - Throws: MalformedXML.
    func flag() throws(S3Error) -> Bool {
        switch try word() {
        case "true": return true
        case "false", "": return false
        default: throw S3Error(.malformedXML)
        }
    }

    /// The text as a number that is not negative.
    /// - Throws: MalformedXML.
    func number() throws(S3Error) -> Int {
        let number = try integer()
        guard number >= 0 else { throw S3Error(.malformedXML) }
        return number
    }

    /// The text as a number.
    /// - Throws: MalformedXML.
    func integer() throws(S3Error) -> Int {
        let word = try word()
        guard word.first != "+", let number = Int(word) else { throw S3Error(.malformedXML) }
        return number
    }

    /// The text without white space around it.
    func word() throws(S3Error) -> String {
        let text = try text()
        guard let first = text.firstIndex(where: { !$0.isWhitespace }), let last = text.lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(text[first...last])
    }

    /// The value of an attribute, by its local name.
    func attribute(_ name: String) -> String? { element.attributes.first { $0.name.local == name }?.value }
}

extension [InputElement] {
    /// The only element of that name; nil without one.
    /// - Throws: MalformedXML when there are several.
    func optional(_ name: String) throws(S3Error) -> InputElement? {
        let found = filter { $0.name == name }
        guard found.count <= 1 else { throw S3Error(.malformedXML) }
        return found.first
    }

    /// The only element of that name.
    /// - Throws: MalformedXML when there is none, or several.
    func required(_ name: String) throws(S3Error) -> InputElement {
        guard let found = try optional(name) else { throw S3Error(.malformedXML) }
        return found
    }
}
