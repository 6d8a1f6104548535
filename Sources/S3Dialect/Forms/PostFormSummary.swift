/// What the fields of an upload form say of its object, and who they say it is from. Nothing is verified.
package struct PostFormSummary: Sendable, Hashable {
    /// With the name of the file in place of `${filename}`; nil without the field.
    package let key: String?
    /// Who signed the form, and how; nil for nobody.
    package let signer: SignedRequest?

    /// - Parameter fields: those before the file.
    package init(_ fields: PostFields) {
        key = fields["key"]
        signer = Authenticator.claim(of: fields)
    }
}
