internal import JSONDocument
internal import StubModel

extension MockEngine {
    /// Reports body files that are not there: of a stub that the admin API adds. Of those in files the folder tells when it is loaded.
    func lookForBodyFiles(of mapping: borrowing StubMapping, _ report: ProblemReport) {
        for response in mapping.responses.responses {
            guard case .file(let name) = response.body, !name.contains("{{"),
                let complaint = environment.rendering.bodyFiles.complaint(aboutBodyFile: name)
            else { continue }
            report.addLate(complaint.message, at: response.node.member("bodyFileName") ?? response.node, repair: complaint.repair)
        }
    }
}
