internal import CYAML

/// libyaml's event parser over one text.
@safe final class YAMLParser {
    private let library: LibYAML
    private let parser: UnsafeMutablePointer<yaml_parser>
    private let bytes: [UInt8]
    /// A copy, because libyaml keeps a pointer into its input.
    private let input: UnsafeMutableBufferPointer<UInt8>
    /// Length of the byte order mark before the input.
    private let skipped: Int
    /// The last character that was looked up, and its offset in bytes.
    private var known: (index: Int, offset: Int)

    /// - Parameter bytes: valid UTF-8.
    init(_ bytes: [UInt8], _ library: LibYAML) throws(YAMLSyntaxError) {
        skipped = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        known = (0, skipped)
        self.bytes = bytes
        self.library = library
        unsafe input = .allocate(capacity: bytes.count - skipped)
        unsafe _ = input.initialize(fromContentsOf: bytes[skipped...])
        unsafe parser = .allocate(capacity: 1)
        unsafe parser.initialize(to: yaml_parser())
        guard unsafe library.table.pointee.yaml_parser_initialize(parser) == 1 else {
            throw YAMLSyntaxError(offset: 0, message: "libyaml did not start: no memory")
        }
        unsafe library.table.pointee.yaml_parser_set_encoding(parser, Int32(yaml_utf8))
        unsafe library.table.pointee.yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe library.table.pointee.yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// - Throws: libyaml's error.
    func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = unsafe yaml_event()
        while true {
            guard unsafe library.table.pointee.yaml_parser_parse(parser, &event) == 1 else { throw failure() }
            defer { unsafe library.table.pointee.yaml_event_delete(&event) }
            guard let kind = unsafe Self.kind(event) else { continue }
            let start = unsafe offset(ofCharacter: event.start.index)
            let end = unsafe offset(ofCharacter: event.end.index)
            let hasAnchor = unsafe event.type >= yaml_alias
            let hasTag = unsafe hasAnchor && event.type != yaml_alias
            return unsafe YAMLEvent(
                kind: kind, anchor: hasAnchor ? Self.text(event.data.anchor) : nil, tag: hasTag ? Self.text(event.data.tag) : nil,
                place: start..<max(start, end))
        }
    }

    /// Nil for the start of the stream.
    private static func kind(_ event: yaml_event) -> YAMLEvent.Kind? {
        switch unsafe Int(event.type) {
        case Int(yaml_document_start): .documentStart
        case Int(yaml_document_end): .documentEnd
        case Int(yaml_stream_end): .streamEnd
        case Int(yaml_alias): .alias
        case Int(yaml_scalar):
            unsafe .scalar(
                String(decoding: UnsafeBufferPointer(start: event.data.value, count: event.data.length), as: UTF8.self),
                isPlain: event.data.style == Int32(yaml_plain_style))
        case Int(yaml_sequence_start): .sequenceStart
        case Int(yaml_sequence_end): .sequenceEnd
        case Int(yaml_mapping_start): .mappingStart
        case Int(yaml_mapping_end): .mappingEnd
        default: nil
        }
    }

    private static func text(_ bytes: UnsafeMutablePointer<UInt8>?) -> String? { unsafe bytes.map { unsafe String(cString: $0) } }

    private func failure() -> YAMLSyntaxError {
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "no memory"
        // A reader's error has no mark; its offset is in bytes.
        let isReaders = unsafe parser.pointee.error == Int32(yaml_reader_error)
        let place = unsafe isReaders ? skipped + Int(parser.pointee.problem_offset) : offset(ofCharacter: parser.pointee.problem_mark.index)
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
        let contextOffset = unsafe offset(ofCharacter: parser.pointee.context_mark.index)
        let before = bytes[..<min(place, bytes.count)]
        let isIndented = before.last { $0 != UInt8(ascii: " ") }.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? true
        return YAMLSyntaxError(
            libyaml: problem, at: place, context: context.map { ($0, contextOffset) }, found: bytes[before.endIndex...],
            beginsLine: isIndented)
    }

    /// The byte offset of a character. Places come nearly in order, so the way from the last one is short.
    private func offset(ofCharacter index: Int) -> Int {
        var (reached, offset) = known
        while reached < index, offset < bytes.count {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            reached += 1
        }
        while reached > index, offset > skipped {
            offset -= 1
            while offset > skipped, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            reached -= 1
        }
        known = (reached, offset)
        return offset
    }
}
