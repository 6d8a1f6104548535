internal import S3Dialect

extension MappingSchema {
    /// The codes of S3's errors, quoted.
    private static let errorCodes = S3ErrorCode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    /// Responses, and what changes how they go out.
    static let responses = #"""
            "response": {
              "description": "The response. An empty 200 if nothing is given.",
              "type": "object",
              "properties": {
                "status": {
                  "type": "integer",
                  "maximum": 999,
                  "default": 200,
                  "description": "The status, from 200. 200 if it is missing or not positive.",
                  "if": { "minimum": 1 },
                  "then": { "minimum": 200 }
                },
                "statusMessage": { "type": "string", "description": "The reason phrase." },
                "headers": {
                  "description": "Header fields, sent as they are written. A list of values repeats the field.",
                  "type": "object",
                  "additionalProperties": {
                    "oneOf": [
                      { "type": ["string", "number", "boolean"] },
                      { "type": "array", "items": { "type": ["string", "number", "boolean"] } }
                    ]
                  }
                },
                "body": { "type": ["string", "number", "boolean"], "description": "The body as text." },
                "jsonBody": { "description": "The body as JSON, sent without white space. Sets no Content-Type." },
                "base64Body": { "type": "string", "pattern": "^[A-Za-z0-9+/_\\s-]*={0,2}\\s*$", "description": "The body as bytes in Base64." },
                "bodyFileName": { "type": "string", "description": "The body as a file below __files. May be a template." },
                "s3Error": { "$ref": "#/definitions/s3Error" },
                "fixedDelayMilliseconds": { "type": "integer", "minimum": 0, "description": "The delay before the response, in milliseconds." },
                "delayDistribution": { "$ref": "#/definitions/delayDistribution" },
                "chunkedDribbleDelay": {
                  "description": "Sends the body in equal parts, each after an equal share of the time.",
                  "type": "object",
                  "properties": {
                    "numberOfChunks": { "type": "integer", "minimum": 1, "description": "How many parts." },
                    "totalDuration": { "type": "integer", "minimum": 0, "description": "The time for all of them, in milliseconds." }
                  },
                  "additionalProperties": false,
                  "required": ["numberOfChunks", "totalDuration"]
                },
                "fault": {
                  "description": "What goes wrong on the wire.",
                  "oneOf": [
                    { "$ref": "#/definitions/fault" },
                    { "description": "Several faults, at different moments.", "type": "array", "items": { "$ref": "#/definitions/fault" } }
                  ]
                },
                "modify": { "$ref": "#/definitions/modifier" },
                "hold": {
                  "description": "The response waits at a gate until a test releases it with POST /__admin/gates/{name}/release (Understudy only).",
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
                  "description": "After so many milliseconds at its gate, in real time, the response is a 504 (Understudy only)."
                },
                "network": { "$ref": "#/definitions/network" },
                "bandwidthKilobitsPerSecond": {
                  "type": "number",
                  "exclusiveMinimum": 0,
                  "maximum": 100000000,
                  "description": "The rate of this body, besides that of the network."
                },
                "proxyBaseUrl": {
                  "type": "string",
                  "description": "The server whose response is passed on; path and query are appended. May be a template."
                },
                "proxyUrlPrefixToRemove": { "type": "string", "description": "Removed from the beginning of the path before the request is passed on." },
                "additionalProxyRequestHeaders": {
                  "description": "Header fields that are sent to the other server, besides those of the client.",
                  "type": "object",
                  "additionalProperties": {
                    "oneOf": [
                      { "type": ["string", "number", "boolean"] },
                      { "type": "array", "items": { "type": ["string", "number", "boolean"] } }
                    ]
                  }
                },
                "removeProxyRequestHeaders": {
                  "description": "Header fields that are not passed on to the other server.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "transformers": {
                  "description": "\"response-template\" renders body, header fields and file name as templates. An empty list: what looks like a template is none.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "transformerParameters": { "type": "object", "description": "What templates see as `parameters`." },
                "fromConfiguredStub": { "type": "boolean", "description": "WireMock writes it; ignored here." }
              },
              "additionalProperties": false,
              "dependencies": {
                "s3Error": {
                  "allOf": [{ "$ref": "#/definitions/statusOfS3Error" }],
                  "properties": { "body": false, "jsonBody": false, "base64Body": false, "bodyFileName": false, "proxyBaseUrl": false }
                },
                "modify": { "maxProperties": 1 },
                "body": { "properties": { "jsonBody": false, "base64Body": false, "bodyFileName": false } },
                "jsonBody": { "properties": { "base64Body": false, "bodyFileName": false } },
                "base64Body": { "properties": { "bodyFileName": false } }
              }
            },
            "s3Error": {
              "description": "An error of S3, with its XML, status and header fields (Understudy only). HEAD gets no body. In a modifier it replaces the response.",
              "anyOf": [
                { "$ref": "#/definitions/s3ErrorCode" },
                { "type": "string", "description": "Another code, with a status beside the error." },
                {
                  "type": "object",
                  "properties": {
                    "code": { "type": "string", "description": "One of S3's error codes, or another one with a status.", "examples": ["SlowDown"] },
                    "message": { "type": ["string", "number", "boolean"], "description": "Used in place of S3's own." },
                    "status": { "type": "integer", "minimum": 200, "maximum": 999, "description": "Used in place of S3's own." }
                  },
                  "additionalProperties": false,
                  "required": ["code"]
                }
              ]
            },
            "s3ErrorCode": { "enum": [\#(errorCodes)] },
            "statusOfS3Error": {
              "description": "A code that S3 does not have needs a status, in the error or beside it.",
              "anyOf": [
                { "required": ["status"] },
                { "properties": { "s3Error": { "$ref": "#/definitions/s3ErrorCode" } } },
                { "properties": { "s3Error": { "type": "object", "properties": { "code": { "$ref": "#/definitions/s3ErrorCode" } } } } },
                { "properties": { "s3Error": { "type": "object", "required": ["status"] } } }
              ]
            },
            "delayDistribution": {
              "description": "A delay that is drawn for each response, besides the fixed one.",
              "oneOf": [
                {
                  "description": "Log-normal: half of all draws are below the median.",
                  "type": "object",
                  "properties": {
                    "type": { "const": "lognormal" },
                    "median": { "type": "number", "minimum": 0, "description": "Milliseconds." },
                    "sigma": { "type": "number", "minimum": 0, "description": "Standard deviation of the logarithm." },
                    "maxValue": { "type": "number", "minimum": 0, "description": "Milliseconds, at least the median; more is drawn again." }
                  },
                  "additionalProperties": false,
                  "required": ["type", "median", "sigma"]
                },
                {
                  "description": "Uniform: any value between the bounds.",
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
                  "description": "Fixed: always the same.",
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
                    "connectFault": { "enum": ["reset", "close", "stall"], "description": "What happens to new connections." }
                  },
                  "additionalProperties": false
                }
              ]
            },
            "networkName": {
              "enum": ["100% Loss", "3G", "DSL", "Edge", "High Latency DNS", "LTE", "Very Bad Network", "Wi-Fi", "Wi-Fi 802.11ac", "off"],
              "description": "A profile of Apple's Network Link Conditioner, or off."
            },
            "networkRate": { "type": "number", "minimum": 0, "maximum": 100000000, "description": "Kilobits per second; 0 for no limit." },
            "networkDelay": { "type": "number", "minimum": 0, "maximum": 3600000 },
            "networkLoss": { "type": "number", "minimum": 0, "maximum": 1, "description": "The share of segments that are lost, 0 to 1." },
            "fault": {
              "oneOf": [
                {
                  "enum": ["EMPTY_RESPONSE", "CONNECTION_RESET_BY_PEER", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE"],
                  "description": "WireMock's names."
                },
                {
                  "description": "An effect at a moment (Understudy only).",
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
                      "description": "The probability that it happens, 0 to 1. Drawn from the server's seed."
                    },
                    "count": { "type": "integer", "minimum": 0, "description": "It happens so many times, then no more." }
                  },
                  "additionalProperties": false,
                  "required": ["effect"],
                  "if": { "properties": { "effect": { "const": "truncate" } } },
                  "then": { "properties": { "at": { "not": { "enum": ["requestBody", "beforeHeaders", "end"] } } } }
                }
              ]
            },
            "modifier": {
              "description": "Gives no response itself, but changes the response of the next stub that matches, a file, an S3 object or another server (Understudy only). Stands alone in its response.",
              "type": "object",
              "properties": {
                "status": { "type": "integer", "minimum": 200, "maximum": 999, "description": "Replaces the status of the response." },
                "headers": {
                  "description": "Header fields that replace those of the same name. A list of values repeats the field.",
                  "type": "object",
                  "additionalProperties": {
                    "oneOf": [
                      { "type": ["string", "number", "boolean"] },
                      { "type": "array", "items": { "type": ["string", "number", "boolean"] } }
                    ]
                  }
                },
                "transformers": { "$ref": "#/definitions/response/properties/transformers" },
                "transformerParameters": { "$ref": "#/definitions/response/properties/transformerParameters" },
                "removeHeaders": { "description": "Names of header fields to leave out.", "type": "array", "items": { "type": "string" } },
                "s3Error": { "$ref": "#/definitions/s3Error" },
                "fixedDelayMilliseconds": { "$ref": "#/definitions/response/properties/fixedDelayMilliseconds" },
                "delayDistribution": { "$ref": "#/definitions/delayDistribution" },
                "chunkedDribbleDelay": { "$ref": "#/definitions/response/properties/chunkedDribbleDelay" },
                "fault": { "$ref": "#/definitions/response/properties/fault" },
                "hold": { "$ref": "#/definitions/response/properties/hold" },
                "holdTimeoutMilliseconds": { "$ref": "#/definitions/response/properties/holdTimeoutMilliseconds" },
                "network": { "$ref": "#/definitions/network" },
                "bandwidthKilobitsPerSecond": { "$ref": "#/definitions/response/properties/bandwidthKilobitsPerSecond" }
              },
              "additionalProperties": false,
              "dependencies": { "s3Error": { "$ref": "#/definitions/statusOfS3Error" } }
            },

        """#
}
