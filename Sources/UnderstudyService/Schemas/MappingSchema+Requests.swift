internal import S3Dialect

extension MappingSchema {
    /// The names of S3's operations, quoted.
    private static let operationNames = S3OperationName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    /// Request patterns: which requests a stub answers.
    static let requests = #"""
            "requestPattern": {
              "description": "Which requests match. A field that is not given matches everything. Of several URL fields, the first of url, urlPattern, urlPath, urlPathPattern, urlPathTemplate counts.",
              "type": "object",
              "properties": {
                "url": { "type": "string", "pattern": "^(/|\\*$)", "description": "Path and query, byte for byte, not decoded. Characters beyond ASCII also match their percent-encoded form." },
                "urlPattern": { "type": "string", "description": "A regular expression that matches all of path and query." },
                "urlPath": { "type": "string", "pattern": "^(/[^?]*|\\*)$", "description": "The path, byte for byte; any query. Characters beyond ASCII also match their percent-encoded form." },
                "urlPathPattern": { "type": "string", "description": "A regular expression that matches all of the path; any query." },
                "urlPathTemplate": { "type": "string", "description": "A path with variables: /things/{id}; ** matches the rest." },
                "method": {
                  "type": ["string", "object"],
                  "pattern": "^[^a-z]+$",
                  "examples": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY", { "oneOf": ["GET", "PUT"] }],
                  "description": "The method, or ANY; several in oneOf, or in noneOf those that do not match. HEAD does not match GET.",
                  "properties": {
                    "oneOf": { "type": "array", "items": { "type": "string", "pattern": "^[^a-z]+$" }, "minItems": 1, "description": "Any of these." },
                    "noneOf": { "type": "array", "items": { "type": "string", "pattern": "^[^a-z]+$" }, "minItems": 1, "description": "Any but these." }
                  },
                  "additionalProperties": false,
                  "minProperties": 1,
                  "maxProperties": 1
                },
                "headers": {
                  "description": "By name; upper and lower case do not matter.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "queryParameters": {
                  "description": "Query parameters by name; values are decoded first.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "cookies": { "description": "Cookies by name.", "type": "object", "additionalProperties": { "$ref": "#/definitions/valuePattern" } },
                "formParameters": {
                  "description": "Fields of a form in the body, by name.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "pathParameters": {
                  "description": "The variables of urlPathTemplate.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/valuePattern" }
                },
                "bodyPatterns": {
                  "description": "All of them must match. An empty body counts as absent.",
                  "type": "array",
                  "items": { "$ref": "#/definitions/valuePattern" }
                },
                "multipartPatterns": {
                  "description": "Each must match one part of a multipart body, or all of them (matchingType).",
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
                  "description": "The listener that the stub is for (Understudy only)."
                },
                "s3": { "$ref": "#/definitions/s3Pattern" },
                "customMatcher": { "not": {}, "description": "Refused: Java extensions cannot be loaded." }
              },
              "additionalProperties": false,
              "dependencies": {
                "url": { "properties": { "urlPattern": false, "urlPath": false, "urlPathPattern": false, "urlPathTemplate": false } },
                "urlPattern": { "properties": { "urlPath": false, "urlPathPattern": false, "urlPathTemplate": false } },
                "urlPath": { "properties": { "urlPathPattern": false, "urlPathTemplate": false } },
                "urlPathPattern": { "properties": { "urlPathTemplate": false } },
                "pathParameters": ["urlPathTemplate"],
                "s3": { "properties": { "listener": { "enum": ["s3", "any"] } } }
              }
            },
            "s3Pattern": {
              "description": "What a request asks of S3, on any address: by path, by host, inside a session (Understudy only). Only requests on the S3 listener match it.",
              "type": "object",
              "properties": {
                "operation": {
                  "description": "S3's name of the operation, such as GetObject; HeadObject is another one.",
                  "anyOf": [
                    { "$ref": "#/definitions/s3OperationName" },
                    {
                      "allOf": [
                        { "$ref": "#/definitions/valuePattern" },
                        { "properties": { "equalTo": { "$ref": "#/definitions/s3OperationName" } } }
                      ]
                    }
                  ]
                },
                "bucket": { "$ref": "#/definitions/textOrPattern" },
                "key": { "$ref": "#/definitions/textOrPattern" },
                "uploadId": { "$ref": "#/definitions/textOrPattern" },
                "partNumber": { "$ref": "#/definitions/textOrPattern" },
                "accessKey": {
                  "allOf": [{ "$ref": "#/definitions/textOrPattern" }],
                  "description": "The access key of who signed the request, as it says."
                },
                "signature": {
                  "allOf": [{ "$ref": "#/definitions/textOrPattern" }],
                  "description": "How it is signed: AWS4-HMAC-SHA256 or AWS, with link behind it for a link, form for a form."
                }
              },
              "additionalProperties": false
            },
            "s3OperationName": { "enum": [\#(operationNames)] },
            "textOrPattern": {
              "description": "A text that must be equal, or a matcher.",
              "anyOf": [{ "type": ["string", "number"] }, { "$ref": "#/definitions/valuePattern" }]
            },
            "basicCredentials": {
              "description": "A user's name and password.",
              "type": "object",
              "properties": { "username": { "type": "string" }, "password": { "type": "string" } },
              "additionalProperties": false,
              "required": ["username", "password"]
            },
            "multipartPattern": {
              "description": "A pattern for a part of a multipart body.",
              "type": "object",
              "properties": {
                "name": { "type": "string", "description": "A name for the pattern, which is not compared: the part's name is in its Content-Disposition (headers)." },
                "fileName": { "type": "string", "description": "The part's file name; compared only beside headers or bodyPatterns." },
                "filename": { "type": "string", "description": "The same, in another spelling." },
                "matchingType": {
                  "enum": ["ANY", "ALL", "any", "all"],
                  "default": "ANY",
                  "description": "Whether one part must match, or all of them."
                },
                "headers": {
                  "description": "The part's header fields.",
                  "type": "object",
                  "additionalProperties": { "$ref": "#/definitions/multiValuePattern" }
                },
                "bodyPatterns": { "description": "All of them must match.", "type": "array", "items": { "$ref": "#/definitions/valuePattern" } }
              },
              "additionalProperties": false
            },
            "multiValuePattern": {
              "description": "A pattern for the values of one name. Of repeated values, one that matches is enough for a plain matcher.",
              "oneOf": [
                { "$ref": "#/definitions/valuePattern" },
                {
                  "description": "Each of these matches a value of its own, and no value is left over.",
                  "type": "object",
                  "properties": { "hasExactly": { "type": "array", "items": { "$ref": "#/definitions/valuePattern" } } },
                  "additionalProperties": false,
                  "required": ["hasExactly"]
                },
                {
                  "description": "Each of these matches a value; there may be more values.",
                  "type": "object",
                  "properties": { "includes": { "type": "array", "items": { "$ref": "#/definitions/valuePattern" } } },
                  "additionalProperties": false,
                  "required": ["includes"]
                }
              ]
            },

        """#
}
