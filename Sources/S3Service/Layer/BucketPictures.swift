internal import Placeholders
internal import S3Dialect

/// Pictures in place of files, for every key that a bucket lacks (`s3.placeholders`). Listings do not show them. Any thread.
final class BucketPictures: Sendable {
    private let forms: [String: PlaceholderForm]
    private let maker: PictureMaker

    init(_ forms: [String: PlaceholderForm], _ maker: PictureMaker) {
        self.forms = forms
        self.maker = maker
    }

    /// Names in order.
    var buckets: [String] { forms.keys.sorted() }

    /// Whether the bucket has them.
    func has(_ bucket: String) -> Bool { forms[bucket] != nil }

    /// Whether the key has a picture. Makes none.
    func has(_ key: ObjectKey, in bucket: String) -> Bool { order(key, bucket) != nil }

    /// Whether the key's picture needs no time.
    func isKept(_ key: ObjectKey, in bucket: String) -> Bool { order(key, bucket).map { maker.kept($0) != nil } ?? true }

    /// The picture of a key; nil for a bucket without pictures, and for a key that ends in a slash, which stands for a folder.
    /// - Throws: InternalError when it cannot be made.
    func object(_ key: ObjectKey, in bucket: String) throws(S3Error) -> StoredObject? {
        guard let order = order(key, bucket) else { return nil }
        let picture: Placeholder
        do throws(PlaceholderError) { picture = try maker.picture(order) } catch { throw .internalError(error.description) }
        let head = ObjectHead(
            ObjectDescription(), entityTag: picture.digest, lastModified: Placeholder.lastModified, size: picture.bytes.count,
            type: picture.mediaType)
        return StoredObject(head: head, content: .picture(picture), version: .null)
    }

    /// The name of the file is the label, and the whole key decides the look.
    private func order(_ key: ObjectKey, _ bucket: String) -> PlaceholderOrder? {
        guard let form = forms[bucket], let last = key.bytes.last, last != UInt8(ascii: "/") else { return nil }
        let name = key.bytes.split(separator: UInt8(ascii: "/")).last ?? key.bytes[...]
        return PlaceholderOrder(form, label: String(decoding: name, as: UTF8.self), seed: "\(bucket)/\(key.text)")
    }
}
