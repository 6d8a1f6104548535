/// Of `<file>.meta.json`. The text of `schemas/meta.json`, which a test compares.
enum DescriptionSchema {
    static let text = #"""
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Descriptions of files",
          "description": "<file>.meta.json beside a file in s3/ or __files/: what is sent with it.",
          "type": "object",
          "properties": {
            "$schema": { "type": "string", "description": "For editors; ignored here." },
            "headers": {
              "description": "Header fields that replace those of the same name. A list of values repeats the field.",
              "type": "object",
              "propertyNames": { "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
              "additionalProperties": {
                "oneOf": [{ "$ref": "#/definitions/text" }, { "type": "array", "items": { "$ref": "#/definitions/text" } }]
              }
            },
            "metadata": {
              "description": "S3's user metadata, sent as x-amz-meta-….",
              "type": "object",
              "propertyNames": { "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
              "additionalProperties": { "$ref": "#/definitions/text" }
            },
            "tags": {
              "description": "S3's tags of the object.",
              "type": "object",
              "additionalProperties": { "$ref": "#/definitions/text" }
            },
            "acl": {
              "enum": ["private", "public-read"],
              "default": "public-read",
              "description": "private: where signatures are verified (s3.auth is strict), S3 requests without a key get AccessDenied."
            },
            "s3": {
              "type": "object",
              "description": "Written by the server with s3.persist: entity tag, checksum, parts. It counts while the file is the one that it names."
            },
            "deliberate": {
              "type": "boolean",
              "default": false,
              "description": "What looks like a mistake in the file is meant: no warning about it."
            }
          },
          "additionalProperties": false,
          "definitions": {
            "text": {
              "description": "One line of text.",
              "type": ["string", "number", "boolean"],
              "pattern": "^[^\\r\\n\\u0000]*$"
            }
          }
        }

        """#
}
