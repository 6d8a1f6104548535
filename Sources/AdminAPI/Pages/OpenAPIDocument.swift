/// The OpenAPI 3.1 document of the admin API, written by hand; a test compares it with the table of routes. It is code and not
/// a resource file so that the program stays one file.
enum OpenAPIDocument {
    static let text = operations + components + "}\n"

    /// What it is, and every operation.
    private static let operations = #"""
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Understudy admin API",
            "version": "1",
            "description": "WireMock's admin API, and what Understudy adds to it. Everything is below /__admin, of the server or of a session."
          },
          "servers": [{"url": "/__admin"}],
          "paths": {
            "/": {
              "get": {"operationId": "GetRoot", "summary": "All stubs, as GET /mappings.", "responses": {"200": {"$ref": "#/components/responses/Mappings"}}}
            },
            "": {
              "get": {"operationId": "RedirectToRoot", "summary": "To /__admin/.", "responses": {"302": {"description": "Location: /__admin/"}}}
            },
            "/mappings": {
              "get": {
                "operationId": "ListMappings", "summary": "All stubs in the order of matching: by priority, then newest first.",
                "parameters": [{"$ref": "#/components/parameters/Limit"}, {"$ref": "#/components/parameters/Offset"}],
                "responses": {"200": {"$ref": "#/components/responses/Mappings"}, "400": {"$ref": "#/components/responses/Errors"}}
              },
              "post": {
                "operationId": "AddMapping", "summary": "Adds a stub as the newest; a persistent one is saved.",
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"201": {"$ref": "#/components/responses/Mapping"}, "422": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveAllMappings", "summary": "Removes all stubs, and the files of persistent ones.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/mappings/unmatched": {
              "get": {
                "operationId": "ListUnmatchedMappings", "summary": "Stubs that have answered nothing since the journal was last emptied.",
                "responses": {"200": {"$ref": "#/components/responses/Mappings"}}
              },
              "delete": {
                "operationId": "RemoveUnmatchedMappings", "summary": "Removes the stubs that have answered nothing since the journal was last emptied.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/mappings/{id}": {
              "parameters": [{"$ref": "#/components/parameters/ID"}],
              "get": {
                "operationId": "GetMapping", "summary": "One stub.",
                "responses": {"200": {"$ref": "#/components/responses/Mapping"}, "404": {"$ref": "#/components/responses/NotFound"}}
              },
              "put": {
                "operationId": "EditMapping", "summary": "Replaces a stub; its place in the order of matching stays.",
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"200": {"$ref": "#/components/responses/Mapping"}, "404": {"$ref": "#/components/responses/NotFound"}, "422": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveMapping", "summary": "Removes a stub, and its file when it is persistent.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "404": {"$ref": "#/components/responses/NotFound"}}
              }
            },
            "/mappings/new": {
              "post": {
                "operationId": "AddMappingOldForm", "summary": "WireMock 1's form of POST /mappings.", "deprecated": true,
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"201": {"$ref": "#/components/responses/Mapping"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/edit": {
              "post": {
                "operationId": "EditMappingByBody", "summary": "WireMock 2's form of PUT /mappings/{id}: the id is in the body.", "deprecated": true,
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"204": {"description": "Done."}, "404": {"$ref": "#/components/responses/NotFound"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/remove": {
              "post": {
                "operationId": "RemoveMappingByBody", "summary": "Removes the stub with the body's id, or else the first with the same request; for each of {\"mappings\": […]}.",
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"200": {"description": "Done."}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/save": {
              "post": {
                "operationId": "SaveMappings", "summary": "Makes all stubs persistent: writes them into the mappings folder, each file whole or not at all.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/reset": {
              "post": {
                "operationId": "ResetMappings", "summary": "Back to the stubs on disk; journal and scenarios are emptied too.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/import": {
              "post": {
                "operationId": "ImportMappings", "summary": "Adds many stubs in one step, the first as the newest.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                  "type": "object",
                  "properties": {
                    "mappings": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}},
                    "importOptions": {
                      "type": "object",
                      "properties": {
                        "duplicatePolicy": {"enum": ["OVERWRITE", "IGNORE"], "default": "OVERWRITE"},
                        "deleteAllNotInImport": {"type": "boolean", "default": false}
                      }
                    }
                  }
                }}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/find-by-metadata": {
              "post": {
                "operationId": "FindMappingsByMetadata", "summary": "Stubs whose metadata meet the matcher.",
                "requestBody": {"$ref": "#/components/requestBodies/Matcher"},
                "responses": {"200": {"$ref": "#/components/responses/Mappings"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/remove-by-metadata": {
              "post": {
                "operationId": "RemoveMappingsByMetadata", "summary": "Removes the stubs whose metadata meet the matcher.",
                "requestBody": {"$ref": "#/components/requestBodies/Matcher"},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/files": {
              "get": {
                "operationId": "ListFiles", "summary": "The paths of all body files.",
                "responses": {"200": {"description": "Relative to __files, sorted.", "content": {"application/json": {"schema": {"type": "array", "items": {"type": "string"}}}}}}
              }
            },
            "/files/**": {
              "description": "The path may have several segments. One that leaves the folder is a 403.",
              "get": {
                "operationId": "GetFile", "summary": "A body file's bytes.",
                "responses": {"200": {"description": "The bytes, with the media type of the name."}, "403": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"}}
              },
              "put": {
                "operationId": "PutFile", "summary": "Writes a body file, whole or not at all.",
                "requestBody": {"required": true, "content": {"application/octet-stream": {}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "403": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveFile", "summary": "Deletes a body file.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "403": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"}}
              }
            },
            "/scenarios": {
              "get": {
                "operationId": "ListScenarios", "summary": "All scenarios with their states.",
                "responses": {"200": {"description": "The scenarios.", "content": {"application/json": {"schema": {
                  "type": "object",
                  "properties": {"scenarios": {"type": "array", "items": {
                    "type": "object",
                    "properties": {
                      "id": {"type": "string"}, "name": {"type": "string"}, "state": {"type": "string"},
                      "possibleStates": {"type": "array", "items": {"type": "string"}},
                      "mappings": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}}
                    }
                  }}}
                }}}}}
              }
            },
            "/scenarios/reset": {
              "post": {
                "operationId": "ResetScenarios", "summary": "Every scenario in its first state, every sequence at its beginning.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/scenarios/{name}/state": {
              "parameters": [{"name": "name", "in": "path", "required": true, "schema": {"type": "string"}}],
              "put": {
                "operationId": "SetScenarioState", "summary": "Sets a scenario's state; without a state, back to the first one.",
                "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"state": {"type": "string"}}}}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "404": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests": {
              "get": {
                "operationId": "ListRequests", "summary": "The journal, newest first; with after, oldest first.",
                "parameters": [
                  {"$ref": "#/components/parameters/Limit"},
                  {"name": "since", "in": "query", "description": "Only entries after that moment.", "schema": {"type": "string", "format": "date-time"}},
                  {"name": "unmatched", "in": "query", "description": "Only entries that matched nothing.", "schema": {"type": "boolean"}},
                  {"name": "matchingStub", "in": "query", "description": "Only entries that this stub answered.", "schema": {"type": "string", "format": "uuid"}},
                  {"name": "after", "in": "query", "description": "The nextAfter of an earlier answer: only what came later.", "schema": {"type": "integer"}}
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
                          "dropped": {"type": "integer", "description": "Entries that made room for others since the last reset."},
                          "nextAfter": {"type": "integer", "description": "What to ask for next as after."}
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
                "operationId": "ResetRequests", "summary": "Empties the journal.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/requests/reset": {
              "post": {
                "operationId": "ResetRequestsOldForm", "summary": "The older form of DELETE /requests.", "deprecated": true,
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/requests/count": {
              "post": {
                "operationId": "CountRequests", "summary": "How many requests meet the pattern. A zero that may be false, because entries were dropped, is a 409.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {
                  "200": {"description": "The number.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "count": {"type": "integer"}, "requestJournalDisabled": {"type": "boolean"},
                      "complete": {"const": false, "description": "Only there when entries were dropped, so that it may be more."}
                    }
                  }}}},
                  "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/requests/find": {
              "post": {
                "operationId": "FindRequests", "summary": "The requests that meet the pattern.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {"200": {"$ref": "#/components/responses/Requests"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/await": {
              "post": {
                "operationId": "AwaitRequests", "summary": "Waits until count requests (1) have come that meet the pattern, earlier ones included.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                  "allOf": [{"$ref": "#/components/schemas/RequestPattern"}],
                  "properties": {
                    "count": {"type": "integer", "minimum": 1, "maximum": 100000, "default": 1},
                    "timeoutMilliseconds": {"type": "integer", "minimum": 0, "maximum": 3600000, "default": 2000}
                  }
                }}}},
                "responses": {
                  "200": {"description": "They have come: their entries, oldest first. Without a journal, only requests that come during the call count.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {"requests": {"type": "array", "items": {"$ref": "#/components/schemas/ServeEvent"}}, "requestJournalDisabled": {"type": "boolean"}}
                  }}}},
                  "408": {"description": "Fewer came: errors, those that came (requests), and the requests nearest to the pattern (nearMisses).", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
                  "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/requests/remove": {
              "post": {
                "operationId": "RemoveRequests", "summary": "Removes the entries whose requests meet the pattern.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {"200": {"$ref": "#/components/responses/ServeEvents"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/remove-by-metadata": {
              "post": {
                "operationId": "RemoveRequestsByMetadata", "summary": "Removes the entries that stubs answered whose metadata meet the matcher.",
                "requestBody": {"$ref": "#/components/requestBodies/Matcher"},
                "responses": {"200": {"$ref": "#/components/responses/ServeEvents"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/requests/unmatched": {
              "get": {
                "operationId": "ListUnmatchedRequests", "summary": "The requests that matched nothing, newest first.",
                "responses": {"200": {"$ref": "#/components/responses/Requests"}}
              }
            },
            "/requests/unmatched/near-misses": {
              "get": {
                "operationId": "ListUnmatchedNearMisses", "summary": "For each request that matched nothing the nearest stubs, at most three.",
                "responses": {"200": {"$ref": "#/components/responses/NearMisses"}}
              }
            },
            "/requests/har": {
              "get": {
                "operationId": "GetRequestsAsHAR", "summary": "The journal as an HTTP Archive (HAR 1.2), oldest first.",
                "parameters": [
                  {"$ref": "#/components/parameters/Limit"},
                  {"name": "after", "in": "query", "description": "Only entries with a higher sequence number.", "schema": {"type": "integer", "minimum": 0}}
                ],
                "responses": {"200": {"description": "The archive.", "content": {"application/json": {"schema": {"type": "object"}}}}}
              }
            },
            "/requests/verify": {
              "post": {
                "operationId": "VerifyRequestOrder", "summary": "Whether requests came in an order: each pattern is met after the one before it.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
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
                "operationId": "GetRequest", "summary": "One journal entry.",
                "responses": {
                  "200": {"description": "The entry.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ServeEvent"}}}},
                  "404": {"$ref": "#/components/responses/NotFound"}
                }
              },
              "delete": {
                "operationId": "RemoveRequest", "summary": "Removes a journal entry.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/near-misses/request": {
              "post": {
                "operationId": "FindNearMissesForRequest", "summary": "The stubs nearest to a request, at most three, closest first.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LoggedRequest"}}}},
                "responses": {"200": {"$ref": "#/components/responses/NearMisses"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/near-misses/request-pattern": {
              "post": {
                "operationId": "FindNearMissesForPattern", "summary": "The journal's requests nearest to a pattern, at most three, closest first.",
                "requestBody": {"$ref": "#/components/requestBodies/Pattern"},
                "responses": {"200": {"$ref": "#/components/responses/NearMisses"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/start": {
              "post": {
                "operationId": "StartRecording", "summary": "Begins to record what is proxied.",
                "requestBody": {"$ref": "#/components/requestBodies/RecordSpecification"},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/stop": {
              "post": {
                "operationId": "StopRecording", "summary": "Ends recording; answers the new mappings, or their ids.",
                "responses": {"200": {"$ref": "#/components/responses/Recording"}, "400": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/snapshot": {
              "post": {
                "operationId": "SnapshotRecording", "summary": "Makes mappings of what is in the journal already.",
                "requestBody": {"$ref": "#/components/requestBodies/RecordSpecification"},
                "responses": {"200": {"$ref": "#/components/responses/Recording"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/recordings/status": {
              "get": {
                "operationId": "GetRecordingStatus", "summary": "Whether it records.",
                "responses": {"200": {"description": "The state.", "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"status": {"enum": ["NeverStarted", "Recording", "Stopped"]}}
                }}}}}
              }
            },
            "/recorder": {
              "get": {"operationId": "GetRecorderPage", "summary": "A page for people, to start and stop recording.", "responses": {"200": {"description": "HTML"}}}
            },
            "/sessions": {
              "get": {
                "operationId": "ListSessions", "summary": "The live sessions, the oldest first.",
                "responses": {"200": {"description": "The sessions.", "content": {"application/json": {"schema": {
                  "type": "object",
                  "properties": {
                    "sessions": {"type": "array", "items": {"$ref": "#/components/schemas/Session"}},
                    "meta": {"type": "object", "properties": {"total": {"type": "integer"}}}
                  }
                }}}}}
              },
              "post": {
                "operationId": "AddSession", "summary": "Opens a session with everything that it is to have. It is live when the call returns.",
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/SessionDefinition"}}}},
                "responses": {
                  "201": {"description": "The session.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "id": {"type": "string"}, "name": {"type": ["string", "null"]}, "baseUrl": {"type": "string"},
                      "s3BaseUrl": {"type": ["string", "null"]}, "adminUrl": {"type": "string"}, "seed": {"type": "integer"}
                    }
                  }}}},
                  "422": {"$ref": "#/components/responses/Errors"}, "503": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/sessions/{id}": {
              "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
              "get": {
                "operationId": "GetSession", "summary": "The report so far.",
                "responses": {
                  "200": {"$ref": "#/components/responses/SessionReport"}, "404": {"$ref": "#/components/responses/Errors"},
                  "410": {"$ref": "#/components/responses/Errors"}
                }
              },
              "delete": {
                "operationId": "RemoveSession", "summary": "Ends a session: what it holds gets a 503, its ports close. The reply is its report.",
                "responses": {
                  "200": {"$ref": "#/components/responses/SessionReport"}, "404": {"$ref": "#/components/responses/Errors"},
                  "410": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/gates": {
              "get": {
                "operationId": "ListGates", "summary": "All gates: those that stubs hold at (\"hold\" in a response), and those that something has happened to.",
                "responses": {"200": {"description": "The gates.", "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"gates": {"type": "array", "items": {"$ref": "#/components/schemas/Gate"}}}
                }}}}}
              }
            },
            "/gates/{name}/wait": {
              "parameters": [{"$ref": "#/components/parameters/Gate"}],
              "post": {
                "operationId": "WaitForGate", "summary": "Waits until so many responses wait at the gate.",
                "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
                  "arrivals": {"type": "integer", "minimum": 1, "default": 1},
                  "timeoutMilliseconds": {"type": "integer", "minimum": 0, "maximum": 3600000, "default": 2000}
                }}}}},
                "responses": {
                  "200": {"$ref": "#/components/responses/Gate"}, "404": {"$ref": "#/components/responses/Errors"},
                  "408": {"description": "Fewer wait: errors, and the gate's state (gate).", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
                  "409": {"description": "The gates were reset meanwhile.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
                  "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/gates/{name}/release": {
              "parameters": [{"$ref": "#/components/parameters/Gate"}],
              "post": {
                "operationId": "ReleaseGate", "summary": "Lets count responses go on, the oldest first, those that come later included; without a count the gate stays open.",
                "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 1000000}}}}}},
                "responses": {"200": {"$ref": "#/components/responses/Gate"}, "404": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/gates/{name}/close": {
              "parameters": [{"$ref": "#/components/parameters/Gate"}],
              "post": {
                "operationId": "CloseGate", "summary": "Everything waits at the gate from now on.",
                "responses": {"200": {"$ref": "#/components/responses/Gate"}, "404": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/clock": {
              "get": {
                "operationId": "GetClock", "summary": "What the clock follows, and what time it is there.",
                "responses": {"200": {"$ref": "#/components/responses/Clock"}}
              },
              "put": {
                "operationId": "SetClock", "summary": "Has the clock follow real time, scaled time, or nothing but /clock/advance.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "properties": {"clock": {"$ref": "#/components/schemas/ClockMode"}}, "required": ["clock"]}}}},
                "responses": {"200": {"$ref": "#/components/responses/Clock"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/clock/advance": {
              "post": {
                "operationId": "AdvanceClock", "summary": "Moves a manual clock on, and fires everything that is due, in order of deadline, before it answers.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"milliseconds": {"type": "integer", "minimum": 0, "maximum": 315360000000}}, "required": ["milliseconds"]
                }}}},
                "responses": {"200": {"$ref": "#/components/responses/Clock"}, "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/explorations": {
              "post": {
                "operationId": "AddExploration", "summary": "Begins an exploration: a test that runs under many orders of its responses.",
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ExplorationDefinition"}}}},
                "responses": {
                  "201": {"description": "Its id.", "content": {"application/json": {"schema": {
                    "type": "object", "properties": {"id": {"type": "string"}}
                  }}}},
                  "422": {"$ref": "#/components/responses/Errors"}, "503": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/explorations/{id}": {
              "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
              "get": {
                "operationId": "GetExploration", "summary": "What it has found out so far.",
                "responses": {
                  "200": {"$ref": "#/components/responses/ExplorationReport"}, "404": {"$ref": "#/components/responses/Errors"}
                }
              },
              "delete": {
                "operationId": "RemoveExploration", "summary": "Ends an exploration and the sessions of its runs. The reply is its report.",
                "responses": {
                  "200": {"$ref": "#/components/responses/ExplorationReport"}, "404": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/explorations/{id}/next": {
              "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
              "post": {
                "operationId": "StartExplorationRun", "summary": "The next run, with a session of its own. Waits when it depends on the result of a run under way.",
                "responses": {
                  "200": {"description": "The run.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "run": {"type": "integer", "minimum": 0}, "of": {"type": "integer", "description": "Runs so far and planned; shrinking adds more."},
                      "schedule": {"type": "string"}, "purpose": {"enum": ["first", "explore", "shrink", "replay"]},
                      "session": {"type": "object", "description": "As POST /sessions gives it."}
                    }
                  }}}},
                  "204": {"description": "There is none any more."}, "404": {"$ref": "#/components/responses/Errors"},
                  "503": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/explorations/{id}/runs/{run}": {
              "parameters": [
                {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                {"name": "run", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 0}}
              ],
              "post": {
                "operationId": "FinishExplorationRun", "summary": "Takes the result of a run, and ends its session.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"passed": {"type": "boolean"}}, "required": ["passed"], "additionalProperties": false
                }}}},
                "responses": {
                  "200": {"$ref": "#/components/responses/Done"}, "404": {"$ref": "#/components/responses/Errors"},
                  "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/settings": {
              "get": {
                "operationId": "GetSettings", "summary": "The settings that hold for every stub.",
                "responses": {"200": {"description": "The settings.", "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"settings": {"$ref": "#/components/schemas/Settings"}}
                }}}}}
              },
              "put": {
                "operationId": "PutSettings", "summary": "Sets the settings that hold for every stub, given bare or as {\"settings\": …}.",
                "requestBody": {"$ref": "#/components/requestBodies/Settings"},
                "responses": {"200": {"$ref": "#/components/responses/Settings"}, "422": {"$ref": "#/components/responses/Errors"}}
              },
              "post": {
                "operationId": "PostSettings", "summary": "The same as PUT.",
                "requestBody": {"$ref": "#/components/requestBodies/Settings"},
                "responses": {"200": {"$ref": "#/components/responses/Settings"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/settings/extended": {
              "patch": {
                "operationId": "PatchExtendedSettings", "summary": "Adds to the extended settings, or replaces some of them.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "properties": {"extended": {"type": "object"}}}}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/network": {
              "get": {
                "operationId": "GetNetwork", "summary": "The link that the session's traffic takes.",
                "responses": {"200": {"$ref": "#/components/responses/Network"}}
              },
              "put": {
                "operationId": "PutNetwork", "summary": "Puts the session's traffic on a link: the name of a profile, or numbers. Holds for transfers under way.",
                "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Network"}}}},
                "responses": {"200": {"$ref": "#/components/responses/Network"}, "422": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveNetwork", "summary": "Takes the session's traffic off its link.",
                "responses": {"200": {"$ref": "#/components/responses/Network"}}
              }
            },
            "/reset": {
              "post": {
                "operationId": "Reset", "summary": "Stubs back to what is on disk, journal and scenarios emptied. Settings stay.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/shutdown": {
              "post": {
                "operationId": "ShutDown", "summary": "Ends the server, if it was started so that this is allowed.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "403": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/health": {
              "get": {
                "operationId": "GetHealth", "summary": "That the server works. Asks for no token.", "security": [],
                "responses": {"200": {"description": "It does.", "content": {"application/json": {"schema": {
                  "type": "object",
                  "properties": {
                    "status": {"const": "healthy"}, "message": {"type": "string"}, "version": {"type": "string"},
                    "uptimeInSeconds": {"type": "integer"}, "timestamp": {"type": "string", "format": "date-time"}
                  }
                }}}}}
              }
            },
            "/version": {
              "get": {
                "operationId": "GetVersion", "summary": "The program's version.",
                "responses": {"200": {"description": "The version.", "content": {"application/json": {"schema": {"type": "object", "properties": {"version": {"type": "string"}}}}}}}
              }
            },
            "/docs": {
              "get": {"operationId": "GetDocs", "summary": "This document; a page for browsers.", "responses": {"200": {"description": "JSON, or HTML for who accepts text/html."}}}
            },
            "/schemas/{name}": {
              "parameters": [{"name": "name", "in": "path", "required": true, "schema": {"enum": ["mapping", "settings", "meta"]}}],
              "get": {
                "operationId": "GetSchema", "summary": "A JSON Schema for editors: of stub mappings, of understudy.json, of <file>.meta.json.",
                "responses": {"200": {"description": "The schema, draft 7."}, "404": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/docs/swagger": {
              "get": {"operationId": "GetOpenAPI", "summary": "This document.", "responses": {"200": {"description": "JSON"}}}
            },
            "/swagger-ui": {
              "get": {"operationId": "GetDocsPage", "summary": "A page for people: all routes, with what they do.", "responses": {"200": {"description": "HTML"}}}
            }
          },
          "security": [{}, {"token": []}, {"password": []}],

        """#
}
