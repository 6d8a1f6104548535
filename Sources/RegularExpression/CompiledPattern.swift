internal import Budget
internal import CPCRE2

/// How the work of one match is bounded, besides by `MatchLimits`.
enum MatchMeter {
    /// By nothing else.
    case none
    /// By `quickSteps`: for the first attempt of a request to match the whole of a short text. A search would take that many from each
    /// place.
    case quick
    /// By what the request may still spend. The pattern must be compiled as metered.
    case budget(WorkBudget)

    /// Backtracking steps of a quick match. What they take is not known afterwards, so a quick match is charged as if it took many of them.
    static let quickSteps: UInt32 = 100
    /// The longest text of a quick match, in bytes: a step may run over all of it.
    static let quickBytes = 512

    /// The steps of a budget that a quick match is charged.
    static func quickCost(_ bytes: Int) -> Int { 50 + 2 * bytes }

    var isQuick: Bool { if case .quick = self { true } else { false } }
}

/// Owns a `pcre2_code` and its match context.
///
/// Unchecked because it holds C pointers. Both are only read after `init`, which PCRE2 allows from several threads at once (pcre2api,
/// "Multithreading"); each thread has its own match data.
@safe final class CompiledPattern: @unchecked Sendable {
    enum Outcome {
        case match
        case none
        case limit(MatchLimitError.Limit)
        /// A quick match took too many steps: whether the pattern matches is unknown.
        case unknown
        /// The subject is not UTF-8.
        case malformed
    }

    private let code: OpaquePointer
    private let context: OpaquePointer
    let groupCount: Int

    init(
        _ pattern: [UInt8], options: RegularExpression.Options, dialect: RegularExpression.Dialect, unicodeClasses: Bool,
        limits: MatchLimits, isMetered: Bool = false
    ) throws(PatternFault) {
        var flags = UInt32(PCRE2_UTF) | UInt32(PCRE2_NEVER_BACKSLASH_C)
        if isMetered { flags |= UInt32(PCRE2_AUTO_CALLOUT) }
        if options.contains(.caseInsensitive) { flags |= UInt32(PCRE2_CASELESS) }
        if options.contains(.dotAll) { flags |= UInt32(PCRE2_DOTALL) }
        if options.contains(.multiline) { flags |= UInt32(PCRE2_MULTILINE) }
        if dialect != .java { flags |= UInt32(PCRE2_DOLLAR_ENDONLY) }
        if unicodeClasses { flags |= UInt32(PCRE2_UCP) }

        guard let settings = unsafe pcre2_compile_context_create_8(nil), let context = unsafe pcre2_match_context_create_8(nil) else {
            fatalError("out of memory")
        }
        defer { unsafe pcre2_compile_context_free_8(settings) }
        unsafe pcre2_set_newline_8(settings, UInt32(dialect == .java ? PCRE2_NEWLINE_ANY : PCRE2_NEWLINE_ANYCRLF))
        unsafe pcre2_set_max_pattern_length_8(settings, 1 << 20)

        var number: Int32 = 0
        var offset = 0
        let code = unsafe pattern.withUnsafeBufferPointer { buffer in
            unsafe pcre2_compile_8(buffer.baseAddress ?? Self.nothing, buffer.count, flags, &number, &offset, settings)
        }
        guard let code = unsafe code else {
            unsafe pcre2_match_context_free_8(context)
            throw PatternFault(message: Self.message(number), offset: offset)
        }
        unsafe pcre2_set_match_limit_8(context, UInt32(clamping: limits.steps))
        unsafe pcre2_set_depth_limit_8(context, UInt32(clamping: limits.depth))
        unsafe pcre2_set_heap_limit_8(context, UInt32(clamping: limits.memoryKiB))
        var count: UInt32 = 0
        _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
        groupCount = Int(count)
        unsafe self.code = unsafe code
        unsafe self.context = unsafe context
    }

    deinit {
        unsafe pcre2_match_context_free_8(context)
        unsafe pcre2_code_free_8(code)
    }

    /// Only read after it was made.
    nonisolated(unsafe) private static let quickContext: OpaquePointer = {
        guard let context = unsafe pcre2_match_context_create_8(nil) else { fatalError("out of memory") }
        unsafe pcre2_set_match_limit_8(context, MatchMeter.quickSteps)
        return unsafe context
    }()

