extension OpenAPIDocument {
    /// The operations on sessions, and on time and order in them.
    static let sessions = #"""
            "/sessions": {
              "get": {
                "operationId": "ListSessions", "tags": ["Sessions"], "summary": "The live sessions, oldest first.",
                "responses": {"200": {"description": "The sessions.", "content": {"application/json": {"schema": {
                  "type": "object",
                  "properties": {
                    "sessions": {"type": "array", "items": {"$ref": "#/components/schemas/Session"}},
                    "meta": {"type": "object", "properties": {"total": {"type": "integer"}}}
                  }
                }}}}}
              },
              "post": {
                "operationId": "AddSession", "tags": ["Sessions"], "summary": "Opens a session with its stubs, clock, network and ports. It is live when the call returns.",
                "requestBody": {"content": {"application/json": {"example": {"name": "LoginTests.testLogin", "strict": true}, "schema": {"$ref": "#/components/schemas/SessionDefinition"}}}},
                "responses": {
                  "201": {"description": "The session.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "id": {"type": "string"}, "name": {"type": ["string", "null"]}, "baseUrl": {"type": "string"},
                      "s3BaseUrl": {"type": ["string", "null"]}, "adminUrl": {"type": "string"}, "seed": {"type": "integer"}
                    }
                  }}}},
                  "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"},
                  "501": {"$ref": "#/components/responses/Errors"}, "503": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/sessions/{id}": {
              "parameters": [{"name": "id", "in": "path", "required": true, "example": "vezivojcox2m", "schema": {"type": "string"}}],
              "get": {
                "operationId": "GetSession", "tags": ["Sessions"], "summary": "The report so far.",
                "responses": {
                  "200": {"$ref": "#/components/responses/SessionReport"}, "404": {"$ref": "#/components/responses/Errors"},
                  "410": {"$ref": "#/components/responses/Errors"}
                }
              },
              "delete": {
                "operationId": "RemoveSession", "tags": ["Sessions"], "summary": "Ends a session: held responses become 503s, and its ports close. The reply is its report.",
                "responses": {
                  "200": {"$ref": "#/components/responses/SessionReport"}, "404": {"$ref": "#/components/responses/Errors"},
                  "410": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/gates": {
              "get": {
                "operationId": "ListGates", "tags": ["Gates"], "summary": "All gates: those that a stub holds at (\"hold\" in a response), and those that were used.",
                "responses": {"200": {"description": "The gates.", "content": {"application/json": {"schema": {
                  "type": "object", "properties": {"gates": {"type": "array", "items": {"$ref": "#/components/schemas/Gate"}}}
                }}}}}
              }
            },
            "/gates/{name}/wait": {
              "parameters": [{"$ref": "#/components/parameters/Gate"}],
              "post": {
                "operationId": "WaitForGate", "tags": ["Gates"], "summary": "Waits until arrivals (1) responses wait at the gate.",
                "parameters": [
                  {"name": "arrivals", "in": "query", "description": "The body's arrivals take precedence.", "schema": {"type": "integer", "minimum": 1, "default": 1}},
                  {"name": "timeoutMilliseconds", "in": "query", "description": "The body's time takes precedence.", "schema": {"type": "integer", "minimum": 0, "maximum": 3600000, "default": 2000}}
                ],
                "requestBody": {"content": {"application/json": {"example": {"arrivals": 1, "timeoutMilliseconds": 2000}, "schema": {"type": "object", "properties": {
                  "arrivals": {"type": "integer", "minimum": 1, "default": 1},
                  "timeoutMilliseconds": {"type": "integer", "minimum": 0, "maximum": 3600000, "default": 2000}
                }}}}},
                "responses": {
                  "200": {"$ref": "#/components/responses/Gate"}, "404": {"$ref": "#/components/responses/Errors"},
                  "408": {"description": "Fewer wait: errors, and the gate's state (gate).", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
                  "409": {"description": "The gates were reset during the wait.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Errors"}}}},
                  "410": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/gates/{name}/release": {
              "parameters": [{"$ref": "#/components/parameters/Gate"}],
              "post": {
                "operationId": "ReleaseGate", "tags": ["Gates"], "summary": "Releases count responses, the oldest first, including those that arrive later; without a count the gate opens.",
                "parameters": [{"name": "count", "in": "query", "description": "The body's count takes precedence.", "schema": {"type": "integer", "minimum": 1, "maximum": 1000000}}],
                "requestBody": {"content": {"application/json": {"example": {"count": 1}, "schema": {"type": "object", "properties": {"count": {"type": "integer", "minimum": 1, "maximum": 1000000}}}}}},
                "responses": {"200": {"$ref": "#/components/responses/Gate"}, "404": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/gates/{name}/close": {
              "parameters": [{"$ref": "#/components/parameters/Gate"}],
              "post": {
                "operationId": "CloseGate", "tags": ["Gates"], "summary": "Closes the gate: responses that arrive from now on wait at it.",
                "responses": {"200": {"$ref": "#/components/responses/Gate"}, "404": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/clock": {
              "get": {
                "operationId": "GetClock", "tags": ["Time"], "summary": "The mode of the clock, and its time.",
                "responses": {"200": {"$ref": "#/components/responses/Clock"}}
              },
              "put": {
                "operationId": "SetClock", "tags": ["Time"], "summary": "Sets the mode of the clock: real time, scaled time or manual.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"clock": "manual"}, "schema": {"type": "object", "properties": {"clock": {"$ref": "#/components/schemas/ClockMode"}}, "required": ["clock"]}}}},
                "responses": {"200": {"$ref": "#/components/responses/Clock"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/clock/advance": {
              "post": {
                "operationId": "AdvanceClock", "tags": ["Time"], "summary": "Advances a manual clock, and fires everything that is due, in order of deadline, before it responds.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"milliseconds": 1000}, "schema": {
                  "type": "object", "properties": {"milliseconds": {"type": "integer", "minimum": 0, "maximum": 315360000000}}, "required": ["milliseconds"]
                }}}},
                "responses": {"200": {"$ref": "#/components/responses/Clock"}, "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/explorations": {
              "post": {
                "operationId": "AddExploration", "tags": ["Explorations"], "summary": "Begins an exploration: a test that runs under many orders of its responses.",
                "requestBody": {"content": {"application/json": {"example": {"cover": "pairs", "maximumRuns": 16}, "schema": {"$ref": "#/components/schemas/ExplorationDefinition"}}}},
                "responses": {
                  "201": {"description": "Its id.", "content": {"application/json": {"schema": {
                    "type": "object", "properties": {"id": {"type": "string"}}
                  }}}},
                  "422": {"$ref": "#/components/responses/Errors"}, "503": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/explorations/{id}": {
              "parameters": [{"name": "id", "in": "path", "required": true, "example": "vezivojcox2m", "schema": {"type": "string"}}],
              "get": {
                "operationId": "GetExploration", "tags": ["Explorations"], "summary": "The report so far.",
                "responses": {
                  "200": {"$ref": "#/components/responses/ExplorationReport"}, "404": {"$ref": "#/components/responses/Errors"}
                }
              },
              "delete": {
                "operationId": "RemoveExploration", "tags": ["Explorations"], "summary": "Ends an exploration and the sessions of its runs. The reply is its report.",
                "responses": {
                  "200": {"$ref": "#/components/responses/ExplorationReport"}, "404": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/explorations/{id}/next": {
              "parameters": [{"name": "id", "in": "path", "required": true, "example": "vezivojcox2m", "schema": {"type": "string"}}],
              "post": {
                "operationId": "StartExplorationRun", "tags": ["Explorations"], "summary": "The next run, with its own session. Waits if it depends on the result of a run in progress.",
                "requestBody": {"content": {"application/json": {"example": {"timeoutMilliseconds": 2000}, "schema": {
                  "type": "object", "properties": {"timeoutMilliseconds": {"type": "integer", "minimum": 0, "maximum": 3600000}},
                  "additionalProperties": false
                }}}},
                "responses": {
                  "200": {"description": "The run.", "content": {"application/json": {"schema": {
                    "type": "object",
                    "properties": {
                      "run": {"type": "integer", "minimum": 0}, "of": {"type": "integer", "description": "Runs so far and planned; shrinking adds more."},
                      "schedule": {"type": "string"}, "purpose": {"enum": ["first", "explore", "shrink", "replay"]},
                      "session": {"type": "object", "description": "As in the reply to POST /sessions."}
                    }
                  }}}},
                  "204": {"description": "No run is left."}, "404": {"$ref": "#/components/responses/Errors"},
                  "408": {"$ref": "#/components/responses/Errors"}, "409": {"$ref": "#/components/responses/Errors"},
                  "422": {"$ref": "#/components/responses/Errors"}, "501": {"$ref": "#/components/responses/Errors"},
                  "503": {"$ref": "#/components/responses/Errors"}
                }
              }
            },
            "/explorations/{id}/runs/{run}": {
              "parameters": [
                {"name": "id", "in": "path", "required": true, "example": "vezivojcox2m", "schema": {"type": "string"}},
                {"name": "run", "in": "path", "required": true, "example": 0, "schema": {"type": "integer", "minimum": 0}}
              ],
              "post": {
                "operationId": "FinishExplorationRun", "tags": ["Explorations"], "summary": "Takes the result of a run, and ends its session.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"passed": true}, "schema": {
                  "type": "object", "properties": {"passed": {"type": "boolean"}}, "required": ["passed"], "additionalProperties": false
                }}}},
                "responses": {
                  "200": {"$ref": "#/components/responses/Done"}, "404": {"$ref": "#/components/responses/Errors"},
                  "409": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}
                }
              }
            },

        """#
}
