extension OpenAPIDocument {
    /// What the operations refer to.
    static let components = #"""
          "components": {
            "securitySchemes": {
              "token": {"type": "http", "scheme": "bearer"},
              "password": {"type": "http", "scheme": "basic"}
            },
            "parameters": {
              "ID": {"name": "id", "in": "path", "required": true, "example": "00000000-0000-4000-8000-000000000001", "schema": {"type": "string", "format": "uuid"}},
              "Gate": {"name": "name", "in": "path", "required": true, "description": "The name of a gate, percent-encoded.", "example": "page-1", "schema": {"type": "string"}},
              "Limit": {"name": "limit", "in": "query", "description": "At most that many.", "schema": {"type": "integer", "minimum": 0}},
              "Offset": {"name": "offset", "in": "query", "description": "Skip that many.", "schema": {"type": "integer", "minimum": 0}}
            },
            "requestBodies": {
              "Mapping": {"required": true, "content": {"application/json": {"example": {"id": "00000000-0000-4000-8000-000000000001", "request": {"method": "GET", "urlPath": "/me"}, "response": {"jsonBody": {"name": "Yuna"}}}, "schema": {"$ref": "#/components/schemas/Mapping"}}}},
              "Pattern": {"required": true, "content": {"application/json": {"example": {"method": "GET", "urlPath": "/me"}, "schema": {"$ref": "#/components/schemas/RequestPattern"}}}},
              "Matcher": {"required": true, "content": {"application/json": {"example": {"matchesJsonPath": "$.team"}, "schema": {"type": "object", "description": "A matcher for the metadata, such as {\"matchesJsonPath\": \"$.team\"}."}}}},
              "Settings": {"required": true, "content": {"application/json": {"example": {"fixedDelay": 200}, "schema": {"$ref": "#/components/schemas/Settings"}}}},
              "RecordSpecification": {"content": {"application/json": {"example": {"targetBaseUrl": "https://api.example.com", "persist": true}, "schema": {
                "type": "object", "description": "WireMock's record specification.",
                "properties": {
                  "targetBaseUrl": {"type": "string"}, "filters": {"type": "object"}, "captureHeaders": {"type": "object"},
                  "requestBodyPattern": {"type": "object"}, "extractBodyCriteria": {"type": "object"},
                  "s3Hosts": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Hosts whose URLs are objects of a bucket: {\"images.example.com\": \"pose-images\"}."},
                  "outputFormat": {"enum": ["FULL", "IDS"]}, "persist": {"type": "boolean"}, "repeatsAsScenarios": {"type": "boolean"},
                  "transformers": {"type": "array", "items": {"type": "string"}}, "transformerParameters": {"type": "object"}
                }
              }}}}
            },
            "responses": {
              "Done": {"description": "Done.", "content": {"application/json": {"schema": {"const": {}}}}},
              "Empty": {"description": "Done. There is no body."},
              "NotFound": {"description": "Nothing has that name."},
              "Errors": {"description": "Every mistake, with its place.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
              "ExplorationReport": {"description": "The report of an exploration.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ExplorationReport"}}}},
              "SessionReport": {"description": "The report of the session.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/SessionReport"}}}},
              "Mapping": {"description": "The stub.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Mapping"}}}},
              "Mappings": {"description": "The stubs.", "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {
                  "mappings": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}},
                  "meta": {"type": "object", "properties": {"total": {"type": "integer"}}}
                }
              }}}},
              "Requests": {"description": "The requests.", "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {
                  "requests": {"type": "array", "items": {"$ref": "#/components/schemas/LoggedRequest"}},
                  "requestJournalDisabled": {"type": "boolean"},
                  "complete": {"const": false, "description": "Present only if entries were dropped."}
                }
              }}}},
              "ServeEvents": {"description": "The removed entries.", "content": {"application/json": {"schema": {
                "type": "object", "properties": {"serveEvents": {"type": "array", "items": {"$ref": "#/components/schemas/ServeEvent"}}}
              }}}},
              "Gate": {"description": "The gate's state afterwards.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Gate"}}}},
              "Clock": {"description": "The clock afterwards.", "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {
                  "clock": {"$ref": "#/components/schemas/ClockMode"}, "now": {"type": "string", "format": "date-time"},
                  "fired": {"type": "integer", "description": "After an advance: how many deadlines were due."},
                  "waiting": {"type": "integer", "description": "Of a manual clock that something waits for: how many deadlines."},
                  "nextMilliseconds": {"type": "number", "description": "Beside waiting: how far the first of them is away."}
                }
              }}}},
              "NearMisses": {"description": "Closest first.", "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {"nearMisses": {"type": "array", "items": {
                  "type": "object",
                  "properties": {
                    "request": {"$ref": "#/components/schemas/LoggedRequest"}, "stubMapping": {"$ref": "#/components/schemas/Mapping"},
                    "requestPattern": {"$ref": "#/components/schemas/RequestPattern"},
                    "matchResult": {"type": "object", "properties": {"distance": {"type": "number", "minimum": 0, "maximum": 1}}},
                    "fields": {"type": "array", "description": "Every field that the stub asks for, with its distance.", "items": {"type": "object"}}
                  }
                }}}
              }}}},
              "Recording": {"description": "What was recorded.", "content": {"application/json": {"schema": {
                "type": "object",
                "properties": {
                  "mappings": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}},
                  "ids": {"type": "array", "items": {"type": "string", "format": "uuid"}},
                  "files": {"type": "object", "additionalProperties": {"type": "string"}, "description": "The files of the saved ones, by their ids."},
                  "warnings": {"type": "array", "items": {"type": "string"}, "description": "Exchanges that were left out, and why."},
                  "s3": {"type": "object", "description": "With s3Hosts: the objects that were fetched, or an error."}
                }
              }}}},
              "Network": {"description": "The link, with all its numbers.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Network"}}}},
              "Reload": {"description": "The problems, if there are any, and the number of stubs in force.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Reload"}}}},
              "Settings": {"description": "The settings.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Settings"}}}}
            },
            "schemas": {
              "Reload": {
                "type": "object",
                "properties": {
                  "problems": {"type": "array", "items": {"type": "string"}}, "stubs": {"type": "integer"},
                  "kept": {
                    "type": "array", "items": {"enum": ["settings", "mappings", "certificate"]},
                    "description": "What has problems, so that the last good ones stay in use. The others are in use as they are saved."
                  },
                  "objectProblems": {"type": "array", "items": {"type": "string"}, "description": "What is wrong with objects, with files of __files and with single responses, such as a missing body file; each concerns only itself."}
                }
              },
              "Session": {
                "type": "object",
                "properties": {
                  "id": {"type": "string"}, "name": {"type": ["string", "null"]}, "createdAt": {"type": "string", "format": "date-time"},
                  "lastUsedAt": {"type": "string", "format": "date-time"}, "requests": {"type": "integer"}, "stubs": {"type": "integer"}
                }
              },
              "SessionDefinition": {
                "type": "object",
                "properties": {
                  "name": {"type": "string", "description": "For people."},
                  "strict": {"type": "boolean", "default": false, "description": "An unmatched request makes ok false in the report."},
                  "ttlMilliseconds": {"type": "integer", "minimum": 1, "default": 600000, "description": "The session ends when it is idle for this long."},
                  "clock": {"$ref": "#/components/schemas/ClockMode"},
                  "network": {"$ref": "#/components/schemas/Network"},
                  "seed": {"type": "integer", "minimum": 0, "description": "The seed of its random draws; the server's when missing."},
                  "scenarioStates": {"type": "object", "additionalProperties": {"type": "string"}},
                  "mappings": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}},
                  "ports": {"type": "boolean", "default": false, "description": "It gets listeners of its own."},
                  "traceIds": {"type": "array", "items": {"type": "string", "pattern": "^[0-9a-fA-F]{32}$"}},
                  "expectInOrder": {"type": "array", "items": {"type": "string"}, "description": "Names of stubs."},
                  "order": {"$ref": "#/components/schemas/ResponseOrder"}
                },
                "additionalProperties": false
              },
              "ResponseOrder": {
                "type": "object", "description": "The order in which responses go out: each waits for its turn.",
                "properties": {
                  "arrivals": {"type": "integer", "minimum": 1, "maximum": 64, "default": 1, "description": "No response goes out before so many requests have arrived."},
                  "schedule": {"type": "string", "pattern": "^(arrival|reverse|o1\\..*)$", "default": "arrival", "description": "Not allowed in an exploration."},
                  "requests": {"$ref": "#/components/schemas/RequestPattern"},
                  "label": {"type": "object", "properties": {"ignoreQuery": {"type": "array", "items": {"type": "string"}}}, "additionalProperties": false},
                  "settleMilliseconds": {"type": "integer", "minimum": 0, "maximum": 60000, "default": 15, "description": "A response goes out when no request has arrived for this long."},
                  "limit": {"type": "integer", "minimum": 1, "maximum": 64, "default": 64, "description": "The most requests that take part; later ones are not held."}
                },
                "additionalProperties": false
              },
              "ExplorationDefinition": {
                "type": "object",
                "properties": {
                  "cover": {"enum": ["pairs", "triples", "quadruples", "random"], "default": "triples"},
                  "maximumRuns": {"type": "integer", "minimum": 1, "maximum": 1024, "default": 64},
                  "seed": {"type": "integer", "minimum": 0, "description": "The server's when missing."},
                  "order": {"$ref": "#/components/schemas/ResponseOrder"},
                  "session": {"$ref": "#/components/schemas/SessionDefinition"}
                },
                "additionalProperties": false
              },
              "ExplorationReport": {
                "type": "object",
                "properties": {
                  "id": {"type": "string"}, "finished": {"type": "boolean"}, "passed": {"type": "boolean"}, "summary": {"type": "string"},
                  "cover": {"type": "string"}, "seed": {"type": "integer"}, "maximumRuns": {"type": "integer"},
                  "runs": {"type": "object", "additionalProperties": {"type": "integer"}},
                  "labels": {"type": "array", "items": {"type": "string"}},
                  "covered": {"type": "object", "properties": {
                    "responses": {"type": "integer"}, "of": {"type": "integer"}, "orders": {"type": "integer"}, "possible": {"type": "integer"}, "shown": {"type": "integer"},
                    "complete": {"type": "boolean"}
                  }},
                  "overlapped": {"type": "boolean"}, "tested": {"type": "boolean"},
                  "requests": {"type": "integer"}, "unmatched": {"type": "integer"},
                  "differingQuery": {"type": "array", "items": {"type": "string"}},
                  "repeatedFirstRun": {"type": "boolean"},
                  "retries": {"type": "array", "items": {"type": "object"}}, "polling": {"type": "array", "items": {"type": "object"}},
                  "newRequests": {"type": "array", "items": {"type": "object"}}, "missingRequests": {"type": "array", "items": {"type": "object"}},
                  "clientLeft": {"type": "array", "items": {"type": "object"}}, "timedOut": {"type": "array", "items": {"type": "object"}},
                  "unacknowledged": {"type": "array", "items": {"type": "object"}}, "beyondLimit": {"type": "integer"},
                  "diverged": {"type": "array", "items": {"type": "object"}},
                  "neverInFlightTogether": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
                  "failure": {"type": "object", "properties": {
                    "sentence": {"type": "string"}, "run": {"type": "integer"}, "requests": {"type": "array", "items": {"type": "string"}},
                    "order": {"type": "array", "items": {"type": "string"}}, "smallest": {"type": "boolean"}, "schedule": {"type": "string"},
                    "replay": {"type": "string"}, "replayed": {"type": "boolean"}
                  }}
                }
              },
              "SessionReport": {
                "type": "object",
                "required": ["id", "ok", "requests", "unmatched", "failures", "unusedStubs", "expectations", "durationMilliseconds"],
                "properties": {
                  "id": {"type": "string"}, "name": {"type": ["string", "null"]}, "ok": {"type": "boolean"}, "requests": {"type": "integer"},
                  "unmatched": {"type": "array", "items": {"type": "object"}}, "unmatchedCount": {"type": "integer"},
                  "failures": {"type": "array", "items": {"type": "object"}}, "failureCount": {"type": "integer"},
                  "unusedStubs": {"type": "array", "items": {"type": "object"}},
                  "expectations": {"type": "array", "items": {"type": "object", "properties": {
                    "subject": {"type": "string"}, "ok": {"type": "boolean"}, "sentence": {"type": "string"}
                  }}},
                  "durationMilliseconds": {"type": "integer"}
                }
              },
              "Mapping": {
                "type": "object", "description": "A stub mapping; schemas/stub-mapping.json describes it.",
                "properties": {
                  "id": {"type": "string", "format": "uuid"}, "uuid": {"type": "string", "format": "uuid"}, "name": {"type": "string"},
                  "request": {"$ref": "#/components/schemas/RequestPattern"}, "response": {"type": "object"},
                  "responses": {"type": "array", "items": {"type": "object"}, "description": "In place of response: one after the other."},
                  "priority": {"type": "integer", "format": "int32", "default": 5}, "scenarioName": {"type": "string"}, "requiredScenarioState": {"type": "string"},
                  "newScenarioState": {"type": "string"}, "persistent": {"type": "boolean"}, "metadata": {"type": "object"},
                  "probability": {"type": "number", "minimum": 0, "maximum": 1}, "expect": {"type": "object"},
                  "insertionIndex": {"type": "integer", "description": "Its place among stubs of the same priority."},
                  "serveEventListeners": {"type": "array", "items": {"type": "object"}},
                  "postServeActions": {"type": ["array", "object"], "description": "WireMock 2's form of serveEventListeners."}
                }
              },
              "RequestPattern": {
                "type": "object", "description": "Which requests it matches; a missing field matches everything.",
                "properties": {
                  "method": {
                    "type": ["string", "object"], "description": "A method or ANY, or several: oneOf these, noneOf these.",
                    "properties": {
                      "oneOf": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                      "noneOf": {"type": "array", "items": {"type": "string"}, "minItems": 1}
                    },
                    "additionalProperties": false, "examples": ["GET", {"oneOf": ["GET", "PUT"]}, {"noneOf": ["DELETE"]}]
                  },
                  "url": {"type": "string"}, "urlPattern": {"type": "string"}, "urlPath": {"type": "string"},
                  "urlPathPattern": {"type": "string"}, "urlPathTemplate": {"type": "string"}, "headers": {"type": "object"},
                  "queryParameters": {"type": "object"}, "cookies": {"type": "object"}, "bodyPatterns": {"type": "array", "items": {"type": "object"}},
                  "pathParameters": {"type": "object"}, "formParameters": {"type": "object"},
                  "multipartPatterns": {"type": "array", "items": {"type": "object"}}, "basicAuthCredentials": {"type": "object"},
                  "host": {"type": "object"}, "port": {"type": "integer", "minimum": 1, "maximum": 65535}, "scheme": {"enum": ["http", "https"]},
                  "clientIp": {"type": "object"}, "listener": {"enum": ["http", "s3", "any"]},
                  "s3": {
                    "type": "object", "description": "What a request asks of S3, on any address: texts, or value patterns.",
                    "properties": {
                      "operation": {"type": ["string", "object"], "examples": ["GetObject"]}, "bucket": {"type": ["string", "object"]},
                      "key": {"type": ["string", "object"]}, "uploadId": {"type": ["string", "object"]},
                      "partNumber": {"type": ["string", "integer", "object"]}, "accessKey": {"type": ["string", "object"]},
                      "signature": {"type": ["string", "object"], "examples": ["AWS4-HMAC-SHA256 link"]}
                    },
                    "additionalProperties": false
                  }
                }
              },
              "LoggedRequest": {
                "type": "object",
                "properties": {
                  "url": {"type": "string"}, "absoluteUrl": {"type": "string"}, "method": {"type": "string"}, "clientIp": {"type": "string"},
                  "headers": {"type": "object"}, "cookies": {"type": "object"}, "browserProxyRequest": {"type": "boolean"},
                  "loggedDate": {"type": "integer"}, "loggedDateString": {"type": "string"}, "body": {"type": "string"},
                  "bodyAsBase64": {"type": "string"}, "protocol": {"type": "string"}, "scheme": {"type": "string"}, "host": {"type": "string"},
                  "port": {"type": "integer"}, "queryParams": {"type": "object"}, "formParams": {"type": "object"},
                  "pathParameters": {"type": "object"}, "bodyLength": {"type": "integer", "description": "Present if the body was too long to keep, could not be read, or was not received whole: then the announced length."},
                  "bodySha256": {"type": "string", "description": "Present if the body was too long to keep, and could be read."},
                  "bodyIsCut": {"const": true, "description": "In near misses: only the beginning of the body is shown."},
                  "multiparts": {"type": "array", "items": {"type": "object"}, "description": "The parts of a multipart body."},
                  "s3": {
                    "type": "object", "description": "What a request on the S3 listener asked for, and who it says it is from.",
                    "properties": {
                      "operation": {"type": "string"}, "bucket": {"type": "string"}, "key": {"type": "string"}, "uploadId": {"type": "string"},
                      "partNumber": {"type": "integer"}, "accessKey": {"type": "string"},
                      "signature": {"enum": ["AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 link", "AWS4-HMAC-SHA256 form", "AWS", "AWS link", "AWS form"], "description": "How it is signed."}
                    }
                  }
                }
              },
              "ServeEvent": {
                "type": "object",
                "properties": {
                  "id": {"type": "string", "format": "uuid"}, "request": {"$ref": "#/components/schemas/LoggedRequest"},
                  "responseDefinition": {"type": "object"}, "response": {"type": "object"}, "wasMatched": {"type": "boolean"},
                  "timing": {"type": "object"}, "subEvents": {"type": "array", "items": {"type": "object"}},
                  "stubMapping": {"$ref": "#/components/schemas/Mapping"}, "sequence": {"type": "integer"},
                  "file": {"type": "string", "description": "The dropped file that responded, by its path in the mocks folder."},
                  "draws": {"type": "array", "items": {"type": "object"}}, "performed": {"type": "object"},
                  "modifiedBy": {"type": "array", "items": {"type": "string"}, "description": "The ids of the stubs that changed the response."},
                  "carrier": {"type": "string", "description": "What named the session of the request."},
                  "ignoredCarriers": {"type": "array", "items": {"type": "string"}, "description": "What named another session, and was not followed."}
                }
              },
              "Gate": {
                "type": "object",
                "properties": {
                  "name": {"type": "string"},
                  "waiting": {"type": "integer", "description": "Responses that wait at it now."},
                  "arrived": {"type": "integer", "description": "Responses that have arrived at it."},
                  "released": {"type": "integer", "description": "Responses that were released."},
                  "open": {"type": "boolean", "description": "Whether it holds nothing."}
                }
              },
              "ClockMode": {
                "description": "real, manual, or real with scripted latency multiplied.",
                "oneOf": [
                  {"enum": ["real", "manual"]},
                  {"type": "object", "properties": {"scale": {"type": "number", "minimum": 0, "maximum": 1000}}, "required": ["scale"], "additionalProperties": false}
                ]
              },
              "Network": {
                "description": "The name of a profile alone (PUT only), or an object, whose numbers override the profile's.",
                "oneOf": [
                  {"type": "string", "description": "One of 100% Loss, 3G, DSL, Edge, High Latency DNS, LTE, Very Bad Network, Wi-Fi, Wi-Fi 802.11ac and off."},
                  {
                    "type": "object",
                    "properties": {
                      "profile": {"type": "string"},
                      "downKilobitsPerSecond": {"type": "number", "minimum": 0, "description": "0 for no limit."},
                      "upKilobitsPerSecond": {"type": "number", "minimum": 0, "description": "0 for no limit."},
                      "downDelayMilliseconds": {"type": "number", "minimum": 0}, "upDelayMilliseconds": {"type": "number", "minimum": 0},
                      "downLoss": {"type": "number", "minimum": 0, "maximum": 1}, "upLoss": {"type": "number", "minimum": 0, "maximum": 1},
                      "dnsDelayMilliseconds": {"type": "number", "minimum": 0}, "connectFault": {"enum": ["reset", "close", "stall"]}
                    }
                  }
                ]
              },
              "Settings": {
                "type": "object",
                "properties": {
                  "fixedDelay": {"type": "integer"}, "delayDistribution": {"type": "object"}, "extended": {"type": "object"},
                  "proxyPassThrough": {"type": "boolean"}
                }
              },
              "Errors": {
                "type": "object",
                "properties": {"errors": {"type": "array", "items": {
                  "type": "object",
                  "properties": {
                    "code": {"type": "integer"}, "source": {"type": "object", "properties": {"pointer": {"type": "string"}}},
                    "title": {"type": "string"}, "detail": {"type": "string"}
                  }
                }}}
              }
            }
          }

        """#
}
