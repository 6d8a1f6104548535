/// Conditional requests and ranges, evaluated in the order of RFC 9110, sections 13.2.2 and 14.2.
package enum Conditions {
    /// The response to a request with conditions.
    package enum Verdict: Sendable, Hashable {
        /// The whole body, 200.
        case whole
        /// Part of the body, 206.
        case part(Range<Int>)
        /// 304, without a body.
        case notModified
        /// 412.
        case preconditionFailed
        /// 416.
        case rangeNotSatisfiable
    }

    /// What conditions compare with.
    package struct Validators: Sendable, Hashable {
        /// The entity tag; nil when the response has none.
        package var entityTag: EntityTag?
        /// Last-Modified; nil when the response has none.
        package var lastModified: HTTPDate?

        package init(entityTag: EntityTag? = nil, lastModified: HTTPDate? = nil) {
            self.entityTag = entityTag
            self.lastModified = lastModified
        }

        /// What clients see in a response with these fields. A tag without quotes, which a mock may send, is taken up to a comma.
        package init(_ headers: HeaderFields) {
            if case .tags(let tags)? = headers.first("ETag").map(EntityTagList.parse) { entityTag = tags.first }
            lastModified = headers.first("Last-Modified").flatMap(HTTPDate.parse)
        }
    }

    /// Whether the request has a field that `evaluate` reads. Does not allocate.
    package static func arePresent(in request: Request) -> Bool { request.hasConditions || request.firstHeaderIndex("range") != nil }

    /// Evaluates the conditions of a request for a representation that exists.
    ///
    /// If-Match, or else If-Unmodified-Since, fails with 412. If-None-Match, or else If-Modified-Since, gives 304 for GET and HEAD. Then
    /// Range applies, unless If-Range names another version. Invalid dates count as absent.
    /// - Parameters:
    ///   - length: of the whole body, in bytes; nil where Range does not apply.
    ///   - rangesOnHead: whether Range applies to HEAD too, as in S3. HTTP defines it for GET only.
    ///   - now: an If-Modified-Since after it does not count, as in S3; nil when each counts.
    package static func evaluate(
        _ request: Request, _ validators: Validators, length: Int?, rangesOnHead: Bool = false, now: HTTPDate? = nil
    ) -> Verdict {
        let isGet = request.methodBytes.elementsEqual("GET".utf8)
        let isHead = request.methodBytes.elementsEqual("HEAD".utf8)

        if let list = tags(request, "If-Match") {
            if !list.matchesStrongly(validators.entityTag) { return .preconditionFailed }
        } else if let limit = date(request, "If-Unmodified-Since"), let modified = validators.lastModified, modified > limit {
            return .preconditionFailed
        }

        if let list = tags(request, "If-None-Match") {
            if list.matchesWeakly(validators.entityTag) { return isGet || isHead ? .notModified : .preconditionFailed }
        } else if isGet || isHead, let limit = date(request, "If-Modified-Since"), let modified = validators.lastModified,
            modified <= limit, now.map({ limit <= max($0, modified) }) ?? true
        {
            return .notModified
        }

        guard let length, isGet || isHead && rangesOnHead, let field = joined(request, "Range"), let range = ByteRange.parse(field),
            isCurrent(request, validators)
        else { return .whole }
        return range.resolve(length: length).map { .part($0) } ?? .rangeNotSatisfiable
    }

    /// Whether If-Range is absent or names this version: by a strong tag, or by exactly its date.
    private static func isCurrent(_ request: Request, _ validators: Validators) -> Bool {
        guard let field = request.firstHeader("If-Range") else { return true }
        if let date = HTTPDate.parse(field) { return date == validators.lastModified }
        guard case .tags(let tags) = EntityTagList.parse(field), tags.count == 1 else { return false }
        return validators.entityTag.map { tags[0].matchesStrongly($0) } ?? false
    }

    private static func tags(_ request: Request, _ name: String) -> EntityTagList? { joined(request, name).map(EntityTagList.parse) }

    private static func date(_ request: Request, _ name: String) -> HTTPDate? { request.firstHeader(name).flatMap(HTTPDate.parse) }

    /// The field's lines joined by commas; nil when there is none.
    private static func joined(_ request: Request, _ name: String) -> String? {
        let lines = request.headers(name)
        return lines.isEmpty ? nil : lines.joined(separator: ", ")
    }
}
