internal import JSONDocument
internal import StubModel

extension MockEngine {
    /// Reports missing body files of a stub from the admin API, and templates in them that are not rendered. Those of stubs in files are
    /// reported when the folder is loaded.
    func lookForBodyFiles(of mapping: borrowing StubMapping, _ report: ProblemReport) {
        let files = environment.rendering.bodyFiles
        for response in mapping.responses.responses {
            guard case .file(let name) = response.body, !name.contains("{{") else { continue }
            let node = response.node.member("bodyFileName") ?? response.node
            if let complaint = files.complaint(aboutBodyFile: name) {
                report.addLate(complaint.message, at: node, repair: complaint.repair)
            } else if !response.asksForTemplating, !response.meansTemplating, !response.declinesTemplating,
                let warning = files.warning(aboutUnrenderedBodyFile: name)
            {
                report.warn(warning.message, at: node, repair: warning.repair, kind: "body file")
            }
        }
    }
}
