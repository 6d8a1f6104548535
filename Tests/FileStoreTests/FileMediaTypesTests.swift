import FileStore
import Testing

@Suite struct FileMediaTypesTests {
    @Test(arguments: [
        ("jpg", "image/jpeg"), ("png", "image/png"), ("json", "application/json"), ("svg", "image/svg+xml"), ("txt", "text/plain"),
        ("webp", "image/webp"), ("js", "text/javascript"), ("ico", "image/vnd.microsoft.icon"), ("wav", "audio/x-wav"),
        ("ogg", "application/ogg"), ("woff", "font/woff"), ("eot", "application/vnd.ms-fontobject"), ("xls", "application/vnd.ms-excel"),
        ("odt", "application/vnd.oasis.opendocument.text"), ("aiff", "audio/x-aiff"), ("mid", "audio/midi"), ("qt", "video/quicktime"),
        ("crt", "application/x-x509-ca-cert"), ("rdf", "application/rdf+xml"), ("svgz", "image/svg+xml"), ("otf", "font/otf"),
        ("", "application/octet-stream"), ("nosuch", "application/octet-stream"),
    ])
    func isToldByTheExtension(fileExtension: String, expected: String) { #expect(FileMediaTypes.of(fileExtension) == expected) }
}
