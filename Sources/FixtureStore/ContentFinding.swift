internal import FileStore
internal import HTTPMessage
internal import JSONDocument

/// What is odd about one version of a file's contents.
struct ContentFinding: Sendable {
    /// Where the first `{{` is that a `}}` follows; nil when the file holds no template.
    var template: TextPosition?
    /// Why a file of a JSON type is no JSON.
    var notJSON: Problem?
    /// What a picture is in truth: "PNG", and the extension for it.
    var otherKind: (name: String, fileExtension: String)?

    var isEmpty: Bool { template == nil && notJSON == nil && otherKind == nil }

    /// A longer text is not looked into.
    private static let longestText = 4 << 20

    /// Reads what is needed to tell: a picture's first bytes, a text up to a limit, of other files nothing.
    /// - Returns: nil when the file cannot be read; that is told elsewhere.
    init?(of path: RelativePath, size: Int, in root: FileRoot) {
        let mediaType = FileMediaTypes.of(path.fileExtension)
        if mediaType.hasPrefix("image/") {
            guard let beginning = try? root.readBeginning(of: path, PictureKind.length) else { return nil }
            guard let kind = PictureKind.of(beginning), !PictureKind.isSame(kind.mediaType, mediaType) else { return }
            otherKind = (kind.name, kind.fileExtension)
            return
        }
        guard Self.isText(mediaType), size <= Self.longestText, let bytes = try? root.read(path) else { return }
        template = Self.template(in: bytes, isCode: mediaType.hasSuffix("javascript") || mediaType.hasSuffix("css"))
        guard template == nil, Self.isJSON(mediaType) else { return }
        do throws(Problem) { _ = try JSONValue.parse(bytes, name: root.display(path)) } catch { notJSON = error }
    }

    private static func isJSON(_ mediaType: String) -> Bool { mediaType == "application/json" || mediaType.hasSuffix("+json") }

    private static func isText(_ mediaType: String) -> Bool {
        mediaType.hasPrefix("text/") || isJSON(mediaType) || mediaType.hasSuffix("xml") || mediaType.hasSuffix("yaml")
            || mediaType == "application/x-ndjson"
    }

    /// - Parameter isCode: scripts have `{{` for reasons of their own; there it must name the request or the pictures.
    private static func template(in bytes: [UInt8], isCode: Bool) -> TextPosition? {
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
