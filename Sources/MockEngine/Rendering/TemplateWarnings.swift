internal import Handlebars

/// What is valid in a template and probably not meant: members that do not exist, links into buckets that do not exist.
enum TemplateWarnings {
    /// The warnings, in no particular order; the path of each is the text to look for in the template.
    static func found(in template: CompiledTemplate, _ environment: RenderEnvironment) -> [UnknownMembers.Member] {
        let members = UnknownMembers(in: template, known: TemplateRoot.knownMembers).found
        guard let links = environment.links else { return members }
        return members
            + template.firstTexts(ofHelper: PresignedHelper.name).compactMap { bucket in
                links.warning(ofBucket: bucket).map {
                    UnknownMembers.Member(
                        path: "\(PresignedHelper.name) '\(bucket)'", message: $0,
                        repair: "Add the folder, correct the name, or have the test create the bucket.")
                }
            }
    }
}
