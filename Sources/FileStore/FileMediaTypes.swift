/// Media types by file extension.
package enum FileMediaTypes {
    /// The media type of files with an unknown extension.
    package static let unknown = "application/octet-stream"

    /// The media type for an extension.
    /// - Parameters:
    ///   - fileExtension: in lower case, without the dot.
    ///   - unknown: the result for an unknown extension.
    package static func of(_ fileExtension: String, unknown: String = unknown) -> String { table[fileExtension] ?? unknown }

    private static let table: [String: String] = [
        // Data
        "json": "application/json", "geojson": "application/geo+json", "jsonld": "application/ld+json", "map": "application/json",
        "ndjson": "application/x-ndjson", "har": "application/json", "xml": "application/xml", "xsd": "application/xml",
        "xsl": "application/xml", "rss": "application/rss+xml", "atom": "application/atom+xml", "yaml": "application/yaml",
        "yml": "application/yaml", "csv": "text/csv", "tsv": "text/tab-separated-values", "txt": "text/plain", "log": "text/plain",
        "md": "text/markdown", "asc": "text/plain", "dtd": "application/xml-dtd", "ics": "text/calendar", "vcf": "text/vcard",
        "plist": "application/x-plist", "gpx": "application/gpx+xml",
        "kml": "application/vnd.google-earth.kml+xml", "strings": "text/plain", "pkpass": "application/vnd.apple.pkpass",
        // Pages
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "css": "text/css", "js": "text/javascript",
        "mjs": "text/javascript", "wasm": "application/wasm", "webmanifest": "application/manifest+json",
        // Images
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "png": "image/png", "apng": "image/apng", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "heif": "image/heif", "svg": "image/svg+xml",
        "bmp": "image/bmp", "ico": "image/vnd.microsoft.icon", "tif": "image/tiff", "tiff": "image/tiff", "jxl": "image/jxl",
        // Sound and film
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "wav": "audio/x-wav", "caf": "audio/x-caf", "flac": "audio/flac",
        "oga": "audio/ogg", "ogg": "application/ogg", "opus": "audio/ogg", "weba": "audio/webm", "mp4": "video/mp4", "m4v": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "mpeg": "video/mpeg", "mpg": "video/mpeg", "ogv": "video/ogg",
        "avi": "video/x-msvideo", "3gp": "video/3gpp", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t", "vtt": "text/vtt",
        "srt": "application/x-subrip",
        // Fonts
        "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection", "woff": "font/woff", "woff2": "font/woff2",
        "eot": "application/vnd.ms-fontobject",
        // Documents, archives, models
        "pdf": "application/pdf", "rtf": "application/rtf", "epub": "application/epub+zip", "zip": "application/zip",
        "gz": "application/gzip", "tar": "application/x-tar", "bz2": "application/x-bzip2", "xz": "application/x-xz",
        "zst": "application/zstd", "7z": "application/x-7z-compressed", "usdz": "model/vnd.usdz+zip", "glb": "model/gltf-binary",
        "gltf": "model/gltf+json", "bin": "application/octet-stream", "exe": "application/octet-stream",
        "rar": "application/x-rar-compressed",
        "tgz": "application/x-gtar", "br": "application/brotli", "jar": "application/java-archive", "class": "application/java-vm",
        "apk": "application/vnd.android.package-archive", "sh": "application/x-sh", "java": "text/plain",
        "ps": "application/postscript", "eps": "application/postscript", "swf": "application/x-shockwave-flash",
        "pb": "application/protobuf",
        "doc": "application/msword", "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ]
}
