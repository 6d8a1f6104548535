extension MappingSchema {
    /// The matchers for one value.
    static let valuePattern = #"""
            "valuePattern": {
              "description": "What a value is like: one matcher, with its parameters.",
              "type": "object",
              "properties": {
                "equalTo": { "type": "string", "description": "The value is exactly this text." },
                "caseInsensitive": { "type": "boolean", "default": false, "description": "With equalTo: letters' case does not matter." },
                "contains": { "type": "string", "description": "The value has this text in it." },
                "doesNotContain": { "type": "string", "description": "The value does not have this text in it." },
                "matches": {
                  "type": "string",
                  "description": "A regular expression that the whole value has to match; a dot also matches line feeds."
                },
                "doesNotMatch": { "type": "string", "description": "A regular expression that the whole value must not match." },
                "absent": { "enum": [true, "true", "(absent)"], "description": "The value is not there at all." },
                "anything": { "description": "Any value will do." },
                "binaryEqualTo": { "type": "string", "description": "The body's bytes, as base64." },
                "equalToJson": {
                  "description": "JSON of the same meaning: order of members and the writing of numbers do not matter. A JSON value, or a string that holds one. Placeholders: ${json-unit.any-string}, any-number, any-boolean, ignore, ignore-element, regex."
                },
                "ignoreArrayOrder": { "type": "boolean", "default": false, "description": "With equalToJson: arrays are compared as bags." },
                "ignoreExtraElements": {
                  "type": "boolean",
                  "default": false,
                  "description": "With equalToJson: members that are not named may come as well."
                },
                "matchesJsonPath": {
                  "description": "A JSONPath (RFC 9535, and Jayway's additions) that has to find something; or an expression, and a matcher for what it finds.",
                  "oneOf": [
                    { "type": "string" },
                    { "type": "object", "required": ["expression"], "properties": { "expression": { "type": "string" } } }
                  ]
                },
                "matchesJsonSchema": {
                  "type": ["object", "boolean", "string"],
                  "description": "A JSON Schema that the value has to satisfy; as JSON, or a string that holds it."
                },
                "schemaVersion": {
                  "enum": ["V4", "V6", "V7", "V201909", "V202012"],
                  "default": "V202012",
                  "description": "With matchesJsonSchema."
                },
                "equalToXml": {
                  "type": "string",
                  "description": "XML of the same meaning: space, comments, prefixes, and the order of attributes and of unlike siblings do not matter."
                },
                "enablePlaceholders": {
                  "type": "boolean",
                  "default": false,
                  "description": "With equalToXml: placeholders such as ${xmlunit.ignore} count."
                },
                "placeholderOpeningDelimiterRegex": { "type": "string", "description": "With equalToXml." },
                "placeholderClosingDelimiterRegex": { "type": "string", "description": "With equalToXml." },
                "exemptedComparisons": {
                  "description": "With equalToXml: kinds of difference that do not count, by XMLUnit's names.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "ignoreOrderOfSameNode": {
                  "type": "boolean",
                  "default": false,
                  "description": "With equalToXml: siblings of one name may come in any order."
                },
                "namespaceAwareness": { "enum": ["LEGACY", "STRICT", "NONE"], "description": "With equalToXml." },
                "matchesXPath": {
                  "description": "An XPath 1.0 expression that has to find something; or an expression, and a matcher for what it finds.",
                  "oneOf": [
                    { "type": "string" },
                    { "type": "object", "required": ["expression"], "properties": { "expression": { "type": "string" } } }
                  ]
                },
                "xPathNamespaces": {
                  "description": "With matchesXPath, or in it: {prefix: URI}.",
                  "type": "object",
                  "additionalProperties": { "type": "string" }
                },
                "before": { "type": "string", "description": "A time before this one: ISO 8601, or \"now\", \"now +3 days\"." },
                "after": { "type": "string", "description": "A time after this one." },
                "equalToDateTime": { "type": "string", "description": "The same moment." },
                "actualFormat": { "type": "string", "description": "How the value writes its time: a Java pattern, \"unix\" or \"epoch\"." },
                "expectedOffset": { "type": "integer", "description": "Added to the expected time." },
                "expectedOffsetUnit": {
                  "enum": ["seconds", "minutes", "hours", "days", "weeks", "months", "years"],
                  "description": "The unit of expectedOffset."
                },
                "truncateExpected": {
                  "type": "string",
                  "description": "Cuts the time down before comparing: first second of minute, first minute of hour, first hour of day, first or last day of month or year, first day of next month or year."
                },
                "truncateActual": {
                  "type": "string",
                  "description": "Cuts the time down before comparing: first second of minute, first minute of hour, first hour of day, first or last day of month or year, first day of next month or year."
                },
                "applyTruncationLast": {
                  "type": "boolean",
                  "default": false,
                  "description": "The offset is added before the time is cut down, not after."
                },
                "matchesPathTemplate": { "type": "string", "description": "A path template that the whole value has to match: /things/{id}." },
                "equalToNumber": { "type": ["number", "string"], "description": "A number equal to this one." },
                "greaterThanNumber": { "type": ["number", "string"], "description": "A number greater than this one." },
                "greaterThanEqualNumber": { "type": ["number", "string"], "description": "A number not less than this one." },
                "lessThanNumber": { "type": ["number", "string"], "description": "A number less than this one." },
                "lessThanEqualNumber": { "type": ["number", "string"], "description": "A number not greater than this one." },
                "and": { "description": "All of these.", "type": "array", "items": { "$ref": "#/definitions/valuePattern" } },
                "or": { "description": "Any of these.", "type": "array", "items": { "$ref": "#/definitions/valuePattern" } },
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
