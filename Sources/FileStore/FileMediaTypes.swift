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
        // What else WireMock knows
        "crt": "application/x-x509-ca-cert", "etx": "text/x-setext", "htc": "text/x-component", "jad": "text/vnd.sun.j2me.app-descriptor",
        "jnlp": "application/x-java-jnlp-file", "jsp": "text/html", "mathml": "application/mathml+xml", "qml": "text/x-qml",
        "rdf": "application/rdf+xml", "rtx": "text/richtext", "sgm": "text/sgml", "sgml": "text/sgml", "smi": "application/smil",
        "smil": "application/smil", "vxml": "application/voicexml+xml", "wml": "text/vnd.wap.wml", "wmls": "text/vnd.wap.wmlscript",
        "xht": "application/xhtml+xml", "xslt": "application/xslt+xml", "xul": "application/vnd.mozilla.xul+xml",
        "ai": "application/postscript", "ief": "image/ief", "jp2": "image/jpeg2000", "pbm": "image/x-portable-bitmap",
        "pgm": "image/x-portable-graymap", "pnm": "image/x-portable-anymap", "ppm": "image/x-portable-pixmap",
        "ras": "image/x-cmu-raster", "rgb": "image/x-rgb", "svgz": "image/svg+xml", "wbmp": "image/vnd.wap.wbmp",
        "xbm": "image/x-xbitmap", "xcf": "image/xcf", "xpm": "image/x-xpixmap", "xwd": "image/x-xwindowdump", "aif": "audio/x-aiff",
        "aifc": "audio/x-aiff", "aiff": "audio/x-aiff", "asf": "video/x.ms.asf", "asx": "video/x.ms.asx", "au": "audio/basic",
        "kar": "audio/midi", "mid": "audio/midi", "midi": "audio/midi", "movie": "video/x-sgi-movie", "mp2": "audio/mpeg",
        "mpe": "video/mpeg", "mpga": "audio/mpeg", "qt": "video/quicktime", "ra": "audio/x-pn-realaudio", "ram": "audio/x-pn-realaudio",
        "rm": "audio/x-pn-realaudio", "rv": "video/vnd.rn-realvideo", "snd": "audio/basic", "bcpio": "application/x-bcpio",
        "cab": "application/x-cabinet", "cdf": "application/x-netcdf", "chm": "application/vnd.ms-htmlhelp", "cpio": "application/x-cpio",
        "cpt": "application/mac-compactpro", "csh": "application/x-csh", "dcr": "application/x-director",
        "dll": "application/x-msdownload", "dms": "application/octet-stream", "dvi": "application/x-dvi", "dxr": "application/x-director",
        "ez": "application/andrew-inset", "gtar": "application/x-gtar", "gzip": "application/gzip", "hdf": "application/x-hdf",
        "hqx": "application/mac-binhex40", "ice": "x-conference/x-cooltalk", "iges": "model/iges", "igs": "model/iges",
        "latex": "application/x-latex", "lha": "application/octet-stream", "lzh": "application/octet-stream", "mesh": "model/mesh",
        "mif": "application/vnd.mif", "mol": "chemical/x-mdl-molfile", "msh": "model/mesh", "msi": "application/octet-stream",
        "nc": "application/x-netcdf", "oda": "application/oda", "odb": "application/vnd.oasis.opendocument.database",
        "odc": "application/vnd.oasis.opendocument.chart", "odf": "application/vnd.oasis.opendocument.formula",
        "odg": "application/vnd.oasis.opendocument.graphics", "odi": "application/vnd.oasis.opendocument.image",
        "odm": "application/vnd.oasis.opendocument.text-master", "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "otc": "application/vnd.oasis.opendocument.chart-template", "otg": "application/vnd.oasis.opendocument.graphics-template",
        "oth": "application/vnd.oasis.opendocument.text-web", "oti": "application/vnd.oasis.opendocument.image-template",
        "otp": "application/vnd.oasis.opendocument.presentation-template",
        "ots": "application/vnd.oasis.opendocument.spreadsheet-template", "ott": "application/vnd.oasis.opendocument.text-template",
        "pdb": "chemical/x-pdb", "pgn": "application/x-chess-pgn", "pps": "application/vnd.ms-powerpoint", "roff": "application/x-troff",
        "rpm": "application/x-rpm", "shar": "application/x-shar", "silo": "model/mesh", "sit": "application/x-stuffit",
        "skd": "application/x-koan", "skm": "application/x-koan", "skp": "application/x-koan", "skt": "application/x-koan",
        "spl": "application/x-futuresplash", "sv4cpio": "application/x-sv4cpio", "sv4crc": "application/x-sv4crc",
        "tcl": "application/x-tcl", "tex": "application/x-tex", "texi": "application/x-texinfo", "texinfo": "application/x-texinfo",
        "tr": "application/x-troff", "ustar": "application/x-ustar", "vcd": "application/x-cdlink", "vrml": "model/vrml",
        "wmlc": "application/vnd.wap.wmlc", "wmlsc": "application/vnd.wap.wmlscriptc", "wrl": "model/vrml", "xyz": "chemical/x-xyz",
        "z": "application/compress",
    ]
}
