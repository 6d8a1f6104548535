internal import HTTPMessage
internal import S3Dialect

/// Where to find what an upload form says.
enum UploadForm: Sendable {
    /// In the body of the request.
    case inBody
    /// It was read before, because the request does not have the whole body.
    indirect case known(PostFormSummary)
    /// Nowhere: the body was not kept, or not received.
    case unknown

    /// - Parameters:
    ///   - known: what was read before; nil for nothing.
    ///   - hasBody: whether the request has the whole body.
    init(_ known: PostFormSummary?, of request: Request, hasBody: Bool) {
        if let known {
            self = .known(known)
        } else if request.arrival.listener == .s3, !hasBody {
            self = .unknown
        } else {
            self = .inBody
        }
    }

    /// Whether nobody knows what the form says.
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension PostFormSummary {
    /// The file of a form begins earlier. S3 takes 20 kB of fields.
    private static let longestBeginning = 1 << 20
    private static let block = 64 << 10

    /// Reads the fields of an upload form, but not its file. Reads the disk where the body is in a file.
    /// - Returns: nil if the body is no such form, or cannot be read.
    init?(beginningOf request: Request) {
        guard let fields = try? Self.fields(of: request) else { return nil }
        self.init(fields)
    }

    /// The fields before the file; nil if there are none.
    private static func fields(of request: Request) throws -> PostFields? {
        var form = try PostForm(contentType: request.firstHeader("Content-Type"))
        var offset = 0
        while form.fields == nil, offset < longestBeginning {
            let bytes = try request.body.bytes(at: offset, limit: block)
            if bytes.isEmpty { return nil }
            // What is wrong behind the fields does not matter.
            do throws(S3Error) { try form.take(bytes.span) { _ in } } catch { break }
            offset += bytes.count
        }
        return form.fields
    }
}
