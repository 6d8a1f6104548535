import HTTPMessage

@testable import S3Dialect

/// The examples of aws-chunked encoding in S3's reference, "Signature calculations for the authorization header: transferring payload in
/// multiple chunks": 65,536 and 1,024 bytes of `a` at 2013-05-24.
enum ChunkedExample {
    static let keys = S3Keys([(accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")])
    static let scope = CredentialScope(date: "20130524", region: "us-east-1")
    /// 2013-05-24T00:00:00Z
    static let now = 1_369_353_600
    static let content = [UInt8](repeating: UInt8(ascii: "a"), count: 66_560)

    static let seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"
    static let chunks = [
        "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
        "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
        "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
    ]
    static let trailerSeed = "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e"
    static let trailerChunks = [
        "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
        "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
        "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
    ]
    static let trailerSignature = "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435"

    static let head: HeaderFields = [
        ("Host", "s3.amazonaws.com"), ("x-amz-date", "20130524T000000Z"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        (
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
                + "x-amz-storage-class,Signature=\(seed)"
        ),
        ("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"), ("Content-Encoding", "aws-chunked"),
        ("x-amz-decoded-content-length", "66560"), ("Content-Length", "66824"),
    ]

    static let trailerHead: HeaderFields = [
        ("Host", "s3.amazonaws.com"), ("x-amz-date", "20130524T000000Z"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        (
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;"
                + "x-amz-trailer,Signature=\(trailerSeed)"
        ),
        ("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"), ("Content-Encoding", "aws-chunked"),
        ("x-amz-decoded-content-length", "66560"), ("x-amz-trailer", "x-amz-checksum-crc32c"), ("Content-Length", "66946"),
    ]

    static func request(_ head: HeaderFields = head) -> Request {
        Request(method: "PUT", target: "/examplebucket/chunkObject.txt", headers: head)
    }

    static func body(_ signatures: [String], _ content: [UInt8] = content, trailer: String = "") -> [UInt8] {
        var body: [UInt8] = []
        for (size, range, signature) in [("10000", 0..<65_536, signatures[0]), ("400", 65_536..<66_560, signatures[1])] {
            body += Array("\(size);chunk-signature=\(signature)\r\n".utf8) + content[range] + Array("\r\n".utf8)
        }
        return body + Array("0;chunk-signature=\(signatures[2])\r\n\(trailer)\r\n".utf8)
    }

    static let trailer = "x-amz-checksum-crc32c:\(Checksum.of(content, .crc32c).text)\r\nx-amz-trailer-signature:\(trailerSignature)\r\n"
}
