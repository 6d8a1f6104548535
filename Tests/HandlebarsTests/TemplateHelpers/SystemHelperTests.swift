import Testing

@testable import Handlebars

@Suite struct SystemHelperTests {
    @Test func nothingIsSeenUnlessPermitted() throws {
        #expect(try HelperRequest.body("{{systemValue type='ENVIRONMENT' key='PATH'}}") == "[ERROR: Access to PATH is denied]")
        #expect(try HelperRequest.body("{{systemValue type='ENVIRONMENT'}}") == "[ERROR: The key cannot be empty]")
    }

    @Test func permittedKeysAreRead() throws {
        var system = TemplateSystem()
        system.permit(["wiremock.*"])
        system.environmentVariable = { ["wiremock.x": "1", "PATH": "/bin"][$0] }
        system.hostname = { "box" }
        let template =
            "{{systemValue key='wiremock.x'}}|{{systemValue key='wiremock.y' default='d'}}|{{systemValue key='PATH'}}|{{systemValue type='PROPERTY' key='wiremock.x'}}|{{hostname}}"
        #expect(try HelperRequest.body(template, system: system) == "1|d|[ERROR: Access to PATH is denied]||box")
    }

    @Test func permittedKeysAreReadInEitherCase() throws {
        var system = TemplateSystem()
        system.permit(["(", "allowed_.*", "HOME"])
        system.environmentVariable = { $0 }
        let template =
            "{{systemValue key='ALLOWED_KEY_2'}}|{{systemValue key='allowed_key'}}|{{systemValue key='home'}}|{{systemValue key='HOMES'}}"
        #expect(try HelperRequest.body(template, system: system) == "ALLOWED_KEY_2|allowed_key|home|[ERROR: Access to HOMES is denied]")
    }
}
