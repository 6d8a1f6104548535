internal import Digest
package import HTTPMessage
internal import LinkModel
package import StubModel

/// One journal entry: a request and its outcome. WireMock's serve event.
package struct JournalEntry: Sendable {
    /// Stands for a request body that was too long to keep, could not be read, or was not received whole.
    package struct BodyDigest: Sendable, Equatable {
        /// The body's length in bytes. Of a body that was not received whole, the announced one; nil if none was announced.
        package var length: Int?
        /// SHA-256, as 64 hexadecimal digits; nil if the body could not be read, or was not received whole.
        package var sha256: String?
    }

    /// The entry's id: `id` in JSON, and `request.id` in templates.
    package let id: UniqueID
    /// Increases by one for each request of the session, from 1; never reused.
    package let sequence: UInt64
    /// As received; the body is empty if `bodyDigest` is set.
    package let request: Request
    /// Length and digest of a request body that was too long to keep, could not be read, or was not received whole; nil if the body was
    /// kept.
    package let bodyDigest: BodyDigest?
    /// The civil time of arrival, by the session's clock.
    package let arrivedAt: Timestamp
    /// The time from arrival to plan.
    let processing: Duration
    /// The delay that was added before the first byte.
    package let addedDelay: Duration
    /// Nil if no stub matched.
    package let stub: CompiledStub?
    let responseIndex: Int
    /// The response as planned. A fault may have kept it from being sent in full. Its status is 0 where there is none.
    package let response: Response
    /// The length of a response body that was left out: too long, streamed, or in a file.
    package let trimmedLength: Int?
    /// Draws, faults, holds and notes.
    package let details: EntryDetails
    /// Nil while the exchange is not over. Of the status, only that none was sent is kept.
    package let outcome: ExchangeOutcome?
    /// Those of its journal.
    let settings: JournalSettings

    /// Whether a file or an S3 object responded instead of a stub.
    package let isFromFile: Bool

    /// Where to find what an upload form says.
    var form: UploadForm { UploadForm(details.form, of: request, hasBody: bodyDigest == nil) }

    /// Whether a stub, a file or an object responded.
    package var wasMatched: Bool { stub != nil || isFromFile }

    /// For how long the response was kept back on purpose: by the session's order, then by its delay and beside it by a hold at a gate
    /// before the head, and by its link.
    var keptBack: Duration {
        var (turn, stay) = (Duration.zero, addedDelay)
        for held in details.held where held.isBeforeHead {
            if held.isTurn { turn += held.duration ?? .zero } else { stay = max(stay, held.duration ?? .zero) }
        }
        return turn + stay + (details.flow?.report.delay ?? .zero)
    }
}

extension JournalEntry {
    /// Reads one slot.
    init(_ segment: JournalSegment, index: Int, seed: UInt64, _ settings: JournalSettings) {
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
        isFromFile = slot.isFromFile
        arrivedAt = slot.arrivedAt
        processing = .nanoseconds(slot.processingNanoseconds)
        addedDelay = .nanoseconds(slot.addedDelayNanoseconds)
        stub = slot.stub
        responseIndex = Int(slot.responseIndex)
        let response = slot.response ?? slot.stub?.ownResponse(Int(slot.responseIndex)) ?? Response(status: 0)
        let isTrimmed = response.isTooLong(for: settings.bodyLimit)
        self.response = isTrimmed ? response.withoutBody : response
        trimmedLength = slot.trimmedLength ?? (isTrimmed ? response.body.length : nil)
        details = slot.details?.details ?? EntryDetails()
        outcome = slot.outcome
        self.settings = settings
    }
}

extension JournalEntry.BodyDigest {
    /// Reads a record of eight bytes of length, lowest first, and the digest's 32 bytes. Either is left out if it is not known.
    init(record: ArraySlice<UInt8>) {
        let number = record.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        length = record.isEmpty ? nil : number
        let digest = record.dropFirst(8)
        sha256 = digest.isEmpty ? nil : Hexadecimal.text(digest)
    }

    /// Stands for a body that the head announces and the request does not have; nil for any other.
    init?(notReceived request: Request) {
        guard request.lacksAnnouncedBody else { return nil }
        self.init(length: request.announcedBodyLength, sha256: nil)
    }

    static func record(length: Int, sha256: [UInt8] = []) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + sha256
    }
}
