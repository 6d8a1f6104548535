internal import S3Dialect

/// An upload form with the boundary `x`, and its policy. Any split gives the same fields and the same file, or the same error; a policy is
/// read or refused.
enum PostFormTarget: FuzzTarget {
    private struct Outcome: Equatable {
        var fields: PostFields?
        var file: [UInt8] = []
        var error: String?
    }

    package static func run(_ bytes: [UInt8]) {
        let whole = read(bytes, pieces: max(1, bytes.count))
        for pieces in [1, 2, 7] { precondition(read(bytes, pieces: pieces) == whole, "pieces of \(pieces) differ from the whole") }
        precondition(whole.file.count <= bytes.count, "a file that is longer than the form")
        guard let fields = whole.fields else { return }
        for policy in [fields["policy"], fields["key"]].compactMap(\.self) { check(policy, fields) }
    }

    private static func check(_ text: String, _ fields: PostFields) {
        guard let policy = try? PostPolicy(text) else { return }
        if let sizes = policy.sizes, sizes.least <= sizes.most {
            precondition((try? policy.check(size: sizes.least)) != nil, "the least length is refused")
            precondition((try? policy.check(size: sizes.most)) != nil, "the most is refused")
        }
        precondition((try? policy.check(fields, bucket: "b", now: policy.expiration)) == nil, "a policy holds after its end")
    }

    private static func read(_ bytes: [UInt8], pieces: Int) -> Outcome {
        var outcome = Outcome()
        do throws(S3Error) {
            var form = try PostForm(contentType: "multipart/form-data; boundary=x")
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try form.take(Array(bytes[start..<min(bytes.count, start + pieces)]).span) { piece in
                    for index in piece.indices { outcome.file.append(piece[index]) }
                }
            }
            try form.finish()
            outcome.fields = form.fields
        } catch {
            outcome = Outcome(error: error.code)
        }
        return outcome
    }
}
