/// Of a file of mappings. The text of `schemas/stub-mapping.json`, which a test compares. Each of its groups of definitions is in a file of
/// its own.
enum MappingSchema {
    static let text = beginning + requests + valuePattern + responses + stubs

    /// One mapping, or a list of them.
    private static let beginning = #"""
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Stub mappings of Understudy",
          "description": "A file in mappings/: one stub mapping, or a list of them. WireMock's language, with additions that only Understudy has (marked \"Understudy only\").",
          "if": { "required": ["mappings"] },
          "then": {
            "description": "Several mappings in one file.",
            "type": "object",
            "properties": {
              "$schema": { "type": "string" },
              "mappings": { "type": "array", "items": { "$ref": "#/definitions/stubMapping" } },
              "meta": { "type": "object", "description": "WireMock writes it into exports; ignored here." },
              "importOptions": { "type": "object", "description": "What POST /__admin/mappings/import reads; ignored in a file." }
            },
            "additionalProperties": false
          },
          "else": { "$ref": "#/definitions/stubMapping" },
          "definitions": {

        """#

    /// Stub mappings, and what else stands beside request and response.
    private static let stubs = #"""
            "serveEventListener": {
              "description": "Something to do after the response.",
              "type": "object",
              "properties": {
                "name": { "type": "string", "description": "\"webhook\" is the built-in one." },
                "requestPhases": {
                  "description": "When it happens.",
                  "type": "array",
                  "items": { "enum": ["BEFORE_MATCH", "AFTER_MATCH", "BEFORE_RESPONSE_SENT", "AFTER_COMPLETE"] }
                },
                "parameters": {
                  "type": "object",
                  "description": "For a webhook: method, url, headers, body or base64Body, and delay, all of which may be templates. Understudy only: with s3Event true, the body is S3's event record, and the webhook is sent only when something was created or removed. Its templates see all keys as `parameters`."
                }
              },
              "additionalProperties": false,
              "required": ["name"],
              "if": { "properties": { "name": { "const": "webhook" } } },
              "then": { "properties": { "parameters": { "$ref": "#/definitions/webhookParameters" } } }
            },
            "postServeAction": {
              "description": "WireMock 2's name for a listener after the response.",
              "type": "object",
              "properties": { "name": { "type": "string" }, "parameters": { "type": "object" } },
              "additionalProperties": false,
              "required": ["name"],
              "if": { "properties": { "name": { "const": "webhook" } } },
              "then": { "properties": { "parameters": { "$ref": "#/definitions/webhookParameters" } } }
            },
            "webhookParameters": {
              "description": "What a webhook sends. Its templates see all keys as `parameters`.",
              "type": "object",
              "properties": {
                "s3Event": {
                  "type": "boolean",
                  "default": false,
                  "description": "The body is S3's event record, and the webhook is sent only when something was created or removed (Understudy only)."
                }
              },
              "if": { "properties": { "s3Event": { "const": true } }, "required": ["s3Event"] },
              "then": { "properties": { "body": false, "base64Body": false } }
            },
            "stubMapping": {
              "description": "Which requests the stub matches, and what the response is.",
              "type": "object",
              "properties": {
                "$schema": { "type": "string", "description": "For editors; ignored here." },
                "id": {
                  "type": "string",
                  "format": "uuid",
                  "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
                  "description": "If missing: made from the path for a stub in a file, else random."
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
                  "description": "A list of responses, used one after the other, in place of \"response\" (Understudy only).",
                  "type": "array",
                  "items": { "$ref": "#/definitions/response" },
                  "minItems": 1
                },
                "repeat": {
                  "enum": ["last", "cycle", "once"],
                  "default": "last",
                  "description": "What comes after the last of \"responses\" (Understudy only). once: the stub no longer matches."
                },
                "scenarioName": {
                  "type": "string",
                  "description": "The scenario that the stub belongs to. Every scenario begins in the state \"Started\"."
                },
                "requiredScenarioState": { "type": "string", "description": "The stub matches only in this state." },
                "newScenarioState": { "type": "string", "description": "Set when the stub is chosen." },
                "name": { "type": "string", "description": "A name for people; also in the header field Matched-Stub-Name." },
                "priority": { "type": "integer", "minimum": -2147483648, "maximum": 2147483647, "default": 5, "description": "1 is the highest. Among equals the newest wins." },
                "persistent": {
                  "type": "boolean",
                  "default": false,
                  "description": "Also written to mappings/ when it was added by the admin API."
                },
                "metadata": { "type": "object", "description": "Any data; stubs can be found by it." },
                "probability": {
                  "type": "number",
                  "minimum": 0,
                  "maximum": 1,
                  "description": "The probability that it happens, 0 to 1. Drawn from the server's seed."
                },
                "expect": {
                  "description": "How often the stub is expected to match (Understudy only). Checked when its session ends.",
                  "type": "object",
                  "properties": {
                    "count": { "type": "integer", "minimum": 0, "description": "Exactly that many times." },
                    "atLeast": { "type": "integer", "minimum": 0 },
                    "atMost": { "type": "integer", "minimum": 0 }
                  },
                  "additionalProperties": false,
                  "minProperties": 1
                },
                "insertionIndex": { "type": "integer", "description": "The place of a saved stub among stubs of the same priority: the greater, the earlier it is tried. Stubs without it come after those with one." },
                "serveEventListeners": {
                  "description": "What to do after the response.",
                  "type": "array",
                  "items": { "$ref": "#/definitions/serveEventListener" }
                },
                "postServeActions": {
                  "description": "WireMock 2's name for serveEventListeners.",
                  "oneOf": [
                    { "type": "array", "items": { "$ref": "#/definitions/postServeAction" } },
                    {
                      "type": "object",
                      "properties": { "webhook": { "$ref": "#/definitions/webhookParameters" } },
                      "additionalProperties": { "type": "object" }
                    }
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
