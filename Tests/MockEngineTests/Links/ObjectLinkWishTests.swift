import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

@Suite struct ObjectLinkWishTests {
    private func problems(_ members: String) throws -> [String] {
        let document = try JSONDocument.parse(Array("{\"bucket\":\"b\",\"key\":\"k\",\(members)}".utf8), name: "call")
        let report = ProblemReport(document)
        _ = ObjectLinkWish.decode(document.root, report)
        return report.problems.map { $0.message }
    }

    /// A link that no request can use is not made.
    @Test(arguments: [
        (#""contentType":"b","headers":{"content-type":"a"}"#, #""content-type" in "headers" is there twice"#),
        (#""headers":{"x-amz-meta-a":"1","X-Amz-Meta-A":"1"}"#, #""X-Amz-Meta-A" in "headers" is there twice"#),
        (#""headers":{"Host":"x"}"#, #""Host" in "headers" is set by the link itself"#),
        (#""headers":{"Authorization":"x"}"#, #""Authorization" in "headers" is set by the link itself"#),
        (#""headers":{"":"x"}"#, #""" in "headers" is no name of a header field"#),
        (#""headers":{"a b":"x"}"#, #""a b" in "headers" is no name of a header field"#),
        (#""headers":{"a":"b\r\nc: d"}"#, #""a" in "headers" must not have line ends or other control characters"#),
        (#""headers":{"a":null}"#, #""a" in "headers" must be a string, found null"#),
        (#""contentType":"a\r\nb: c""#, #""contentType" must not have line ends or other control characters"#),
        (#""contentType":"a\u0000""#, #""contentType" must not have line ends or other control characters"#),
        (#""parameters":{"X-Amz-Expires":"5"}"#, #""X-Amz-Expires" in "parameters" is set by the link itself"#),
        (#""parameters":{"X-Amz-Signature":"5"}"#, #""X-Amz-Signature" in "parameters" is set by the link itself"#),
        (#""parameters":{"Signature":"5"}"#, #""Signature" in "parameters" is set by the link itself"#),
        (
            #""rotating":true,"parameters":{"X-Amz-Security-Token":"t"}"#,
            #""X-Amz-Security-Token" in "parameters" is set by the link itself"#
        ),
        (#""parameters":{"":"5"}"#, #""" in "parameters" is no name of a parameter"#),
        (#""parameters":{"versionId":{}}"#, #""versionId" in "parameters" must be a string, found an object"#),
        (#""form":true,"parameters":{"versionId":"1"}"#, #""parameters" does not go with a form, whose address has no query"#),
        (#""form":true,"method":"PUT""#, #""method" must be POST for a form, not PUT"#),
        (#""form":true,"headers":{"Policy":"x"}"#, #""Policy" in "headers" is set by the form itself"#),
        (#""maximumBytes":5"#, #""maximumBytes" limits the file of a form only"#),
        (#""method":"PUT","minimumBytes":5"#, #""minimumBytes" limits the file of a form only"#),
    ]) func whatNoRequestCanHaveIsRefused(members: String, problem: String) throws { #expect(try problems(members) == [problem]) }

    @Test(arguments: [
        #""method":"PUT","contentType":"a/b; c=\"d\"","headers":{"x-amz-meta-n":5,"x-amz-meta-u":"ü"}"#,
        #""parameters":{"uploadId":"u","partNumber":3,"x-amz-acl":"private","X-Amz-Security-Token":"t"}"#,
        #""form":true,"maximumBytes":5,"headers":{"acl":"private","tagging":"<a>\n</a>"}"#, #""method":"POST","minimumBytes":5"#,
        #""form":true,"method":"post""#, #""form":false,"method":"POST","parameters":{"uploads":""}"#, #""headers":{"a":"\t"}"#,
    ]) func whatRequestsCanHaveIsTaken(members: String) throws { #expect(try problems(members).isEmpty) }
}