    /// PCRE2 needs an address even for an empty subject.
    nonisolated(unsafe) private static let nothing: UnsafePointer<UInt8> = {
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        unsafe byte.initialize(to: 0)
        return unsafe UnsafePointer(byte)
    }()

    private static func message(_ number: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = unsafe buffer.withUnsafeMutableBufferPointer { unsafe pcre2_get_error_message_8(number, $0.baseAddress, $0.count) }
        return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
    }

    func groupNames() -> [(name: String, number: Int)] {
        var count: UInt32 = 0
        var size: UInt32 = 0
        var table: UnsafePointer<UInt8>?
        _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count)
        _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size)
        _ = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table)
        guard count > 0, let table = unsafe table else { return [] }
        // An entry is the number in two bytes, then the zero-terminated name.
        return (0..<Int(count)).map { index in
            let entry = unsafe UnsafeBufferPointer(start: table + index * Int(size), count: Int(size))
            return unsafe (String(decoding: entry[2...].prefix { $0 != 0 }, as: UTF8.self), Int(entry[0]) << 8 | Int(entry[1]))
        }.sorted { $0.1 < $1.1 }
    }

    func match(_ subject: Span<UInt8>, from offset: Int, whole: Bool, isValid: Bool, _ meter: MatchMeter = .none) -> Outcome {
        unsafe run(subject, from: offset, whole: whole, isValid: isValid, meter) { _ in }
    }

    /// - Parameter captures: receives the whole match and each group, if there is a match.
    func match(
        _ subject: Span<UInt8>, from offset: Int, whole: Bool, isValid: Bool, _ meter: MatchMeter = .none, captures: inout [Range<Int>?]
    ) -> Outcome {
        unsafe run(subject, from: offset, whole: whole, isValid: isValid, meter) { data in
            let pairs = unsafe pcre2_get_ovector_pointer_8(data)!
            captures = (0...groupCount).map { group in
                // A group that did not participate has PCRE2_UNSET, all bits set, at both ends.
                let start = unsafe pairs[2 * group]
                let end = unsafe pairs[2 * group + 1]
                return start == -1 ? nil : start..<max(start, end)
            }
        }
    }

    private func run(
        _ subject: Span<UInt8>, from offset: Int, whole: Bool, isValid: Bool, _ meter: MatchMeter, onMatch: (OpaquePointer) -> Void
    ) -> Outcome {
        guard (0...subject.count).contains(offset) else { return .none }
        var flags: UInt32 = 0
        if whole { flags |= UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED) }
        if isValid { flags |= UInt32(PCRE2_NO_UTF_CHECK) }
        return unsafe MatchData.withData(groups: whole ? 0 : groupCount, subjectCount: subject.count) { data in
            let status = unsafe subject.withUnsafeBufferPointer { buffer in
                let bytes = unsafe buffer.baseAddress ?? Self.nothing
                switch meter {
                case .none: return unsafe pcre2_match_8(code, bytes, buffer.count, offset, flags, data, context)
                case .quick: return unsafe pcre2_match_8(code, bytes, buffer.count, offset, flags, data, Self.quickContext)
                case .budget(let budget):
                    var left = Int64(budget.stepsUntilStop)
                    defer { budget.chargeSteps(budget.stepsUntilStop - Int(left)) }
                    return unsafe understudy_metered_match(code, bytes, buffer.count, offset, flags, data, context, &left)
                }
            }
            switch status {
            case 0...:
                unsafe onMatch(data)
                return .match
            case PCRE2_ERROR_NOMATCH: return .none
            case PCRE2_ERROR_DEPTHLIMIT: return .limit(.depth)
            case PCRE2_ERROR_HEAPLIMIT, PCRE2_ERROR_NOMEMORY: return .limit(.memory)
            case PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1: return .malformed
            case PCRE2_ERROR_BADUTFOFFSET: return .none
            case PCRE2_ERROR_CALLOUT: return .unknown
            case PCRE2_ERROR_MATCHLIMIT where meter.isQuick: return .unknown
            // The match limit, or a recursion loop, which counts as one.
            default: return .limit(.steps)
            }
        }
    }
}
