import Testing

@testable import S3Dialect

/// How long a lifecycle's texts may be, and what is a date.
@Suite struct LifecycleLimitTests {
    private static func text(_ count: Int) -> String { String(repeating: "k", count: count) }

    private static func tag(_ key: String, _ value: String) -> String { "<Tag><Key>\(key)</Key><Value>\(value)</Value></Tag>" }

    private static func filter(_ content: String) -> String {
        "<Filter>\(content)</Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>"
    }

    private static func date(_ date: String) -> String {
        "<Filter/><Status>Enabled</Status><Expiration><Date>\(date)</Date></Expiration>"
    }

    @discardableResult
    private func check(_ rule: String) throws -> String {
        let document = "<LifecycleConfiguration><Rule>\(rule)</Rule></LifecycleConfiguration>"
        return String(decoding: try KeptDocument(.lifecycle, Array(document.utf8), bucket: "pics").bytes, as: UTF8.self)
    }

    /// Parsers of the SDKs want a time, whatever the client has written.
    @Test(arguments: ["2030-01-01", "2030-01-01T00:00:00Z", " 2030-01-01T00:00:00+00:00 "])
    func aDateComesBackWithItsTime(_ text: String) throws {
        #expect(try check(Self.date(text)).contains("<Expiration><Date>2030-01-01T00:00:00.000Z</Date></Expiration>"))
        let transition = "<Transition><Date>\(text)</Date><StorageClass>GLACIER</StorageClass></Transition>"
        #expect(try check("<Filter/><Status>Enabled</Status>" + transition).contains("<Date>2030-01-01T00:00:00.000Z</Date>"))
    }

    @Test(arguments: [
        (filter("<Prefix>\(text(1_025))</Prefix>"), "The maximum size of a prefix is 1024"),
        (filter("<And><Prefix>\(text(1_025))</Prefix>\(tag("a", "b"))</And>"), "The maximum size of a prefix is 1024"),
        (
            "<Prefix>\(text(1_025))</Prefix><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>",
            "The maximum size of a prefix is 1024"
        ),
        (filter(tag(text(129), "")), "A Tag's Key must be a length between 1 and 128."),
        (filter("<And>\(tag("", "a"))\(tag("b", ""))</And>"), "A Tag's Key must be a length between 1 and 128."),
        (filter(tag("a", text(257))), "A Tag's Value must be a length between 0 and 256."),
    ])
    func isTooLong(_ rule: String, _ message: String) {
        let error = #expect(throws: S3Error.self) { try check(rule) }
        #expect((error?.code, error?.message) == ("InvalidRequest", message))
    }

    @Test(arguments: [
        filter("<Prefix>\(text(1_024))</Prefix>"), filter(tag(text(128), text(256))),
        filter("<And>\((0...50).map { tag("k\($0)", "") }.joined())</And>"), date("2099-01-01"), date("2099-01-01T00:00:00.000Z"),
    ])
    func fits(_ rule: String) { #expect(throws: Never.self) { try check(rule) } }

    @Test(arguments: ["20200101", "", "soon", "2099-13-01", "2099-02-30T00:00:00Z", "2099-01-01 00:00:00", "2099-1-1"])
    func isNoDate(_ text: String) {
        #expect(#expect(throws: S3Error.self) { try check(Self.date(text)) }?.code == "MalformedXML")
    }

    @Test(arguments: ["2099-01-01T10:00:00Z", "2099-01-01T00:00:00+01:00"]) func isNoMidnight(_ text: String) {
        #expect(#expect(throws: S3Error.self) { try check(Self.date(text)) }?.code == "InvalidArgument")
    }
}
