import FileStore
import Testing

@Suite struct FileMediaTypesTests {
    @Test(arguments: [
        ("jpg", "image/jpeg"), ("png", "image/png"), ("json", "application/json"), ("svg", "image/svg+xml"), ("txt", "text/plain"),
        ("webp", "image/webp"), ("js", "text/javascript"), ("ico", "image/vnd.microsoft.icon"), ("wav", "audio/x-wav"),
        ("ogg", "application/ogg"), ("woff", "font/woff"), ("eot", "application/vnd.ms-fontobject"), ("xls", "application/vnd.ms-excel"),
        ("", "application/octet-stream"), ("nosuch", "application/octet-stream"),
    ])
    func isToldByTheExtension(fileExtension: String, expected: String) { #expect(FileMediaTypes.of(fileExtension) == expected) }
}
