import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct S3AddressTests {
    private func address(_ host: String, _ target: String, bases: [String] = []) -> S3Address {
        S3Address(Request(target: target, headers: [("Host", host)]), baseDomains: bases)
    }

    private func key(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: [
        "127.0.0.1:9000", "localhost", "localhost:9000", "LOCALHOST", "[::1]:9000", "s3.localhost:9000", "s3.eu-west-1.localhost",
        "s3.amazonaws.com",
        "s3.us-east-1.amazonaws.com", "s3.dualstack.us-east-1.amazonaws.com", "s3.localhost.", "localhost.",
        "s3-eu-west-1.amazonaws.com", "minio:9000", "build.example.test", "192.168.1.20:9000", "",
    ])
    func isPathStyle(host: String) {
        #expect(address(host, "/pics/a/b.jpg") == S3Address(bucket: "pics", key: key("a/b.jpg")))
        #expect(address(host, "/pics") == S3Address(bucket: "pics"))
        #expect(address(host, "/pics/") == S3Address(bucket: "pics"))
        #expect(address(host, "/") == S3Address())
    }

    @Test(arguments: [
        ("pics.localhost:9000", "pics"), ("pics.s3.localhost", "pics"), ("pics.s3.eu-west-1.localhost", "pics"),
        ("pics.s3.amazonaws.com", "pics"),
        ("pics.s3.eu-west-1.amazonaws.com:443", "pics"), ("pics.s3-eu-west-1.amazonaws.com", "pics"), ("a.b.c.localhost", "a.b.c"),
        ("pics.s3-fips.us-east-1.amazonaws.com", "pics"), ("pics.s3-fips.dualstack.us-east-1.amazonaws.com", "pics"),
        ("pics.s3-accelerate.amazonaws.com", "pics"), ("pics.s3-accelerate.dualstack.amazonaws.com", "pics"),
        ("pics.s3.cn-north-1.amazonaws.com.cn", "pics"),
        ("pics.s3.dualstack.us-east-1.amazonaws.com", "pics"), ("pics.s3.dualstack.eu-west-1.localhost", "pics"),
        ("pics.localhost.:9000", "pics"), ("pics.s3.amazonaws.com.", "pics"), ("s3.dualstack.localhost", "s3.dualstack"),
        ("a.b.s3.localhost", "a.b"), ("PICS.localhost", "pics"), ("my.s3.bucket.localhost", "my.s3.bucket"),
    ])
    func isVirtualHosted(host: String, bucket: String) {
        #expect(address(host, "/a/b.jpg?x=/y") == S3Address(bucket: bucket, key: key("a/b.jpg")))
        #expect(address(host, "/") == S3Address(bucket: bucket))
    }

    /// RFC 9112, section 3.2.2.
    @Test func theHostOfATargetInAbsoluteFormCounts() {
        #expect(address("other", "http://pics.localhost/a/b.jpg") == S3Address(bucket: "pics", key: key("a/b.jpg")))
        #expect(address("pics.localhost", "http://127.0.0.1:9000/b/k") == S3Address(bucket: "b", key: key("k")))
    }

    @Test(arguments: [
        ("/b/a%20b", true), ("/b/%", false), ("/b/%2", false), ("/b/%zz", false), ("/b/100%25", true), ("/", true),
        ("/b/%ED%95%9C", true), ("/b/한", true), ("/b/%AE%8A-", false), ("/%FF/a", false),
    ])
    func pathsAreURIs(path: String, isRight: Bool) {
        #expect(((try? S3Address.check(Array(path.utf8)[...])) != nil) == isRight)
    }

    @Test func longestBaseDomainWins() {
        let bases = ["example.test", "s3.example.test"]
        #expect(address("pics.example.test", "/k", bases: bases).bucket == "pics")
        #expect(address("pics.s3.example.test", "/k", bases: bases).bucket == "pics")
        #expect(address("a.b.s3.example.test:9000", "/k", bases: bases).bucket == "a.b")
        #expect(address("S3.EXAMPLE.TEST", "/k", bases: bases) == S3Address(bucket: "k"))
        #expect(address("notexample.test", "/k", bases: bases) == S3Address(bucket: "k"))
    }

    @Test(arguments: [
        ("/b/a%20b", "a b"), ("/b/a+b", "a+b"), ("/b/a%2Bb", "a+b"), ("/b/a%2Fb", "a/b"), ("/b/a%252Fb", "a%2Fb"), ("/b/x//y", "x//y"),
        ("/b/folder/", "folder/"), ("/b/.hidden", ".hidden"), ("/b/100%", "100%"), ("/b/%ED%95%9C", "한"), ("/b//a", "/a"),
        ("/b/../c", "../c"),
    ])
    func keyIsDecodedOnce(target: String, expected: String) { #expect(address("localhost", target).key == key(expected)) }
}
