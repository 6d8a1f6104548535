extension OpenAPIDocument {
    /// The operations on stubs, their files and their scenarios.
    static let stubs = #"""
            "/mappings": {
              "get": {
                "operationId": "ListMappings", "tags": ["Stubs"], "summary": "All stubs in the order of matching: by priority, then newest first.",
                "parameters": [{"$ref": "#/components/parameters/Limit"}, {"$ref": "#/components/parameters/Offset"}],
                "responses": {"200": {"$ref": "#/components/responses/Mappings"}, "400": {"$ref": "#/components/responses/Errors"}}
              },
              "post": {
                "operationId": "AddMapping", "tags": ["Stubs"], "summary": "Adds a stub as the newest; a persistent one is saved.",
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"201": {"$ref": "#/components/responses/Mapping"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveAllMappings", "tags": ["Stubs"], "summary": "Removes all stubs, and the files of persistent ones.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/unmatched": {
              "get": {
                "operationId": "ListUnmatchedMappings", "tags": ["Stubs"], "summary": "Stubs that have not responded since the journal was last emptied.",
                "responses": {"200": {"$ref": "#/components/responses/Mappings"}}
              },
              "delete": {
                "operationId": "RemoveUnmatchedMappings", "tags": ["Stubs"], "summary": "Removes the stubs that have not responded since the journal was last emptied.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/{id}": {
              "parameters": [{"$ref": "#/components/parameters/ID"}],
              "get": {
                "operationId": "GetMapping", "tags": ["Stubs"], "summary": "One stub.",
                "responses": {"200": {"$ref": "#/components/responses/Mapping"}, "400": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"}}
              },
              "put": {
                "operationId": "EditMapping", "tags": ["Stubs"], "summary": "Replaces a stub; its place in the order of matching stays.",
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"200": {"$ref": "#/components/responses/Mapping"}, "400": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveMapping", "tags": ["Stubs"], "summary": "Removes a stub, and its file when it is persistent.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "400": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/new": {
              "post": {
                "operationId": "AddMappingOldForm", "tags": ["Stubs"], "summary": "WireMock 1's form of POST /mappings.", "deprecated": true,
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"201": {"$ref": "#/components/responses/Mapping"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/edit": {
              "post": {
                "operationId": "EditMappingByBody", "tags": ["Stubs"], "summary": "WireMock 2's form of PUT /mappings/{id}: the id is in the body.", "deprecated": true,
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"204": {"description": "Done."}, "404": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/remove": {
              "post": {
                "operationId": "RemoveMappingByBody", "tags": ["Stubs"], "summary": "Removes the stub with the body's id, or else the first with the same request. Also takes {\"mappings\": […]}.",
                "requestBody": {"$ref": "#/components/requestBodies/Mapping"},
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/save": {
              "post": {
                "operationId": "SaveMappings", "tags": ["Stubs"], "summary": "Makes all stubs persistent: writes them into the mappings folder, each file atomically.",
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/reset": {
              "post": {
                "operationId": "ResetMappings", "tags": ["Stubs"], "summary": "Restores the stubs on disk, empties the journal, and resets scenarios.",
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/import": {
              "post": {
                "operationId": "ImportMappings", "tags": ["Stubs"], "summary": "Adds many stubs in one step, the first as the newest.",
                "requestBody": {"required": true, "content": {"application/json": {"example": {"mappings": [{"request": {"method": "GET", "urlPath": "/me"}, "response": {"jsonBody": {"name": "Yuna"}}}]}, "schema": {
                  "type": "object",
                  "properties": {
                    "mappings": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}},
                    "importOptions": {
                      "type": "object",
                      "properties": {
                        "duplicatePolicy": {"enum": ["OVERWRITE", "IGNORE"], "default": "IGNORE", "description": "What becomes of a stub whose id exists. An import without importOptions overwrites it."},
                        "deleteAllNotInImport": {"type": "boolean", "default": false}
                      }
                    }
                  }
                }}}},
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/find-by-metadata": {
              "post": {
                "operationId": "FindMappingsByMetadata", "tags": ["Stubs"], "summary": "The stubs whose metadata match the matcher.",
                "requestBody": {"$ref": "#/components/requestBodies/Matcher"},
                "responses": {"200": {"$ref": "#/components/responses/Mappings"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/mappings/remove-by-metadata": {
              "post": {
                "operationId": "RemoveMappingsByMetadata", "tags": ["Stubs"], "summary": "Removes the stubs whose metadata match the matcher.",
                "requestBody": {"$ref": "#/components/requestBodies/Matcher"},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/files": {
              "get": {
                "operationId": "ListFiles", "tags": ["Body files"], "summary": "The paths of all body files.",
                "responses": {"200": {"description": "Relative to __files, sorted.", "content": {"application/json": {"schema": {"type": "array", "items": {"type": "string"}}}}}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/files/**": {
              "description": "The path may have several segments. One that leaves the folder is a 403, one that cannot be a file a 422.",
              "get": {
                "operationId": "GetFile", "tags": ["Body files"], "summary": "A body file's bytes.",
                "responses": {"200": {"description": "The bytes, with the media type of the name.", "content": {"*/*": {}}}, "403": {"$ref": "#/components/responses/Errors"}, "404": {"$ref": "#/components/responses/NotFound"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              },
              "put": {
                "operationId": "PutFile", "tags": ["Body files"], "summary": "Writes a body file atomically.",
                "requestBody": {"required": true, "content": {"application/octet-stream": {}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "403": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              },
              "delete": {
                "operationId": "RemoveFile", "tags": ["Body files"], "summary": "Deletes a body file; a missing one is no error.",
                "responses": {"200": {"$ref": "#/components/responses/Empty"}, "403": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}, "500": {"$ref": "#/components/responses/Errors"}}
              }
            },
            "/scenarios": {
              "get": {
                "operationId": "ListScenarios", "tags": ["Scenarios"], "summary": "All scenarios with their states.",
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
                "operationId": "ResetScenarios", "tags": ["Scenarios"], "summary": "Puts every scenario into its first state, and every sequence to its beginning.",
                "responses": {"200": {"$ref": "#/components/responses/Done"}}
              }
            },
            "/scenarios/{name}/state": {
              "parameters": [{"name": "name", "in": "path", "required": true, "example": "pose-feed", "schema": {"type": "string"}}],
              "put": {
                "operationId": "SetScenarioState", "tags": ["Scenarios"], "summary": "Sets a scenario's state; without a body, the first one.",
                "requestBody": {"content": {"application/json": {"example": {"state": "empty"}, "schema": {"type": "object", "properties": {"state": {"type": "string"}}}}}},
                "responses": {"200": {"$ref": "#/components/responses/Done"}, "404": {"$ref": "#/components/responses/Errors"}, "422": {"$ref": "#/components/responses/Errors"}}
              }
            },

        """#
}
