import JSONDocument
import JSONSchema
import Testing

@testable import UnderstudyService

/// `schemas/settings.json` says of a value what the server says.
@Suite(.timeLimit(.minutes(5))) struct SettingsSchemaTests {
    private let schema: JSONValue

    init() throws { schema = try JSONValue.parse(SchemaName.settings.text.utf8) }

    /// What the server says of the settings of a file; empty when it takes them.
    private func problems(_ text: String) throws -> [String] {
        let document = try JSONDocument.parse(Array(text.utf8), name: "understudy.json")
        let report = ProblemReport(document)
        let layer = SettingLayer(file: document, report)
        do {
            _ = try Configuration.resolve([layer])
            return report.problems.map(\.description)
        } catch {
            return report.problems.map(\.description) + error.problems
        }
    }

    @Test(
        arguments: [
            (#"{"s3": {"auth": "strict"}}"#, true), (#"{"s3": {"auth": "foo"}}"#, false), (#"{"s3": {"anonymous": "none"}}"#, true),
            (#"{"s3": {"anonymous": "all"}}"#, false), (#"{"s3": {"maximumBytes": 0}}"#, true), (#"{"s3": {"maximumBytes": -1}}"#, false),
            (#"{"s3": {"maximumUploads": 0}}"#, false), (#"{"s3": {"maximumUploads": 1000001}}"#, false),
            (#"{"s3": {"keysFile": ""}}"#, false), (#"{"s3": {"keys": [{"accessKey": "a", "secretKey": "b:c"}]}}"#, true),
            (#"{"s3": {"keys": [{"accessKey": "a:b", "secretKey": "c"}]}}"#, false), (#"{"s3": {"keys": "a:b"}}"#, false),
            (#"{"s3": {"placeholders": {"pics": "640x480.JPG"}}}"#, true), (#"{"s3": {"placeholders": {"a.b-c": "08x1.Png"}}}"#, true),
            (#"{"s3": {"placeholders": {"pics": "9999x1.png"}}}"#, false), (#"{"s3": {"placeholders": {"PICS": "64x48.png"}}}"#, false),
            (#"{"s3": {"placeholders": {"pi": "64x48.png"}}}"#, false), (#"{"watch": "never"}"#, false), (#"{"watch": "poll"}"#, true),
            (#"{"latencyScale": 1000.5}"#, false), (#"{"limits": {"stallSeconds": -0.5}}"#, false), (#"{"seed": -1}"#, false),
            (#"{"threads": 65}"#, false), (#"{"log": {"level": "warn"}}"#, false), (#"{"journal": {"maximumBytes": 65535}}"#, false),
        ] as [(String, Bool)])
    func saysWhatTheServerSays(settings: String, isValid: Bool) throws {
        #expect(try JSONSchema.compile(schema).isValid(JSONValue.parse(settings.utf8)) == isValid, "\(settings)")
        #expect(try problems(settings).isEmpty == isValid, "\(settings)")
    }

    /// The table has the words and the limits once, for the server and for the schema.
    @Test(arguments: Setting.all.filter { $0.path != nil }.map(\.name))
    func hasEveryWordAndEveryLimit(name: String) throws {
        let setting = try #require(Setting.all.first { $0.name == name })
        let path = try #require(setting.path).split(separator: ".")
        let value = try #require(path.reduce(Optional(schema)) { $0?["properties"]?[String($1)] })
        func takes(_ text: String) -> Bool {
            var configuration = Configuration()
            return setting.set([text], in: &configuration)
        }
        if setting.expected().hasPrefix("one of "), setting.schema == nil {
            let words = try #require(value["enum"]?.array).compactMap(\.string)
            #expect(!words.isEmpty && words.allSatisfy(takes))
        }
        guard ["integer", "number"].contains(setting.jsonType) else { return }
        let least = try #require(value["minimum"]?.int)
        #expect(takes("\(least)") && !takes("\(least - 1)"))
        if let most = value["maximum"]?.int {
            #expect(takes("\(most)") && !takes("\(most + 1)"))
        } else {
            #expect(takes("1000000000000"))
        }
    }

    @Test func keysAreDescribedAsTheFileHasThem() {
        let keys = schema["properties"]?["s3"]?["properties"]?["keys"]
        #expect(keys?["description"]?.string == #"an array of {"accessKey": …, "secretKey": …}. The flag is --s3-key."#)
    }

    @Test func aPictureBelongsToABucket() throws {
        #expect(
            try problems(#"{"s3": {"placeholders": {"PICS": "64x48.png", "my_pics": "64x48.png"}}}"#) == [
                #"understudy.json:1:26 /s3/placeholders/PICS: "PICS" is no name of a bucket. Names of buckets are in lower case: write "pics"."#,
                #"understudy.json:1:47 /s3/placeholders/my_pics: "my_pics" is no name of a bucket. "#
                    + #"A name has 3 to 63 of a-z, 0-9, "-" and ".", and a letter or digit at both ends and beside each dot. "#
                    + #"IP addresses and reserved names such as "xn--a" are not valid."#,
            ])
        var configuration = Configuration()
        configuration.s3Placeholders = ["PICS=64x48.png"]
        #expect(throws: StartFailure.self) { try configuration.checkTexts() }
        let variable = SettingLayer(environment: ["UNDERSTUDY_S3_PLACEHOLDER": "PICS=64x48.png"])
        let error = #expect(throws: ConfigurationError.self) { try Configuration.resolve([variable]) }
        #expect(error?.problems.first?.hasSuffix(": names of buckets are in lower case: write pics=64x48.png") == true)
    }
}
