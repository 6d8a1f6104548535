/// Finds out what of a request differs from what its client signed by version 2, by trying the common mistakes.
struct SignatureV2Diagnosis {
    private let attempt: SignatureV2Attempt

    /// More `x-amz-*` fields are not tried one by one.
    private static let mostFields = 10

    init(_ attempt: SignatureV2Attempt) { self.attempt = attempt }

    /// Nil when nothing that is tried explains it.
    var sentence: String? { method ?? unsigned ?? type }

    private var method: String? {
        for method in SignatureDiagnosis.methods where method != attempt.method {
            var attempt = attempt
            attempt.method = method
            if attempt.fits { return SignatureDiagnosis.sentence(signedMethod: method, sent: self.attempt.method) }
        }
        return nil
    }

    /// Fields that were added to what was signed.
    private var unsigned: String? {
        let content = attempt.contentFields.filter { !$0.value.isEmpty }.map(\.name)
        let own = attempt.ownFields.map(\.name)
        let attempts = (content + own.prefix(Self.mostFields)).map { [$0] } + [content, own, content + own]
        return attempts.first { !$0.isEmpty && without($0).fits }.map { SignatureDiagnosis.sentence(unsigned: $0) }
    }

    private func without(_ names: [String]) -> SignatureV2Attempt {
        let names = Set(names)
        var attempt = attempt
        for index in attempt.contentFields.indices where names.contains(attempt.contentFields[index].name) {
            attempt.contentFields[index].value = ""
        }
        attempt.ownFields.removeAll { names.contains($0.name) }
        return attempt
    }

    /// The Content-Type that a client sends when its user names none.
    private var type: String? {
        guard let index = attempt.contentFields.firstIndex(where: { $0.name == "content-type" }) else { return nil }
        let sent = attempt.contentFields[index].value
        for value in SignatureDiagnosis.usualTypes where value != sent {
            var attempt = attempt
            attempt.contentFields[index].value = value
            if attempt.fits { return SignatureDiagnosis.sentence(field: "content-type", signed: value, sent: sent) }
        }
        return nil
    }
}
