/// The OpenAPI 3.1 document of the admin API, written by hand; a test compares it with the table of routes. It is code and not
/// a resource file so that the program stays one file. Each group of operations is in a file of its own.
enum OpenAPIDocument {
    static let text = beginning + stubs + requests + sessions + server + components + "}\n"

    /// The head of the document, and the root. `/__admin` itself is no path of its own: each of them begins with a slash.
    private static let beginning = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Understudy admin API",
            "version": "1",
            "description": "WireMock's admin API, and what Understudy adds to it. Everything is below /__admin, of the server or of a session. Beside what an operation lists, a call can get a 401 without credentials, a 403 for a host or an origin that is not allowed, a 404 or 410 below a session that does not exist or has ended, a 404 for another method on a path of WireMock's and a 405 on the others (Allow names the methods; a 400 where the method takes the end of the path for an id), a 500 for what fails inside the server, and a 503 while the server stops or has too many other calls to do."
          },
          "servers": [{"url": "/__admin"}],
          "tags": [
            {"name": "Stubs"}, {"name": "Body files"}, {"name": "Scenarios"}, {"name": "Requests"}, {"name": "Recording"}, {"name": "Sessions"},
            {"name": "Gates"}, {"name": "Time"}, {"name": "Network"}, {"name": "S3"}, {"name": "Settings"}, {"name": "Explorations"}, {"name": "Server"}
          ],
          "paths": {
            "/": {
              "get": {"operationId": "GetRoot", "tags": ["Stubs"], "summary": "All stubs, as GET /mappings; for a browser a page about what happens. /__admin without a slash redirects here (302).", "responses": {"200": {"$ref": "#/components/responses/Mappings"}, "400": {"$ref": "#/components/responses/Errors"}}}
            },

        """#

    /// The operations on settings, the network and the server itself.
    private static let server = #"""
            "/settings": {
              "get": {
                "operationId": "GetSettings", "tags": ["Settings"], "summary": "The settings that apply to every stub.",
                "responses": {"200": {"description": "The settings.", "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"settings": {"$ref": "#/components/schemas/Settings"}}
                }}}}}
              },
              "put": {
                "operationId": "PutSettings", "tags": ["Settings"], "summary": "Replaces the settings that apply to every stub, given bare or as {\"settings\": …}.",
                "requestBody": {"$ref": "#/components/requestBodies/Settings"},
                "responses": {"200": {"$ref": "#/components/responses/Settings"}, "422": {"$ref": "#/components/responses/Errors"}}
              },
              "post": {
                "operationId": "PostSettings", "tags": ["Settings"], "summary": "The same as PUT.",
                "requestBody": {"$ref": "#/components/requestBodies/Settings"},
                "responses": {"200": {"$ref": "#/components/responses/Settings"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/settings/extended": {
              "patch": {
                "operationId": "PatchExtendedSettings", "tags": ["Settings"], "summary": "Adds or replaces some of the extended settings.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"extended": {"team": "feed"}}, "schema": {"type": "object", "properties": {"extended": {"type": "object"}}}}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/network": {
              "get": {
                "operationId": "GetNetwork", "tags": ["Network"], "summary": "The link that the session's traffic takes.",
                "responses": {"200": {"$ref": "#/components/responses/Network"}}
              },
              "put": {
                "operationId": "PutNetwork", "tags": ["Network"], "summary": "Puts the session's traffic on a link: the name of a profile, or numbers. Transfers in progress change too.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"profile": "3G"}, "schema": {"$ref": "#/components/schemas/Network"}}}},
                "responses": {"200": {"$ref": "#/components/responses/Network"}, "422": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveNetwork", "tags": ["Network"], "summary": "Switches the session's network off.",
                "responses": {"200": {"$ref": "#/components/responses/Network"}}
              }
            },
            "/s3": {
              "get": {
                "operationId": "GetObjects", "tags": ["S3"], "summary": "How the S3 buckets of the session differ from the folder.",
                "responses": {"200": {"description": "Buckets with their changed objects and unfinished uploads.", "content": {"application/json": {"schema": {"type": "object"}}}}}
              }
            },
            "/s3/reset": {
              "post": {
                "operationId": "ResetObjects", "tags": ["S3"], "summary": "Drops what the session's requests have written to S3.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/s3/save": {
              "post": {
                "operationId": "SaveObjects", "tags": ["S3"], "summary": "Writes what the session's requests have written to S3 into the folder.",
                "responses": {"200": {"description": "What was saved, and what could not be.", "content": {"application/json": {"schema": {"type": "object"}}}}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/s3/presign": {
              "post": {
                "operationId": "PresignObject", "tags": ["S3"], "summary": "Makes a link to an object of S3, or an upload form, by the session's clock.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"bucket": "pose-images", "key": "pose-01.jpg"}, "schema": {
                  "type": "object", "required": ["bucket", "key"], "additionalProperties": false,
                  "properties": {
                    "bucket": {"type": "string"}, "key": {"type": "string"},
                    "method": {"enum": ["GET", "PUT", "HEAD", "DELETE", "POST"], "default": "GET", "description": "POST makes a form."},
                    "expiresIn": {"type": "integer", "minimum": 1, "maximum": 604800, "default": 900, "description": "Seconds."},
                    "rotating": {"type": "boolean", "description": "Another link each time, not the same throughout half its life."},
                    "form": {"type": "boolean", "description": "Without parameters, and with no method but POST."}, "contentType": {"type": "string"},
                    "headers": {"type": "object", "description": "Fields that the request must have, each once; not Host and Authorization. For a form, its fields."},
                    "parameters": {"type": "object", "description": "Of the link's query: versionId, partNumber, response-content-type; not those of the signature."},
                    "minimumBytes": {"type": "integer", "description": "Of the file of a form."}, "maximumBytes": {"type": "integer", "description": "Of the file of a form."}
                  }
                }}}},
                "responses": {
                  "200": {"description": "The link.", "content": {"application/json": {"schema": {
                    "type": "object", "required": ["url", "method", "expiresAt"],
                    "properties": {
                      "url": {"type": "string"}, "method": {"type": "string"}, "expiresAt": {"type": "string", "format": "date-time"},
                      "headers": {"type": "object", "description": "To be sent with the request."},
                      "fields": {"type": "object", "description": "Of a form, before its file."}
                    }
                  }}}},
                  "422": {"$ref": "#/components/responses/Errors"}, "501": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/reset": {
              "post": {
                "operationId": "Reset", "tags": ["Server"], "summary": "Restores the stubs on disk, empties the journal, resets scenarios, and drops what was written to S3. Settings stay.",
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/reload": {
              "post": {
                "operationId": "ReloadFixtures", "tags": ["Server"], "summary": "Reads the fixtures again, as SIGHUP does, and checks the objects and the files of __files. What has a problem (settings, mappings, certificate) stays as it was; the others are used. Stubs from the admin API stay.",
                "responses": {
                  "200": {"$ref": "#/components/responses/Reload"}, "404": {"$ref": "#/components/responses/Errors"},
                  "422": {"description": "The problems; for a call in a session errors.", "content": {"application/json": {"schema": {"anyOf": [{"$ref": "#/components/schemas/Reload"}, {"$ref": "#/components/schemas/Errors"}]}}}}
                }
              }
            },
            "/shutdown": {
              "post": {
                "operationId": "ShutDown", "tags": ["Server"], "summary": "Stops the server, if it was started with --admin-shutdown.",
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "403": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/health": {
              "get": {
                "operationId": "GetHealth", "tags": ["Server"], "summary": "Says that the server works. Requires no token.", "security": [],
                "responses": {"200": {"description": "It does.", "content": {"application/json": {"schema": {
                  "type": "object",
                  "properties": {
                    "status": {"const": "healthy"}, "message": {"type": "string"},
                    "version": {"type": "string", "description": "The version of WireMock whose API this is."},
                    "understudyVersion": {"type": "string", "description": "The program's version."},
                    "uptimeInSeconds": {"type": "integer"}, "timestamp": {"type": "string", "format": "date-time"},
                    "fixtures": {
                      "type": "object", "description": "Whether all of the saved fixtures are in use, and if not, what is not, and why.",
                      "properties": {
                        "state": {"enum": ["current", "stale"]}, "loads": {"type": "integer"}, "failedLoads": {"type": "integer"},
                        "loadedAt": {"type": "string", "format": "date-time"}, "staleSince": {"type": "string", "format": "date-time"},
                        "kept": {
                          "type": "array", "items": {"enum": ["settings", "mappings"]},
                          "description": "When stale: what has problems, so that the last good ones are in use."
                        },
                        "problemCount": {"type": "integer"},
                        "problems": {"type": "array", "items": {"type": "object", "properties": {
                          "file": {"type": "string"}, "line": {"type": "integer"}, "column": {"type": "integer"},
                          "message": {"type": "string"}, "repair": {"type": "string"}
                        }}},
                        "objectProblemCount": {"type": "integer"},
                        "objectProblems": {
                          "type": "array", "items": {"type": "object"},
                          "description": "What is wrong with objects of the folder and files of __files, in the form of problems. Each concerns only itself."
                        }
                      }
                    },
                    "certificate": {
                      "type": "object", "description": "Only with TLS: whether the saved certificate is in use and has not expired.",
                      "properties": {
                        "state": {"enum": ["current", "stale"]}, "validUntil": {"type": "string", "format": "date-time"},
                        "problem": {"type": "string"}
                      }
                    },
                    "settingsForRestart": {
                      "type": "array", "items": {"type": "string"}, "description": "Changed settings in understudy.json that need a restart."
                    }
                  }
                }}}}}
              }
            },
            "/metrics": {
              "get": {
                "operationId": "GetMetrics", "tags": ["Server"], "summary": "Counters and gauges of the whole server, in the text form of Prometheus.",
                "responses": {"200": {"description": "The metrics.", "content": {"text/plain": {"schema": {"type": "string"}}}}, "404": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/version": {
              "get": {
                "operationId": "GetVersion", "tags": ["Server"], "summary": "The version of WireMock whose API this is, and the program's version.",
                "responses": {"200": {"description": "The versions; the first as text for a client that accepts text/plain.", "content": {
                  "application/json": {"schema": {"type": "object", "properties": {"version": {"type": "string"}, "understudyVersion": {"type": "string"}}}},
                  "text/plain": {"schema": {"type": "string"}}
                }}}
              }
            },
            "/docs": {
              "get": {"operationId": "GetDocs", "tags": ["Server"], "summary": "Every route as a page.", "responses": {"200": {"description": "HTML, or this document for a client that accepts only JSON.", "content": {"text/html": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}}}}}
            },
            "/certs/understudy-ca.pem": {
              "get": {
                "operationId": "GetAuthority", "tags": ["Server"], "summary": "The certificate authority that the server has made, for clients to trust.",
                "responses": {"200": {"description": "PEM.", "content": {"application/x-pem-file": {}}}, "404": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/schemas/{name}": {
              "parameters": [{"name": "name", "in": "path", "required": true, "example": "mapping", "schema": {"enum": ["mapping", "settings", "meta"]}}],
              "get": {
                "operationId": "GetSchema", "tags": ["Server"], "summary": "A JSON Schema for editors: of stub mappings, of understudy.json, of <file>.meta.json.",
                "responses": {"200": {"description": "The schema, draft 7.", "content": {"application/schema+json": {"schema": {"type": "object"}}}}, "404": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/docs/swagger": {
              "get": {"operationId": "GetOpenAPI", "tags": ["Server"], "summary": "This document.", "responses": {"200": {"description": "JSON", "content": {"application/json": {"schema": {"type": "object"}}}}}}
            },
            "/swagger-ui": {
              "get": {"operationId": "GetDocsPage", "tags": ["Server"], "summary": "A page for people: all routes, with what they do.", "responses": {"200": {"description": "HTML", "content": {"text/html": {"schema": {"type": "string"}}}}}}
            }
          },
          "security": [{}, {"token": []}, {"password": []}],

        """#
}
