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
              "description": "Where signatures are verified (s3.auth is strict). private: S3 requests without a key get AccessDenied. public-read: they may read the file, in a private bucket, too. Without it the bucket decides."
            },
            "s3": {
              "type": "object",
              "description": "Written by the server with s3.persist: entity tag, checksum, parts, grants. Of a file it counts while the file is the one that it names."
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
