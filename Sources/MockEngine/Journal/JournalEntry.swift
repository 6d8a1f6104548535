package import HTTPMessage
package import StubModel

/// One journal entry, read: a request, and what became of it. WireMock's serve event.
package struct JournalEntry: Sendable {
    /// A request body that was too long to keep.
    package struct BodyDigest: Sendable, Equatable {
        package var length: Int
        /// 64 hexadecimal digits.
        package var sha256: String
    }

    package let id: UniqueID
    /// Counts up by one for each request of the session, from 1; never reused.
    package let sequence: UInt64
    /// As received; its body is empty when `bodyDigest` is set.
    package let request: Request
    package let bodyDigest: BodyDigest?
    package let arrivedAt: Timestamp
    /// From arrival to plan.
    package let processing: Duration
    /// Scripted silence before the first byte.
    package let addedDelay: Duration
    /// Nil when nothing matched.
    package let stub: CompiledStub?
    package let responseIndex: Int
    package let response: Response
    /// Length of a response body that was left out: too long, streamed, or in a file.
    package let trimmedLength: Int?
    package let details: EntryDetails
    /// Nil while the answer is on its way.
    package let outcome: ExchangeOutcome?
    /// From the journal's settings.
    let maximumDecodedBytes: Int

    /// No stub answered, but a file or an S3 object did.
    package let isAnsweredByFile: Bool

    /// Whether a stub, a file or an object answered.
    package var wasMatched: Bool { stub != nil || isAnsweredByFile }
}

extension JournalEntry {
    /// Reads one slot.
    init(_ segment: JournalSegment, index: Int, seed: UInt64, bodyLimit: Int, maximumDecodedBytes: Int) {
        let slot = segment.slots[index]
        sequence = segment.firstSequence + UInt64(index)
        id = segment.id(at: index, seed: seed)
        var (request, _) = Request.readHeadRecord(segment.bytes, at: slot.start)
        request.arrival = segment.arrival(of: slot)
        let body = segment.bytes[slot.bodyStart..<slot.end]
        if slot.bodyIsDigest {
            bodyDigest = BodyDigest(record: body)
        } else {
            bodyDigest = nil
            if !body.isEmpty { request.body = .bytes(Array(body)) }
        }
        self.request = request
        isAnsweredByFile = slot.isAnsweredByFile
        arrivedAt = slot.arrivedAt
        processing = .nanoseconds(slot.processingNanoseconds)
        addedDelay = .nanoseconds(slot.addedDelayNanoseconds)
        stub = slot.stub
        responseIndex = Int(slot.responseIndex)
        let response = slot.response ?? slot.stub?.ownResponse(Int(slot.responseIndex)) ?? Response(status: 200)
        let isTrimmed = response.isTooLong(for: bodyLimit)
        self.response = isTrimmed ? response.withoutBody : response
        trimmedLength = slot.trimmedLength ?? (isTrimmed ? response.body.length : nil)
        details = slot.details?.details ?? EntryDetails()
        outcome = slot.outcome
        self.maximumDecodedBytes = maximumDecodedBytes
    }
}

extension JournalEntry.BodyDigest {
    /// Eight bytes of length, lowest first, then the digest's 32.
    init(record: ArraySlice<UInt8>) {
        length = record.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let digits = Array("0123456789abcdef".utf8)
        sha256 = String(decoding: record.dropFirst(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    static func record(length: Int, sha256: [UInt8]) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + sha256
    }
}
