import Testing

@testable import UnderstudyService

/// `--s3-host` has several values; the message is about the wrong one.
struct ObjectHostSettingTests {
    @Test(arguments: [
        ("a.test=pics,b.test", #""b.test" has no bucket"#), ("a.test=pics,a/b=poses", #""a/b" is no host"#),
        ("http://a.test=pics", #""http://a.test" is a URL: write a.test"#),
        ("a.test=pics,https://b.test:8443/x/=poses", #""https://b.test:8443/x/" is a URL: write b.test:8443"#),
        ("http:///=pics", #""http:///" is no host"#), ("b.test/x=pics", #""b.test/x" is no host"#),
        ("a.test=pics,b.test=zz", #""zz" is no name of a bucket. A name has 3 to 63 of a-z"#),
    ])
    func theWrongHalfOfTheWrongPairIsNamed(value: String, told: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve([SettingLayer(flags: [("s3-host", [value])])]) }
        let beginning = "--s3-host: the value is \"\(value)\", but must be HOST=BUCKET, such as images.example.com=pose-images: \(told)"
        #expect(error?.problems.first?.hasPrefix(beginning) == true)
    }
}
