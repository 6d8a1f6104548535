internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Warns about stubs that mean an object of the folder and do not match requests for it. Looks at the folder only for such stubs.
struct ObjectMentions {
    let root: FileRoot

    func warn(of mapping: StubMapping, _ report: ProblemReport) {
        let request = mapping.request
        if let pattern = request.s3 {
            warn(of: pattern, report)
        } else if request.host == nil, request.port == nil, let url = request.url, let path = Self.path(of: url) {
            if request.listener == .s3 {
                warnOfMissingBucket(path, url, report)
            } else if request.listener == nil, mapping.responses.responses.allSatisfy(Self.isDisturbance) {
                warnOfListener(path, url, report)
            }
        }
    }

    /// The decoded path that a pattern matches, without the slash at its beginning; nil when it matches several, and for no file's.
    private static func path(of url: URLPattern) -> RelativePath? {
        guard url.kind == .url || url.kind == .urlPath, url.text.utf8.first == UInt8(ascii: "/") else { return nil }
        return RelativePath(PercentCoding.decodePath(Array(url.text.utf8.prefix { $0 != UInt8(ascii: "?") })[...]).utf8.dropFirst())
    }

    /// Whether a response has nothing of its own to send, but an error or a change.
    private static func isDisturbance(_ response: ResponseDefinition) -> Bool {
        if response.s3Error != nil || response.modifier != nil { return true }
        guard case .none = response.body, response.proxy == nil else { return false }
        return response.status >= 400
    }

    private func isFile(_ path: RelativePath?) -> Bool { path.map { root.kind(of: $0) == .file } ?? false }

    private func object(_ bucket: String, _ key: String) -> RelativePath? { RelativePath("s3/\(bucket)/\(key)") }

    /// For an error or a change at the path of an object, which only requests to the HTTP listener get.
    private func warnOfListener(_ path: RelativePath, _ url: URLPattern, _ report: ProblemReport) {
        let segments = path.segments
        guard segments.count > 1, isFile(FixtureFolder.objects.appending(path)), !isFile(FixtureFolder.files.appending(path)) else {
            return
        }
        let bucket = String(decoding: segments[0], as: UTF8.self)
        let key = path.text.dropFirst(bucket.count + 1)
        report.warn(
            "this is the path of an object on the S3 listener, and the stub matches requests to the HTTP listener only", at: url.node,
            repair: "Write \"s3\": {\"bucket\": \"\(bucket)\", \"key\": \"\(key)\"} in its place, "
                + "or \"listener\": \"http\" if it is meant.")
    }

    /// For `"listener": "s3"` and a path that is an object's key.
    private func warnOfMissingBucket(_ path: RelativePath, _ url: URLPattern, _ report: ProblemReport) {
        guard let first = RelativePath(path.segments[0]), root.kind(of: FixtureFolder.objects.appending(first)) == nil,
            let bucket = buckets().first(where: { isFile(object($0, path.text)) })
        else { return }
        report.warn(
            "a path on the S3 listener begins with the bucket's name, unless the host has it", at: url.node,
            repair: "Write \"s3\": {\"bucket\": \"\(bucket)\", \"key\": \"\(path.text)\"} in its place, which matches both.")
    }

    private func warn(of pattern: S3Pattern, _ report: ProblemReport) {
        let (bucket, key) = (pattern.bucket?.onlyText, pattern.key?.onlyText)
        if let key, let node = pattern.key?.node, key.hasPrefix("/"), key.count > 1 {
            report.warn(
                "the slash between bucket and key belongs to neither, so no usual request matches this key", at: node,
                repair: "Write \"\(key.drop { $0 == "/" })\".")
        } else if let key, let node = pattern.key?.node, let slash = key.firstIndex(of: "/") {
            let (name, rest) = (String(key[..<slash]), String(key[key.index(after: slash)...]))
            let isMeant = (bucket == name || pattern.bucket == nil) && isFile(object(name, rest))
            if isMeant, !(bucket.map { [$0] } ?? buckets()).contains(where: { isFile(object($0, key)) }) {
                let bucketToWrite = bucket == nil ? "\"bucket\": \"\(name)\", \"key\": " : ""
                report.warn("the key has the bucket's name at its beginning", at: node, repair: "Write \(bucketToWrite)\"\(rest)\".")
            }
        }
        guard let bucket, let node = pattern.bucket?.node, let path = RelativePath("s3/\(bucket)"), root.kind(of: path) == nil,
            let nearest = Spelling.nearest(to: bucket, among: buckets())
        else { return }
        report.warn("there is no bucket \"\(bucket)\" in the folder", at: node, repair: "Did you mean \"\(nearest)\"?")
    }

    private func buckets() -> [String] {
        ((try? root.list(FixtureFolder.objects)) ?? []).filter { $0.kind == .folder }.map { String(decoding: $0.name, as: UTF8.self) }
    }
}
