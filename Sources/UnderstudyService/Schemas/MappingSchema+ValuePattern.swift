extension MappingSchema {
    /// The matchers for one value.
    static let valuePattern = #"""
            "valuePattern": {
              "description": "A pattern for a value: one matcher, with its parameters.",
              "type": "object",
              "properties": {
                "equalTo": { "type": "string", "description": "The value is exactly this text." },
                "caseInsensitive": { "type": "boolean", "default": false, "description": "With equalTo: upper and lower case do not matter." },
                "contains": { "type": "string", "description": "The value contains this text." },
                "doesNotContain": { "type": "string", "description": "The value does not contain this text." },
                "matches": {
                  "type": "string",
                  "description": "A regular expression that must match the whole value; a dot also matches line feeds."
                },
                "doesNotMatch": { "type": "string", "description": "A regular expression that must not match the whole value." },
                "absent": { "enum": [true, "true", "(absent)"], "description": "There is no such value." },
                "anything": { "description": "Any value matches." },
                "binaryEqualTo": { "type": "string", "description": "The bytes of the body, in Base64." },
                "equalToJson": {
                  "description": "Equal JSON: the order of members and the form of numbers do not matter. A JSON value, or a string that holds one. Placeholders: ${json-unit.any-string}, any-number, any-boolean, ignore, ignore-element, regex."
                },
                "ignoreArrayOrder": { "type": "boolean", "default": false, "description": "With equalToJson: the order of array elements does not matter." },
                "ignoreExtraElements": {
                  "type": "boolean",
                  "default": false,
                  "description": "With equalToJson: there may be further members."
                },
                "matchesJsonPath": {
                  "description": "A JSONPath (RFC 9535, and Jayway's additions) that must find something; or an expression with a matcher for what it finds.",
                  "oneOf": [
                    { "type": "string" },
                    { "type": "object", "required": ["expression"], "properties": { "expression": { "type": "string" } } }
                  ]
                },
                "matchesJsonSchema": {
                  "type": ["object", "boolean", "string"],
                  "description": "A JSON Schema that the value must satisfy, as JSON or as a string of JSON."
                },
                "schemaVersion": {
                  "enum": ["V4", "V6", "V7", "V201909", "V202012"],
                  "default": "V202012",
                  "description": "With matchesJsonSchema: the version of JSON Schema."
                },
                "equalToXml": {
                  "type": "string",
                  "description": "Equal XML: white space, comments, prefixes, and the order of attributes and of siblings with different names do not matter."
                },
                "enablePlaceholders": {
                  "type": "boolean",
                  "default": false,
                  "description": "With equalToXml: placeholders such as ${xmlunit.ignore} are used."
                },
                "placeholderOpeningDelimiterRegex": { "type": "string", "description": "With equalToXml." },
                "placeholderClosingDelimiterRegex": { "type": "string", "description": "With equalToXml." },
                "exemptedComparisons": {
                  "description": "With equalToXml: differences to ignore, by XMLUnit's names.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "ignoreOrderOfSameNode": {
                  "type": "boolean",
                  "default": false,
                  "description": "With equalToXml: siblings of the same name may be in any order."
                },
                "namespaceAwareness": { "enum": ["LEGACY", "STRICT", "NONE"], "description": "With equalToXml." },
                "matchesXPath": {
                  "description": "An XPath 1.0 expression that must find something; or an expression with a matcher for what it finds.",
                  "oneOf": [
                    { "type": "string" },
                    { "type": "object", "required": ["expression"], "properties": { "expression": { "type": "string" } } }
                  ]
                },
                "xPathNamespaces": {
                  "description": "With matchesXPath: namespaces as {prefix: URI}.",
                  "type": "object",
                  "additionalProperties": { "type": "string" }
                },
                "before": { "type": "string", "description": "A time before this one: ISO 8601, or \"now\", \"now +3 days\"." },
                "after": { "type": "string", "description": "A time after this one." },
                "equalToDateTime": { "type": "string", "description": "The same moment." },
                "actualFormat": { "type": "string", "description": "The format of the value: a Java pattern, \"unix\" or \"epoch\"." },
                "expectedOffset": { "type": "integer", "description": "Added to the expected time." },
                "expectedOffsetUnit": {
                  "enum": ["seconds", "minutes", "hours", "days", "weeks", "months", "years"],
                  "description": "The unit of expectedOffset."
                },
                "truncateExpected": {
                  "type": "string",
                  "description": "Rounds the time down before it is compared: first second of minute, first minute of hour, first hour of day, first or last day of month or year, first day of next month or year."
                },
                "truncateActual": {
                  "type": "string",
                  "description": "Rounds the time down before it is compared: first second of minute, first minute of hour, first hour of day, first or last day of month or year, first day of next month or year."
                },
                "applyTruncationLast": {
                  "type": "boolean",
                  "default": false,
                  "description": "The offset is added before the time is rounded down, not after."
                },
                "matchesPathTemplate": { "type": "string", "description": "A path template that must match the whole value: /things/{id}." },
                "equalToNumber": { "type": ["number", "string"], "description": "A number equal to this one." },
                "greaterThanNumber": { "type": ["number", "string"], "description": "A number greater than this one." },
                "greaterThanEqualNumber": { "type": ["number", "string"], "description": "A number not less than this one." },
                "lessThanNumber": { "type": ["number", "string"], "description": "A number less than this one." },
                "lessThanEqualNumber": { "type": ["number", "string"], "description": "A number not greater than this one." },
                "and": { "description": "All of these must match.", "type": "array", "items": { "$ref": "#/definitions/valuePattern" } },
                "or": { "description": "One of these must match.", "type": "array", "items": { "$ref": "#/definitions/valuePattern" } },
                "not": { "$ref": "#/definitions/valuePattern" }
              },
              "additionalProperties": false,
              "anyOf": [
                { "required": ["equalTo"] },
                { "required": ["contains"] },
                { "required": ["doesNotContain"] },
                { "required": ["matches"] },
                { "required": ["doesNotMatch"] },
                { "required": ["absent"] },
                { "required": ["anything"] },
                { "required": ["binaryEqualTo"] },
                { "required": ["equalToJson"] },
                { "required": ["matchesJsonPath"] },
                { "required": ["matchesJsonSchema"] },
                { "required": ["equalToXml"] },
                { "required": ["matchesXPath"] },
                { "required": ["before"] },
                { "required": ["after"] },
                { "required": ["equalToDateTime"] },
                { "required": ["matchesPathTemplate"] },
                { "required": ["equalToNumber"] },
                { "required": ["greaterThanNumber"] },
                { "required": ["greaterThanEqualNumber"] },
                { "required": ["lessThanNumber"] },
                { "required": ["lessThanEqualNumber"] },
                { "required": ["and"] },
                { "required": ["or"] },
                { "required": ["not"] }
              ]
            },

        """#
}
