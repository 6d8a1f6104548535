/// Recognizes the format of a file by its first bytes.
enum PictureKind {
    /// How many bytes are needed.
    static let length = 512

    /// The name of what Git LFS puts in the place of a file.
    static let gitPointer = "a pointer of Git LFS"

    /// The format's name, media type and usual extension; nil when the bytes do not show it.
    static func of(_ bytes: [UInt8]) -> (name: String, mediaType: String, fileExtension: String)? {
        func begins(_ text: String, at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return ("PNG", "image/png", "png") }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return ("JPEG", "image/jpeg", "jpg") }
        if begins("GIF8") { return ("GIF", "image/gif", "gif") }
        if begins("RIFF"), begins("WEBP", at: 8) { return ("WebP", "image/webp", "webp") }
        if begins("ftyp", at: 4) {
            if begins("avif", at: 8) || begins("avis", at: 8) { return ("AVIF", "image/avif", "avif") }
            if ["heic", "heix", "mif1", "heim", "heis"].contains(where: { begins($0, at: 8) }) { return ("HEIC", "image/heic", "heic") }
            return nil
        }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            return ("TIFF", "image/tiff", "tiff")
        }
        if bytes.starts(with: [0xFF, 0x0A]) { return ("JPEG XL", "image/jxl", "jxl") }
        if begins("%PDF-") { return ("PDF", "application/pdf", "pdf") }
        if begins("version https://git-lfs") { return (gitPointer, "text/plain", "txt") }
        let text = bytes.drop { $0 <= 0x20 }
        let isXML = text.starts(with: "<?xml".utf8)
        if text.starts(with: "<svg".utf8) || isXML && text.firstRange(of: Array("<svg".utf8)) != nil {
            return ("SVG", "image/svg+xml", "svg")
        }
        if isXML { return ("XML", "application/xml", "xml") }
        if text.first == UInt8(ascii: "<") { return ("HTML", "text/html", "html") }
        return nil
    }

    /// Whether two types have the same first bytes: `.apng` is a PNG as well, and an SVG may begin with a long comment.
    static func isSame(_ mediaType: String, _ named: String) -> Bool {
        let kin: [Set<String>] = [
            ["image/png", "image/apng"], ["image/heic", "image/heif"], ["application/xml", "image/svg+xml"],
        ]
        return mediaType == named || kin.contains { $0.contains(mediaType) && $0.contains(named) }
    }
}
