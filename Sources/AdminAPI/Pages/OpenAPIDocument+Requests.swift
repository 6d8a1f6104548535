extension OpenAPIDocument {
    /// The operations on the journal, near misses and recordings.
    static let requests = #"""
            "/requests": {
              "get": {
                "operationId": "ListRequests", "tags": ["Requests"], "summary": "The journal, newest first; with after, oldest first.",
                "parameters": [
                  {"$ref": "#/components/parameters/Limit"},
                  {"name": "since", "in": "query", "description": "Only entries after this time.", "schema": {"type": "string", "format": "date-time"}},
                  {"name": "unmatched", "in": "query", "description": "Only entries that matched nothing.", "schema": {"type": "boolean"}},
                  {"name": "matchingStub", "in": "query", "description": "Only entries that this stub matched.", "schema": {"type": "string", "format": "uuid"}},
                  {"name": "after", "in": "query", "description": "The nextAfter of an earlier reply: only later entries.", "schema": {"type": "integer"}}
                ],
                "responses": {
                  "200": {"description": "The entries.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "requests": {"type": "array", "items": {"$ref": "#/components/schemas/ServeEvent"}},
                      "meta": {
                        "type": "object",
                        "properties": {
                          "total": {"type": "integer"},
                          "dropped": {"type": "integer", "description": "Entries that were dropped since the last reset."},
                          "nextAfter": {"type": "integer", "description": "The value of after for the next call."}
                        }
                      },
                      "requestJournalDisabled": {"type": "boolean"},
                      "truncated": {"type": "boolean", "description": "With after: some entries were dropped before they were read."}
                    }
                  }}}},
                  "400": {"$ref": "#/components/responses/Errors"}
                }
              },
              "delete": {
                "operationId": "ResetRequests", "tags": ["Requests"], "summary": "Empties the journal.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/requests/reset": {
              "post": {
                "operationId": "ResetRequestsOldForm", "tags": ["Requests"], "summary": "The older form of DELETE /requests.", "deprecated": true,
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/requests/count": {
              "post": {
                "operationId": "CountRequests", "tags": ["Requests"], "summary": "Counts the requests that match the pattern. A zero that may be too low, because entries were dropped, is a 409.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {
                  "200": {"description": "The number.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "count": {"type": "integer"}, "requestJournalDisabled": {"type": "boolean"},
                      "complete": {"const": false, "description": "Present only if entries were dropped; the count may be too low."}
                    }
                  }}}},
                  "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/requests/find": {
              "post": {
                "operationId": "FindRequests", "tags": ["Requests"], "summary": "The requests that match the pattern.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {"200": {"$ref": "#/components/responses/Requests"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/await": {
              "post": {
                "operationId": "AwaitRequests", "tags": ["Requests"], "summary": "Waits until count (1) requests that match the pattern have arrived. Earlier requests count.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"method": "GET", "urlPath": "/me", "count": 1, "timeoutMilliseconds": 2000}, "schema": {
                  "allOf": [{"$ref": "#/components/schemas/RequestPattern"}],
                  "properties": {
                    "count": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 1},
                    "timeoutMilliseconds": {"type": "integer", "minimum": 0, "maximum": 3600000, "default": 2000}
                  }
                }}}},
                "responses": {
                  "200": {"description": "Their entries, oldest first. Without a journal, only requests that arrive during the call are counted.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {"requests": {"type": "array", "items": {"$ref": "#/components/schemas/ServeEvent"}}, "requestJournalDisabled": {"type": "boolean"}}
                  }}}},
                  "408": {"description": "Fewer arrived: errors, the entries of those (requests), and the requests nearest to the pattern (nearMisses).", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
                  "410": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/requests/remove": {
              "post": {
                "operationId": "RemoveRequests", "tags": ["Requests"], "summary": "Removes the entries whose requests match the pattern.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {"200": {"$ref": "#/components/responses/ServeEvents"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/remove-by-metadata": {
              "post": {
                "operationId": "RemoveRequestsByMetadata", "tags": ["Requests"], "summary": "Removes the entries whose stubs have metadata that match the matcher.",
                "requestBody": {"$ref": "#/components/requestBodies/Matcher"},
                "responses": {"200": {"$ref": "#/components/responses/ServeEvents"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/unmatched": {
              "get": {
                "operationId": "ListUnmatchedRequests", "tags": ["Requests"], "summary": "The requests that matched nothing, newest first.",
                "responses": {"200": {"$ref": "#/components/responses/Requests"}}
              }
            },
            "/requests/unmatched/near-misses": {
              "get": {
                "operationId": "ListUnmatchedNearMisses", "tags": ["Requests"], "summary": "For each unmatched request the nearest stubs, at most three.",
                "responses": {"200": {"$ref": "#/components/responses/NearMisses"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/har": {
              "get": {
                "operationId": "GetRequestsAsHAR", "tags": ["Requests"], "summary": "The journal as an HTTP Archive (HAR 1.2), oldest first.",
                "parameters": [
                  {"$ref": "#/components/parameters/Limit"},
                  {"name": "after", "in": "query", "description": "Only entries with a higher sequence number.", "schema": {"type": "integer", "minimum": 0}}
                ],
                "responses": {"200": {"description": "The archive.", "content": {"application/json": {"schema": {"type": "object"}}}}, "400": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/verify": {
              "post": {
                "operationId": "VerifyRequestOrder", "tags": ["Requests"], "summary": "Whether requests came in an order: each pattern is met after the one before it.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"inOrder": [{"urlPath": "/login"}, {"urlPath": "/me"}]}, "schema": {
                  "type": "object", "required": ["inOrder"],
                  "properties": {"inOrder": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/RequestPattern"}}}
                }}}},
                "responses": {
                  "200": {"description": "The verdict.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "inOrder": {"type": "boolean"}, "sentence": {"type": "string"},
                      "requests": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}, "url": {"type": "string"}}}}
                    }
                  }}}},
                  "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/requests/{id}": {
              "parameters": [{"$ref": "#/components/parameters/ID"}],
              "get": {
                "operationId": "GetRequest", "tags": ["Requests"], "summary": "One journal entry.",
                "responses": {
                  "200": {"description": "The entry.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ServeEvent"}}}},
                  "400": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"},
                  "500": {"$ref": "#/components/responses/Errors"}
                }
              },
              "delete": {
                "operationId": "RemoveRequest", "tags": ["Requests"], "summary": "Removes a journal entry.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "400": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/near-misses/request": {
              "post": {
                "operationId": "FindNearMissesForRequest", "tags": ["Requests"], "summary": "The stubs nearest to a request, at most three, closest first.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"method": "GET", "url": "/me?page=1"}, "schema": {"$ref": "#/components/schemas/LoggedRequest"}}}},
                "responses": {"200": {"$ref": "#/components/responses/NearMisses"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/near-misses/request-pattern": {
              "post": {
                "operationId": "FindNearMissesForPattern", "tags": ["Requests"], "summary": "The journal's requests nearest to a pattern, at most three, closest first.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {"200": {"$ref": "#/components/responses/NearMisses"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/start": {
              "post": {
                "operationId": "StartRecording", "tags": ["Recording"], "summary": "Starts to record proxied exchanges.",
                "requestBody": {"$ref": "#/components/requestBodies/RecordSpecification"},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/stop": {
              "post": {
                "operationId": "StopRecording", "tags": ["Recording"], "summary": "Stops recording. The reply has the new mappings, or their ids.",
                "responses": {"200": {"$ref": "#/components/responses/Recording"}, "400": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/snapshot": {
              "post": {
                "operationId": "SnapshotRecording", "tags": ["Recording"], "summary": "Makes mappings of the exchanges that are already in the journal.",
                "requestBody": {"$ref": "#/components/requestBodies/RecordSpecification"},
                "responses": {"200": {"$ref": "#/components/responses/Recording"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/status": {
              "get": {
                "operationId": "GetRecordingStatus", "tags": ["Recording"], "summary": "Whether it records.",
                "responses": {"200": {"description": "The state.", "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"status": {"enum": ["NeverStarted", "Recording", "Stopped"]}}
                }}}}}
              }
            },
            "/recorder": {
              "get": {"operationId": "GetRecorderPage", "tags": ["Recording"], "summary": "A page for people, to start and stop recording.", "responses": {"200": {"description": "HTML", "content": {"text/html": {"schema": {"type": "string"}}}}}}
            },

        """#
}
