internal import JSONDocument
internal import StubModel

extension MockEngine {
    /// Reports missing body files of a stub from the admin API. Those of stubs in files are reported when the folder is loaded.
    func lookForBodyFiles(of mapping: borrowing StubMapping, _ report: ProblemReport) {
        for response in mapping.responses.responses {
            guard case .file(let name) = response.body, !name.contains("{{"),
                let complaint = environment.rendering.bodyFiles.complaint(aboutBodyFile: name)
            else { continue }
            report.addLate(complaint.message, at: response.node.member("bodyFileName") ?? response.node, repair: complaint.repair)
        }
    }
}
