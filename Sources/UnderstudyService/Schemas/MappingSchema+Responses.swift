internal import S3Dialect

extension MappingSchema {
    /// The codes of S3's errors, quoted.
    private static let errorCodes = S3ErrorCode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    /// Responses, and what changes how they go out.
    static let responses = #"""
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
                "s3Error": { "$ref": "#/definitions/s3Error" },
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
                "s3Error": { "properties": { "body": false, "jsonBody": false, "base64Body": false, "bodyFileName": false, "proxyBaseUrl": false } },
                "body": { "properties": { "jsonBody": false, "base64Body": false, "bodyFileName": false } },
                "jsonBody": { "properties": { "base64Body": false, "bodyFileName": false } },
                "base64Body": { "properties": { "bodyFileName": false } }
              }
            },
            "s3Error": {
              "description": "Ours: an error of S3's, with its XML, status and fields; HEAD gets no body. In a modifier it replaces the response.",
              "anyOf": [
                { "enum": [\#(errorCodes)] },
                {
                  "type": "object",
                  "properties": {
                    "code": { "type": "string", "description": "One of S3's, or any other with a status.", "examples": ["SlowDown"] },
                    "message": { "type": "string", "description": "In place of S3's own." },
                    "status": { "type": "integer", "minimum": 200, "maximum": 999, "description": "In place of S3's own." }
                  },
                  "additionalProperties": false,
                  "required": ["code"]
                }
              ]
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
              "additionalProperties": false
            },

        """#
}
