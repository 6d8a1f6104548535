package import HTTPMessage
internal import JSONDocument

/// A link to an object of S3, or an upload form.
package struct ObjectLink: Sendable, Equatable {
    /// Where the request is sent.
    package let url: String
    /// The only method that it holds for; POST for a form.
    package let method: String
    /// The fields of a form before `file`, in order; nil for a link.
    package let fields: [QueryItem]?
    /// The first second in which it does not hold, since 1970.
    package let end: Int

    /// What a template prints: the link, or the form as JSON.
    package var shown: String { form?.text() ?? url }

    /// A form as clients of S3 pass it on: `{"url": …, "fields": {…}}`. Nil for a link.
    var form: JSONValue? {
        fields.map { fields in
            ["url": .string(url), "fields": .object(JSONObject(fields.map { ($0.name, JSONValue.string($0.value)) }))]
        }
    }
}
