internal import HTTPMessage
package import S3Dialect

/// Makes links to objects of the S3 listener: for templates, and for the admin API. Immutable. Any thread.
package final class ObjectLinks: Sendable {
    private let maker: LinkMaker
    private let hasBucket: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - maker: signs with a key that the S3 listener knows.
    ///   - hasBucket: whether the folder has a bucket of that name; may access the disk.
    package init(_ maker: LinkMaker, hasBucket: @escaping @Sendable (String) -> Bool = { _ in true }) {
        self.maker = maker
        self.hasBucket = hasBucket
    }

    /// What a template probably does wrong when it names this bucket; nil when the folder has it.
    func warning(ofBucket name: String) -> String? {
        hasBucket(name) ? nil : "a link names the bucket \"\(name)\", and the folder has no s3/\(name)"
    }

    /// A link, or the address and the fields of an upload form.
    /// - Parameters:
    ///   - baseURL: of the S3 listener as the client reaches it, with the prefix of a session.
    ///   - now: in seconds since 1970.
    ///   - number: makes a rotating link another one each time; called for such a link only.
    package func make(_ wish: ObjectLinkWish, baseURL: String, now: Int, number: () -> String) -> ObjectLink {
        let key = wish.key
        if wish.isForm {
            let fields = wish.fields.map { (name: $0.name, value: $0.value) }
            let form = maker.form(
                baseURL: baseURL, bucket: wish.bucket, key: key, expires: wish.seconds, now: now, sizes: wish.sizes, fields: fields)
            return ObjectLink(
                url: form.url, method: "POST", fields: form.fields.map { QueryItem($0.name, $0.value) }, end: now + wish.seconds)
        }
        let change: LinkMaker.Change = wish.isRotating ? .rotating(number: number()) : .stable
        let url = maker.link(
            wish.method, baseURL: baseURL, bucket: wish.bucket, key: Array(key.utf8), expires: wish.seconds, now: now, change,
            parameters: wish.parameters.map { (name: $0.name, value: $0.value) }, fields: wish.fields)
        return ObjectLink(
            url: url, method: wish.method, fields: nil, end: LinkMaker.begin(now: now, expires: wish.seconds, change) + wish.seconds)
    }
}
