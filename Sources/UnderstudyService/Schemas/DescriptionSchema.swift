/// Of `<file>.meta.json`. The text of `schemas/meta.json`, which a test compares.
enum DescriptionSchema {
    static let text = #"""
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Descriptions of files",
          "description": "<file>.meta.json beside a file in s3/ or __files/: what is sent with it. A field that is null counts as not written.",
          "type": "object",
          "properties": {
            "$schema": { "type": ["string", "null"], "description": "For editors; ignored here." },
            "headers": {
              "description": "Header fields that replace those of the same name. A list of values repeats the field.",
              "type": ["object", "null"],
              "propertyNames": { "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
              "additionalProperties": {
                "oneOf": [{ "$ref": "#/definitions/text" }, { "type": "array", "items": { "$ref": "#/definitions/text" } }]
              }
            },
            "metadata": {
              "description": "S3's user metadata, sent as x-amz-meta-…; encoded where a header field cannot have them.",
              "type": ["object", "null"],
              "propertyNames": { "pattern": "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" },
              "additionalProperties": { "type": ["string", "number", "boolean"] }
            },
            "tags": {
              "description": "S3's tags of the object.",
              "type": ["object", "null"],
              "additionalProperties": { "$ref": "#/definitions/text" }
            },
            "acl": {
              "enum": ["private", "public-read", null],
              "description": "Where signatures are verified (s3.auth is strict). private: S3 requests without a key get AccessDenied. public-read: they may read the file, in a private bucket, too. Without it the bucket decides."
            },
            "s3": {
              "type": ["object", "null"],
              "description": "Written by the server with s3.persist: entity tag, checksum, parts, grants. Of a file it counts while the file is the one that it names."
            },
            "deliberate": {
              "type": ["boolean", "null"],
              "default": false,
              "description": "What looks like a mistake in the file is meant: no warning about it."
            }
          },
          "additionalProperties": false,
          "definitions": {
            "text": {
              "description": "One line of text, without control characters but tabs.",
              "type": ["string", "number", "boolean"],
              "pattern": "^[^\\u0000-\\u0008\\u000A-\\u001F\\u007F]*$"
            }
          }
        }

        """#
}
