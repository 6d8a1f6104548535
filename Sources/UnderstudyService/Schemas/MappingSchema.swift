/// Of a file of mappings. The text of `schemas/stub-mapping.json`, which a test compares; it is long because it is one document.
enum MappingSchema {
    static let text = #"""
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Stub mappings of Understudy",
          "description": "A file in mappings/: one stub mapping, or a list of them. WireMock's language, and Understudy's additions (marked \"Ours\").",
          "if": { "required": ["mappings"] },
          "then": {
            "description": "Several mappings in one file.",
            "type": "object",
            "properties": {
              "$schema": { "type": "string" },
              "mappings": { "type": "array", "items": { "$ref": "#/definitions/stubMapping" } },
              "meta": { "type": "object", "description": "WireMock writes it into exports; without meaning." },
              "importOptions": { "type": "object", "description": "What POST /__admin/mappings/import reads; without meaning in a file." }
            },
            "additionalProperties": false
          },
          "else": { "$ref": "#/definitions/stubMapping" },
          "definitions": {
            "requestPattern": {
              "description": "Which requests. What is not named is met by everything. Of several URL fields the first of url, urlPattern, urlPath, urlPathPattern, urlPathTemplate counts.",
              "type": "object",
              "properties": {
                "url": { "type": "string", "pattern": "^(/|\\*$)", "description": "Path and query, byte for byte, nothing decoded; other characters than ASCII's also meet their escapes." },
                "urlPattern": { "type": "string", "description": "A regular expression over path and query, as a whole." },
                "urlPath": { "type": "string", "pattern": "^(/[^?]*|\\*)$", "description": "The path, byte for byte; any query. Other characters than ASCII's also meet their escapes." },
                "urlPathPattern": { "type": "string", "description": "A regular expression over the path, as a whole." },
                "urlPathTemplate": { "type": "string", "description": "A path with variables: /things/{id}; ** stands for the rest." },
                "method": {
                  "type": "string",
                  "pattern": "^[^a-z]+$",
                  "examples": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"],
                  "description": "The method, or ANY. HEAD does not meet GET."
                },
                "headers": {
                  "description": "By name, in any spelling of letters.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "queryParameters": {
                  "description": "By name; values are decoded first.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "cookies": { "description": "By name.", "type": "object", "additionalProperties": { "$ref": "#/definitions/valuePattern" } },
                "formParameters": {
                  "description": "Of a body with the form content type.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "pathParameters": {
                  "description": "The variables of urlPathTemplate.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/valuePattern" }
                },
                "bodyPatterns": {
                  "description": "All of them have to be met. An empty body counts as absent.",
                  "type": "array",
                  "items": { "$ref": "#/definitions/valuePattern" }
                },
                "multipartPatterns": {
                  "description": "Each is met by a part, or by all of them.",
                  "type": "array",
                  "items": { "$ref": "#/definitions/multipartPattern" }
                },
                "basicAuthCredentials": { "$ref": "#/definitions/basicCredentials" },
                "basicAuth": { "$ref": "#/definitions/basicCredentials" },
                "host": { "allOf": [{ "$ref": "#/definitions/valuePattern" }], "description": "The Host field's name, without the port." },
                "port": { "type": "integer", "minimum": 1, "maximum": 65535, "description": "The Host field's port." },
                "scheme": { "type": "string", "description": "http or https." },
                "clientIp": { "allOf": [{ "$ref": "#/definitions/valuePattern" }], "description": "The client's address." },
                "listener": {
                  "enum": ["http", "s3", "any"],
                  "default": "http",
                  "description": "Ours: on which of the server's doors the stub answers."
                },
                "customMatcher": { "not": {}, "description": "Java extensions cannot be loaded; refused." }
              },
              "additionalProperties": false,
              "dependencies": {
                "url": { "properties": { "urlPattern": false, "urlPath": false, "urlPathPattern": false, "urlPathTemplate": false } },
                "urlPattern": { "properties": { "urlPath": false, "urlPathPattern": false, "urlPathTemplate": false } },
                "urlPath": { "properties": { "urlPathPattern": false, "urlPathTemplate": false } },
                "urlPathPattern": { "properties": { "urlPathTemplate": false } },
                "pathParameters": ["urlPathTemplate"]
              }
            },
            "basicCredentials": {
              "description": "A user's name and password.",
              "type": "object",
              "properties": { "username": { "type": "string" }, "password": { "type": "string" } },
              "additionalProperties": false,
              "required": ["username", "password"]
            },
            "multipartPattern": {
              "description": "What a part of a multipart body is like.",
              "type": "object",
              "properties": {
                "name": { "type": "string", "description": "The part's name." },
                "fileName": { "type": "string", "description": "Its file name." },
                "filename": { "type": "string", "description": "The same, in another spelling." },
                "matchingType": {
                  "enum": ["ANY", "ALL", "any", "all"],
                  "default": "ANY",
                  "description": "Whether one part has to be like this, or all of them."
                },
                "headers": {
                  "description": "The part's header fields.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "bodyPatterns": { "description": "All of them have to be met.", "type": "array", "items": { "$ref": "#/definitions/valuePattern" } }
              },
              "additionalProperties": false
            },
            "multiValuePattern": {
              "description": "What the values under one name are like. A plain matcher is met if any of repeated values meets it.",
              "oneOf": [
                { "$ref": "#/definitions/valuePattern" },
                {
                  "description": "Each of these by a value of its own, and none left over.",
                  "type": "object",
                  "properties": { "hasExactly": { "type": "array", "items": { "$ref": "#/definitions/valuePattern" } } },
                  "additionalProperties": false,
                  "required": ["hasExactly"]
                },
                {
                  "description": "Each of these by some value; more may come.",
                  "type": "object",
                  "properties": { "includes": { "type": "array", "items": { "$ref": "#/definitions/valuePattern" } } },
                  "additionalProperties": false,
                  "required": ["includes"]
                }
              ]
            },
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
            "response": {
              "description": "What is answered. An empty 200 when nothing is written.",
              "type": "object",
              "properties": {
                "status": {
                  "type": "integer",
                  "maximum": 999,
                  "default": 200,
                  "description": "200 when missing or not positive; else from 200.",
                  "if": { "minimum": 1 },
                  "then": { "minimum": 200 }
                },
                "statusMessage": { "type": "string", "description": "The reason phrase." },
                "headers": {
                  "description": "Header fields, sent as they are written. A list repeats the field.",
                  "type": "object",
                  "additionalProperties": {
                    "oneOf": [
                      { "type": ["string", "number", "boolean"] },
                      { "type": "array", "items": { "type": ["string", "number", "boolean"] } }
                    ]
                  }
                },
                "body": { "type": ["string", "number", "boolean"], "description": "Text." },
                "jsonBody": { "description": "JSON, sent compactly. Sets no Content-Type." },
                "base64Body": { "type": "string", "pattern": "^[A-Za-z0-9+/_\\s-]*={0,2}\\s*$", "description": "Bytes, as base64." },
                "bodyFileName": { "type": "string", "description": "A file under __files. May be a template." },
                "fixedDelayMilliseconds": { "type": "integer", "minimum": 0, "description": "Silence before the answer." },
                "delayDistribution": { "$ref": "#/definitions/delayDistribution" },
                "chunkedDribbleDelay": {
                  "description": "The body in equal parts, each after an equal share of the time.",
                  "type": "object",
                  "properties": {
                    "numberOfChunks": { "type": "integer", "minimum": 1, "description": "How many parts." },
                    "totalDuration": { "type": "integer", "minimum": 0, "description": "Milliseconds altogether." }
                  },
                  "additionalProperties": false,
                  "required": ["numberOfChunks", "totalDuration"]
                },
                "fault": {
                  "description": "What goes wrong on the wire.",
                  "oneOf": [
                    { "$ref": "#/definitions/fault" },
                    { "description": "Several, at different moments.", "type": "array", "items": { "$ref": "#/definitions/fault" } }
                  ]
                },
                "modify": { "$ref": "#/definitions/modifier" },
                "hold": {
                  "description": "Ours: the response waits at a gate until a test releases it (POST /__admin/gates/{name}/release).",
                  "oneOf": [
                    { "type": "string", "minLength": 1, "maxLength": 200, "description": "The gate's name; nothing is sent before it is released." },
                    {
                      "type": "object",
                      "properties": {
                        "gate": { "type": "string", "minLength": 1, "maxLength": 200, "description": "The gate's name." },
                        "at": {
                          "description": "How much of the response is sent before it waits.",
                          "default": "beforeHeaders",
                          "oneOf": [
                            { "enum": ["beforeHeaders", "afterHeaders", "end"], "description": "end: all but the last byte." },
                            {
                              "description": "That many bytes of the body.",
                              "type": "object",
                              "properties": { "bodyBytes": { "type": "integer", "minimum": 0 } },
                              "additionalProperties": false,
                              "required": ["bodyBytes"]
                            },
                            {
                              "description": "That part of the body.",
                              "type": "object",
                              "properties": { "bodyFraction": { "type": "number", "minimum": 0, "maximum": 1 } },
                              "additionalProperties": false,
                              "required": ["bodyFraction"]
                            }
                          ]
                        }
                      },
                      "additionalProperties": false,
                      "required": ["gate"]
                    }
                  ]
                },
                "holdTimeoutMilliseconds": {
                  "type": "integer",
                  "minimum": 1,
                  "default": 30000,
                  "description": "Ours: after that long at its gate, in real time, the response is a 504."
                },
                "network": { "$ref": "#/definitions/network" },
                "bandwidthKilobitsPerSecond": {
                  "type": "number",
                  "exclusiveMinimum": 0,
                  "maximum": 100000000,
                  "description": "The rate of this body alone, beside the network's."
                },
                "proxyBaseUrl": {
                  "type": "string",
                  "description": "Answers with what this server answers; path and query are appended. May be a template."
                },
                "proxyUrlPrefixToRemove": { "type": "string", "description": "Taken off the front of the path before it is passed on." },
                "additionalProxyRequestHeaders": {
                  "description": "Sent to the proxied server besides the client's.",
                  "type": "object",
                  "additionalProperties": {
                    "oneOf": [
                      { "type": ["string", "number", "boolean"] },
                      { "type": "array", "items": { "type": ["string", "number", "boolean"] } }
                    ]
                  }
                },
                "removeProxyRequestHeaders": {
                  "description": "Not passed on to the proxied server.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "transformers": {
                  "description": "\"response-template\" makes templates of bodies, headers and the file's name.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "transformerParameters": { "type": "object", "description": "What templates see as `parameters`." },
                "fromConfiguredStub": { "type": "boolean", "description": "WireMock writes it; without meaning." }
              },
              "additionalProperties": false,
              "dependencies": {
                "body": { "properties": { "jsonBody": false, "base64Body": false, "bodyFileName": false } },
                "jsonBody": { "properties": { "base64Body": false, "bodyFileName": false } },
                "base64Body": { "properties": { "bodyFileName": false } }
              }
            },
            "delayDistribution": {
              "description": "A delay drawn for each answer; comes on top of the fixed one.",
              "oneOf": [
                {
                  "description": "Half of all draws below the median.",
                  "type": "object",
                  "properties": {
                    "type": { "const": "lognormal" },
                    "median": { "type": "number", "minimum": 0, "description": "Milliseconds." },
                    "sigma": { "type": "number", "minimum": 0, "description": "Standard deviation of the logarithm." },
                    "maxValue": { "type": "number", "minimum": 0, "description": "Milliseconds; more is drawn again." }
                  },
                  "additionalProperties": false,
                  "required": ["type", "median", "sigma"]
                },
                {
                  "description": "Any value between the bounds.",
                  "type": "object",
                  "properties": {
                    "type": { "const": "uniform" },
                    "lower": { "type": "integer", "minimum": 0, "description": "Milliseconds." },
                    "upper": { "type": "integer", "minimum": 0, "description": "Milliseconds." }
                  },
                  "additionalProperties": false,
                  "required": ["type", "lower", "upper"]
                },
                {
                  "description": "Always the same.",
                  "type": "object",
                  "properties": {
                    "type": { "const": "fixed" },
                    "milliseconds": { "type": "integer", "minimum": 0, "description": "Milliseconds." }
                  },
                  "additionalProperties": false,
                  "required": ["type", "milliseconds"]
                }
              ]
            },
            "network": {
              "description": "The link that the response takes, in place of the session's.",
              "oneOf": [
                { "$ref": "#/definitions/networkName" },
                {
                  "description": "A profile with some numbers changed, or numbers alone.",
                  "type": "object",
                  "properties": {
                    "profile": { "$ref": "#/definitions/networkName" },
                    "downKilobitsPerSecond": { "$ref": "#/definitions/networkRate" },
                    "upKilobitsPerSecond": { "$ref": "#/definitions/networkRate" },
                    "downDelayMilliseconds": { "$ref": "#/definitions/networkDelay" },
                    "upDelayMilliseconds": { "$ref": "#/definitions/networkDelay" },
                    "downLoss": { "$ref": "#/definitions/networkLoss" },
                    "upLoss": { "$ref": "#/definitions/networkLoss" },
                    "dnsDelayMilliseconds": { "$ref": "#/definitions/networkDelay" },
                    "connectFault": { "enum": ["reset", "close", "stall"], "description": "What becomes of new connections." }
                  },
                  "additionalProperties": false
                }
              ]
            },
            "networkName": {
              "enum": ["100% Loss", "3G", "DSL", "Edge", "High Latency DNS", "LTE", "Very Bad Network", "Wi-Fi", "Wi-Fi 802.11ac", "off"],
              "description": "A profile of Apple's Network Link Conditioner; or off."
            },
            "networkRate": { "type": "number", "minimum": 0, "maximum": 100000000, "description": "0 for no bound." },
            "networkDelay": { "type": "number", "minimum": 0, "maximum": 3600000 },
            "networkLoss": { "type": "number", "minimum": 0, "maximum": 1, "description": "The part of all segments that is lost." },
            "fault": {
              "oneOf": [
                {
                  "enum": ["EMPTY_RESPONSE", "CONNECTION_RESET_BY_PEER", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE"],
                  "description": "WireMock's names."
                },
                {
                  "description": "Ours: an effect at a moment.",
                  "type": "object",
                  "properties": {
                    "effect": {
                      "enum": ["reset", "close", "truncate", "stall", "garbage"],
                      "description": "reset: RST; close: FIN; truncate: close inside the body, under the full announced length; stall: silence; garbage: random bytes in place of the rest."
                    },
                    "at": {
                      "description": "The moment. Default beforeHeaders; for truncate the middle of the body.",
                      "oneOf": [
                        { "enum": ["requestBody", "beforeHeaders", "afterHeaders", "end"] },
                        {
                          "description": "After that many bytes of the body.",
                          "type": "object",
                          "properties": { "bodyBytes": { "type": "integer", "minimum": 0 } },
                          "additionalProperties": false,
                          "required": ["bodyBytes"]
                        },
                        {
                          "description": "After that part of the body.",
                          "type": "object",
                          "properties": { "bodyFraction": { "type": "number", "minimum": 0, "maximum": 1 } },
                          "additionalProperties": false,
                          "required": ["bodyFraction"]
                        }
                      ]
                    },
                    "probability": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 1,
                      "description": "The chance that it happens, 0 to 1. Drawn from the server's seed."
                    },
                    "count": { "type": "integer", "minimum": 0, "description": "It happens that many times, then no more." }
                  },
                  "additionalProperties": false,
                  "required": ["effect"]
                }
              ]
            },
            "modifier": {
              "description": "Ours: gives no response itself, but changes how the next candidate's goes out: that of another stub, a file, an S3 object or another server. Stands alone in its response.",
              "type": "object",
              "properties": {
                "status": { "type": "integer", "minimum": 200, "maximum": 999, "description": "In place of the response's own." },
                "headers": {
                  "description": "Header fields, set in place of those of their names. A list repeats the field.",
                  "type": "object",
                  "additionalProperties": {
                    "oneOf": [
                      { "type": ["string", "number", "boolean"] },
                      { "type": "array", "items": { "type": ["string", "number", "boolean"] } }
                    ]
                  }
                },
                "removeHeaders": { "description": "Names of header fields to leave out.", "type": "array", "items": { "type": "string" } },
                "fixedDelayMilliseconds": { "$ref": "#/definitions/response/properties/fixedDelayMilliseconds" },
                "delayDistribution": { "$ref": "#/definitions/delayDistribution" },
                "chunkedDribbleDelay": { "$ref": "#/definitions/response/properties/chunkedDribbleDelay" },
                "fault": { "$ref": "#/definitions/response/properties/fault" },
                "hold": { "$ref": "#/definitions/response/properties/hold" },
                "holdTimeoutMilliseconds": { "$ref": "#/definitions/response/properties/holdTimeoutMilliseconds" },
                "network": { "$ref": "#/definitions/network" },
                "bandwidthKilobitsPerSecond": { "$ref": "#/definitions/response/properties/bandwidthKilobitsPerSecond" }
              },
              "additionalProperties": false
            },
            "serveEventListener": {
              "description": "Something to do when the stub has answered.",
              "type": "object",
              "properties": {
                "name": { "type": "string", "description": "\"webhook\" is the built-in one." },
                "requestPhases": {
                  "description": "When.",
                  "type": "array",
                  "items": { "enum": ["BEFORE_MATCH", "AFTER_MATCH", "BEFORE_RESPONSE_SENT", "AFTER_COMPLETE"] }
                },
                "parameters": {
                  "type": "object",
                  "description": "For a webhook: method, url, headers, body or base64Body, delay; templates all. Further keys are `parameters` in them."
                }
              },
              "additionalProperties": false,
              "required": ["name"]
            },
            "postServeAction": {
              "description": "WireMock 2's name for a listener after the answer.",
              "type": "object",
              "properties": { "name": { "type": "string" }, "parameters": { "type": "object" } },
              "additionalProperties": false,
              "required": ["name"]
            },
            "stubMapping": {
              "description": "Which requests, and what they get.",
              "type": "object",
              "properties": {
                "$schema": { "type": "string", "description": "For editors; without meaning here." },
                "id": {
                  "type": "string",
                  "format": "uuid",
                  "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
                  "description": "Of a file's stub made of its path when missing, else random."
                },
                "uuid": {
                  "type": "string",
                  "format": "uuid",
                  "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
                  "description": "The same, in another spelling."
                },
                "request": { "$ref": "#/definitions/requestPattern" },
                "response": { "$ref": "#/definitions/response" },
                "responses": {
                  "description": "Ours: one answer after the other. In place of response.",
                  "type": "array",
                  "items": { "$ref": "#/definitions/response" },
                  "minItems": 1
                },
                "repeat": {
                  "enum": ["last", "cycle", "once"],
                  "default": "last",
                  "description": "Ours: what comes after the last of responses. once: the stub matches no more."
                },
                "scenarioName": {
                  "type": "string",
                  "description": "The scenario in whose states the stub takes part. Every scenario begins in the state \"Started\"."
                },
                "requiredScenarioState": { "type": "string", "description": "The stub answers in this state only." },
                "newScenarioState": { "type": "string", "description": "Set when the stub is chosen." },
                "name": { "type": "string", "description": "For people; also in the header field Matched-Stub-Name." },
                "priority": { "type": "integer", "default": 5, "description": "1 is the highest. Among equals the newest wins." },
                "persistent": {
                  "type": "boolean",
                  "default": false,
                  "description": "Also written to mappings/ when it was added by the admin API."
                },
                "metadata": { "type": "object", "description": "Free; stubs can be found by it." },
                "probability": {
                  "type": "number",
                  "minimum": 0,
                  "maximum": 1,
                  "description": "The chance that it happens, 0 to 1. Drawn from the server's seed."
                },
                "expect": {
                  "description": "Ours: how often the stub is to answer. Judged when its session ends.",
                  "type": "object",
                  "properties": {
                    "count": { "type": "integer", "minimum": 0, "description": "Exactly that many times." },
                    "atLeast": { "type": "integer", "minimum": 0 },
                    "atMost": { "type": "integer", "minimum": 0 }
                  },
                  "additionalProperties": false,
                  "minProperties": 1
                },
                "insertionIndex": { "type": "integer", "description": "WireMock writes it into files: the order in which stubs were added." },
                "serveEventListeners": {
                  "description": "What to do when the stub has answered.",
                  "type": "array",
                  "items": { "$ref": "#/definitions/serveEventListener" }
                },
                "postServeActions": {
                  "description": "WireMock 2's name for it.",
                  "oneOf": [
                    { "type": "array", "items": { "$ref": "#/definitions/postServeAction" } },
                    { "type": "object", "additionalProperties": { "type": "object" } }
                  ]
                }
              },
              "additionalProperties": false,
              "dependencies": {
                "response": { "properties": { "responses": false } },
                "repeat": ["responses"],
                "requiredScenarioState": ["scenarioName"],
                "newScenarioState": ["scenarioName"]
              }
            }
          }
        }

        """#
}
