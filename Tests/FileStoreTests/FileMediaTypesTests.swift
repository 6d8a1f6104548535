import FileStore
import Testing

@Suite struct FileMediaTypesTests {
    @Test(arguments: [
        ("jpg", "image/jpeg"), ("png", "image/png"), ("json", "application/json"), ("svg", "image/svg+xml"), ("txt", "text/plain"),
        ("webp", "image/webp"), ("", "application/octet-stream"), ("nosuch", "application/octet-stream"),
    ])
    func isToldByTheExtension(fileExtension: String, expected: String) { #expect(FileMediaTypes.of(fileExtension) == expected) }
}
