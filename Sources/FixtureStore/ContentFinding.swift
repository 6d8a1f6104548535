internal import FileStore
internal import HTTPMessage
internal import JSONDocument

/// Suspicious content of one version of a file.
struct ContentFinding: Sendable {
    /// The place of the first `{{` with a `}}` behind it; nil when there is no template.
    var template: TextPosition?
    /// Why a file with a JSON type is not JSON; nil when it is.
    var notJSON: Problem?
    /// The actual format of a picture, such as "PNG", with its extension; nil when the name is right.
    var otherKind: (name: String, fileExtension: String)?
    /// Whether it is a stub mapping in JSON.
    var isMapping = false
    /// The first address of the S3 listener as it is reached on this machine; nil when there is none.
    var address: (text: String, position: TextPosition)?
    /// Why the file cannot be read; nil when it can.
    var unreadable: Problem?

    var isEmpty: Bool {
        template == nil && notJSON == nil && otherKind == nil && !isMapping && address == nil && unreadable == nil
    }

    /// Longer texts are not checked.
    private static let longestText = 4 << 20

    /// Reads the beginning of a picture, or a text up to the limit. Opens other files without reading them.
    /// - Parameter s3Port: of the S3 listener; nil if there is none, or the system chooses it.
    /// - Returns: nil when the file is gone, or a link leads out, which is reported elsewhere.
    init?(of path: RelativePath, size: Int, in root: FileRoot, s3Port: Int?) {
        do throws(FileError) { try look(at: path, size, root, s3Port) } catch {
            guard error.code == .notPermitted else { return nil }
            unreadable = Problem(error)
        }
    }

    private mutating func look(at path: RelativePath, _ size: Int, _ root: FileRoot, _ s3Port: Int?) throws(FileError) {
        let mediaType = FileMediaTypes.of(path.fileExtension)
        if mediaType.hasPrefix("image/") {
            let beginning = try root.readBeginning(of: path, PictureKind.length)
            guard let kind = PictureKind.of(beginning), !PictureKind.isSame(kind.mediaType, mediaType) else { return }
            otherKind = (kind.name, kind.fileExtension)
            return
        }
        guard Self.isText(mediaType), size <= Self.longestText else {
            _ = try root.open(path)
            return
        }
        let bytes = try root.read(path)
        template = Self.template(in: bytes, mediaType)
        address = s3Port.flatMap { Self.address(ofPort: $0, in: bytes) }
        guard Self.isJSON(mediaType) else { return }
        do throws(Problem) {
            isMapping = MappingShape.isWhole(try JSONValue.parse(bytes, name: root.display(path)))
        } catch {
            if template == nil { notJSON = error }
        }
    }

    /// The place of a file's template alone; nil for none, for a file that is no text or too long, and for one that cannot be read.
    static func template(of path: RelativePath, size: Int, in root: FileRoot) -> TextPosition? {
        let mediaType = FileMediaTypes.of(path.fileExtension)
        guard isText(mediaType), size <= longestText, let bytes = try? root.read(path) else { return nil }
        return Self.template(in: bytes, mediaType)
    }

    private static func address(ofPort port: Int, in bytes: [UInt8]) -> (text: String, position: TextPosition)? {
        for host in ["127.0.0.1", "localhost"] {
            let address = "http://\(host):\(port)"
            let wanted = Array("\(address)/".utf8)
            guard ByteSearch.contains(bytes.span, wanted), let found = bytes.firstRange(of: wanted) else { continue }
            return (address, JSONSource(name: "", bytes: bytes).position(of: found.lowerBound))
        }
        return nil
    }

    private static func isJSON(_ mediaType: String) -> Bool { mediaType == "application/json" || mediaType.hasSuffix("+json") }

    /// Stricter than WireMock's rule (`MediaType.isText`), which also includes office documents.
    private static func isText(_ mediaType: String) -> Bool {
        mediaType.hasPrefix("text/") || isJSON(mediaType) || mediaType.hasSuffix("xml") || mediaType.hasSuffix("yaml")
            || mediaType == "application/x-ndjson"
    }

    /// In a script, where `{{` is common, a template must name the request or an image.
    private static func template(in bytes: [UInt8], _ mediaType: String) -> TextPosition? {
        let isCode = mediaType.hasSuffix("javascript") || mediaType.hasSuffix("css")
        var place = 0
        while let start = pair(UInt8(ascii: "{"), in: bytes, from: place), let end = pair(UInt8(ascii: "}"), in: bytes, from: start + 2) {
            let inner = bytes[(start + 2)..<end]
            let isMeant = !isCode || ["request.", "s3."].contains { inner.firstRange(of: Array($0.utf8)) != nil }
            if isMeant { return JSONSource(name: "", bytes: bytes).position(of: start) }
            place = end + 2
        }
        return nil
    }

    private static func pair(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
        var place = start
        while let found = bytes[place...].firstIndex(of: byte) {
            if found + 1 < bytes.count, bytes[found + 1] == byte { return found }
            place = found + 1
        }
        return nil
    }
}
