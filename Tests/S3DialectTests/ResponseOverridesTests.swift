import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct ResponseOverridesTests {
    private let query = QueryItem.parse(Array("response-content-type=image%2Fpng&x=1&response-expires=now".utf8)[...])

    @Test func fieldsComeFromTheQuery() throws {
        let fields = try ResponseOverrides.fields(query, isSigned: true)
        #expect(fields == [("Content-Type", "image/png"), ("Expires", "now")])
        #expect(try ResponseOverrides.fields([QueryItem("x", "1")], isSigned: false).isEmpty)
    }

    @Test func theFirstOfSeveralValuesCounts() throws {
        let name = "response-cache-control"
        #expect(try ResponseOverrides.fields([QueryItem(name, "x"), QueryItem(name, "y")], isSigned: true) == [("Cache-Control", "x")])
    }

    @Test func anonymousRequestsHaveNone() {
        #expect(throws: S3Error.self) { try ResponseOverrides.fields(query, isSigned: false) }
    }

    @Test func onlySomeFieldsCanBeReplaced() {
        for name in ["response-foo", "response-"] {
            let error = #expect(throws: S3Error.self) { try ResponseOverrides.fields([QueryItem(name, "bar")], isSigned: true) }
            #expect(error?.message.hasPrefix("\(name) is not in the set of overridable response headers.") == true)
            #expect(error?.details.map(\.value) == [name, "bar"])
        }
    }

    @Test func lineBreaksAreRefused() {
        let error = #expect(throws: S3Error.self) {
            try ResponseOverrides.fields([QueryItem("response-content-type", "a\r\nb: c")], isSigned: true)
        }
        #expect(error?.code == "InvalidArgument")
    }

    @Test func charactersBeyondISO88591AreRefused() throws {
        let name = "response-content-disposition"
        #expect(try ResponseOverrides.fields([QueryItem(name, "Bär")], isSigned: true) == [("Content-Disposition", "Bär")])
        let error = #expect(throws: S3Error.self) { try ResponseOverrides.fields([QueryItem(name, "日本")], isSigned: true) }
        #expect(error?.message == "Header value cannot be represented using ISO-8859-1.")
        #expect(error?.details.map(\.value) == [name, "日本"])
    }
}
