internal import S3Dialect

extension MappingSchema {
    /// The names of S3's operations, quoted.
    private static let operationNames = S3OperationName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    /// Request patterns: which requests a stub answers.
    static let requests = #"""
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
                "s3": { "$ref": "#/definitions/s3Pattern" },
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
            "s3Pattern": {
              "description": "Ours: what a request asks of S3, on any address: by path, by host, inside a session. Only requests on the S3 listener meet it.",
              "type": "object",
              "properties": {
                "operation": {
                  "description": "S3's own name, such as GetObject; HeadObject is another.",
                  "anyOf": [{ "$ref": "#/definitions/s3OperationName" }, { "$ref": "#/definitions/valuePattern" }]
                },
                "bucket": { "$ref": "#/definitions/textOrPattern" },
                "key": { "$ref": "#/definitions/textOrPattern" },
                "uploadId": { "$ref": "#/definitions/textOrPattern" },
                "partNumber": { "$ref": "#/definitions/textOrPattern" }
              },
              "additionalProperties": false
            },
            "s3OperationName": { "enum": [\#(operationNames)] },
            "textOrPattern": {
              "description": "A text that has to be equal, or a matcher.",
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

        """#
}
