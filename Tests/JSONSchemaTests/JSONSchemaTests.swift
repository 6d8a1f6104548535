import JSONDocument
import Testing

@testable import JSONSchema

@Suite struct JSONSchemaTests {
    private func schema(_ text: String, version: JSONSchemaVersion = .draft202012) throws -> JSONSchema {
        try JSONSchema.compile(JSONValue.parse(text.utf8), version: version)
    }

    @Test func namesOfOneLookHaveSchemasOfTheirOwn() throws {
        let schema = try schema("{\"properties\": {\"\u{e9}\": {\"type\": \"string\"}, \"e\u{301}\": {\"type\": \"number\"}}}")
        #expect(schema.isValid(try JSONValue.parse("{\"\u{e9}\": \"x\", \"e\u{301}\": 1}".utf8)))
    }

    @Test(arguments: [
        (#"{"require": ["a"]}"#, "/require required"), (#"{"Required": ["a"]}"#, "/Required required"),
        (#"{"properties": {"require": {"propertis": {}}}}"#, "/properties/require/propertis properties"),
        (#"{"allOf": [{"items": {"additionalPropertie": false}}]}"#, "/allOf/0/items/additionalPropertie additionalProperties"),
        (##"{"$ref": "#/definitions/a", "definitions": {"a": {"typ": "string"}}}"##, "/definitions/a/typ type"),
        (#"{"x-a": 1, "note": "n"}"#, nil),
        (#"{"enum": [{"require": 1}], "default": {"typ": 1}}"#, nil), (#"{"title": "t", "example": 1, "nullable": true}"#, nil),
        ("true", nil),
    ])
    func aMemberThatIsNearlyAKeywordIsFound(schema: String, told: String?) throws {
        let slips = JSONSchema.slips(in: try JSONValue.parse(schema.utf8))
        #expect(slips.map { "\($0.pointer.text) \($0.keyword)" } == (told.map { [$0] } ?? []))
    }

    @Test func everyViolationIsListedWithItsPlace() throws {
        let schema = try schema(
            ##"""
            {"type": "object", "required": ["id", "name"], "additionalProperties": false, "properties": {
              "name": {"type": "string", "minLength": 2, "pattern": "^[a-z]+$"}, "tags": {"uniqueItems": true, "items": {"enum": ["a", "b"]}},
              "a/b": {"minimum": 5, "multipleOf": 0.1}, "kind": {"anyOf": [{"const": 1}, {"const": 2}]}, "sub": {"$ref": "#"}}}
            """##)
        let instance = try JSONValue.parse(
            #"{"name": "A", "tags": ["a", "c", "a"], "a/b": 4.25, "kind": 3, "sub": {"id": 1}, "extra": null}"#.utf8)
        #expect(
            schema.validate(instance).map(\.description) == [
                "the root: the member \"id\" is missing (required)",
                "/name: expected at least 2 characters, found 1 (minLength)",
                "/name: \"A\" does not match the pattern \"^[a-z]+$\" (pattern)",
                "/tags: element 2 is there twice (uniqueItems)",
                "/tags/1: expected one of [\"a\",\"b\"] (enum)",
                "/a~1b: 4.25 is not a multiple of 0.1 (multipleOf)",
                "/a~1b: expected a number of at least 5, found 4.25 (minimum)",
                "/kind: none of the 2 alternatives holds (anyOf)",
                "/sub: the member \"name\" is missing (required)",
                "/sub: the member \"id\" is not allowed (additionalProperties)",
                "the root: the member \"extra\" is not allowed (additionalProperties)",
            ])
        #expect(!schema.isValid(instance))
    }

    @Test(arguments: [
        (
            #"{"type": "strin"}"#,
            "JSON Schema: /type: there is no type \"strin\" (did you mean \"string\"?)"
        ),
        (#"{"properties": {"a": {"pattern": "("}}}"#, "JSON Schema: /properties/a/pattern: the pattern \"(\" cannot be compiled"),
        (
            ##"{"$ref": "#/$defs/x"}"##,
            "JSON Schema: /$ref: unknown reference \"#/$defs/x\": nothing is fetched, it must lead into this schema"
        ),
        (#"{"$ref": "http://example.com/x.json"}"#, "JSON Schema: /$ref: unknown reference \"http://example.com/x.json\""),
        (
            #"{"$schema": "http://example.com/x"}"#,
            "JSON Schema: /$schema: unknown \"$schema\" \"http://example.com/x\": known are http://json-schema.org/draft-04/schema"
        ),
        ("5", "JSON Schema: expected object or boolean, found number"),
        (#"{"required": "a", "minItems": -1}"#, "JSON Schema: "),
    ])
    func whatIsWrongInASchemaIsNamed(text: String, complaint: String) throws {
        do {
            _ = try schema(text)
            Issue.record("\(text) is accepted")
        } catch let error as JSONSchemaError {
            #expect(error.description.hasPrefix(complaint), "\(error)")
        }
    }

    @Test func everyProblemOfASchemaIsTold() throws {
        do {
            _ = try schema(##"{"properties": {"a": {"$ref": "#/x"}, "b": {"pattern": "["}, "c": {"$ref": "y"}}}"##)
            Issue.record("accepted")
        } catch let error as JSONSchemaError {
            #expect(error.problems.map(\.pointer) == ["/properties/a/$ref", "/properties/b/pattern", "/properties/c/$ref"])
        }
    }

    @Test func theSchemaSaysItsVersionItself() throws {
        let text = #"{"$schema": "http://json-schema.org/draft-04/schema#", "maximum": 5, "exclusiveMaximum": true}"#
        #expect(try !schema(text).isValid(5))
        #expect(throws: JSONSchemaError.self) { try schema(#"{"maximum": 5, "exclusiveMaximum": true}"#) }
        #expect(try schema(#"{"maximum": 5, "exclusiveMaximum": true}"#, version: .draft4).isValid(4))
        #expect(JSONSchemaVersion(wireMockName: "V201909") == .draft201909)
        #expect(JSONSchemaVersion(wireMockName: "V5") == nil)
    }

    @Test func formatsAreAssertedUpToDraft7() throws {
        let text = #"{"format": "ipv4"}"#
        for version in JSONSchemaVersion.allCases { #expect(try schema(text, version: version).isValid("x") == (version > .draft7)) }
        #expect(try !JSONSchema.compile(["format": "ipv4"], formats: .asserted).isValid("x"))
    }

    @Test(arguments: ["uuid", "duration", "date", "uri-reference"]) func olderDraftsKnowFormatsOfNewerOnes(format: String) throws {
        for version in [JSONSchemaVersion.draft4, .draft6, .draft7] {
            #expect(try !schema("{\"format\": \"\(format)\"}", version: version).isValid("<no>"))
        }
    }

    @Test func nullableLetsNullThrough() throws {
        #expect(try schema(#"{"type": "string", "nullable": true}"#).isValid(.null))
        #expect(try schema(#"{"enum": ["a"], "nullable": true}"#).isValid(.null))
        #expect(try !schema(#"{"type": "string"}"#).isValid(.null))
    }

    @Test func multiplesAreExact() throws {
        let cases: [(String, String, Bool)] = [
            ("0.0075", "0.0001", true), ("0.00751", "0.0001", false), ("1e308", "0.123456789", false), ("1e400", "0.5", true),
            ("0", "3", true),
            ("123456789012345678901234567890", "10", true), ("123456789012345678901234567891", "10", false), ("4.5", "1.5", true),
            ("5", "1e30", false),
            ("-9", "3", true), ("1e-400", "1", false), ("10.000000000000000000001", "1", false), ("10.000000000000000000", "1", true),
            ("20000000000.000000001", "20000000000", false), ("0.30000000000000000001", "0.1", false),
        ]
        for (value, divisor, isMultiple) in cases {
            #expect(JSONNumber(validated: value).isMultiple(of: JSONNumber(validated: divisor)) == isMultiple, "\(value) / \(divisor)")
        }
    }

    @Test func limitsStopWhatDoesNotEnd() throws {
        #expect(try schema(##"{"$ref": "#"}"##).validate(1).map(\.keyword) == ["jsonSchemaDepth"])
        #expect(try schema(##"{"anyOf": [{"$ref": "#"}, {"not": {"$ref": "#"}}]}"##).validate(1).map(\.keyword) == ["jsonSchemaDepth"])
        // Each level of the instance doubles the work.
        let doubling = try schema(##"{"allOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}"##)
        var instance: JSONValue = [1]
        for _ in 0..<40 { instance = [instance] }
        #expect(doubling.validate(instance).map(\.keyword) == ["jsonSchemaSteps"])
        #expect(doubling.validate(instance).first?.message == "stopped at 1000000 (limits.jsonSchemaSteps)")
        let pattern = try schema(#"{"pattern": "^(a|aa)+$"}"#)
        #expect(pattern.validate(.string(String(repeating: "a", count: 60) + "b")).map(\.keyword) == ["pattern"])
    }

    @Test func longChainsOfReferencesCompile() throws {
        var definitions = JSONObject()
        for index in 0..<5_000 { definitions["d\(index)"] = ["items": ["$ref": .string("#/$defs/d\(index + 1)")]] }
        definitions["d5000"] = true
        let schema = try JSONSchema.compile(["$ref": "#/$defs/d0", "$defs": .object(definitions)])
        #expect(schema.isValid([[[]]]))
    }
}
