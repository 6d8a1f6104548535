/// What there is to say about a place in a template: a mistake, or something that is valid and probably not meant.
package struct TemplateRemark: Equatable, Sendable {
    /// Where it is, in bytes of the whole text.
    package var offset: Int
    /// What is wrong, as a sentence without a period.
    package var message: String
    /// What to do, as a whole sentence; nil if that is not known.
    package var repair: String?

    package init(offset: Int, message: String, repair: String?) {
        self.offset = offset
        self.message = message
        self.repair = repair
    }
}
