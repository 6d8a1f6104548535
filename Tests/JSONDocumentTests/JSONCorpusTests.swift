import JSONDocument
import TestSupport
import Testing

@Suite(.enabled(if: Corpora.has("json"), Comment(rawValue: Corpora.absence)))
struct JSONCorpusTests {
    private static let parsing = "json/test_parsing"

    /// Our choice where RFC 8259 leaves one: the texts of the corpus whose names begin with `i_` and which strict mode accepts. They hold
    /// numbers beyond any machine number, lone surrogates as escapes (read as U+FFFD), and 500 nested arrays. The others are not UTF-8,
    /// or begin with a byte order mark.
    private static let acceptedByChoice: Set<String> = [
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
        "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
        "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
        "i_number_very_big_negative_int.json", "i_object_key_lone_2nd_surrogate.json",
        "i_string_1st_surrogate_but_2nd_missing.json", "i_string_1st_valid_surrogate_2nd_invalid.json",
        "i_string_incomplete_surrogate_and_escape_valid.json", "i_string_incomplete_surrogate_pair.json",
        "i_string_incomplete_surrogates_escape_valid.json", "i_string_invalid_lonely_surrogate.json",
        "i_string_invalid_surrogate.json", "i_string_inverted_surrogates_U+1D11E.json", "i_string_lone_second_surrogate.json",
        "i_structure_500_nested_arrays.json",
    ]

    @Test func strictModeAcceptsAndRefusesWhatTheCorpusSays() throws {
        var counts: [Character: Int] = [:]
        for name in try Corpora.files(Self.parsing) {
            let kind = try #require(name.first)
            counts[kind, default: 0] += 1
            let isAccepted = try Self.isAccepted(Corpora.bytes("\(Self.parsing)/\(name)"), mode: .strict)
            switch kind {
            case "y": #expect(isAccepted, "\(name) must be accepted")
            case "n": #expect(!isAccepted, "\(name) must be refused")
            default: #expect(isAccepted == Self.acceptedByChoice.contains(name), "\(name) is not decided as written down")
            }
        }
        #expect(counts == ["y": 95, "n": 188, "i": 35])
    }

    @Test func bothBuildersDecideAlike() throws {
        for name in try Corpora.files(Self.parsing) {
            let bytes = try Corpora.bytes("\(Self.parsing)/\(name)")
            for mode in [JSONMode.strict, .fixture] {
                let value = try? JSONValue.parse(bytes, mode: mode)
                let document = try? JSONDocument.parse(bytes, name: name, mode: mode)
                #expect(value == document?.root.value, "\(name)")
            }
        }
    }

    /// Refused in strict mode, accepted in files.
    @Test func fixtureModeTakesOnlyCommentsAndSingleQuotesBeyondTheCorpus() throws {
        var taken: [String] = []
        for name in try Corpora.files(Self.parsing) where name.hasPrefix("n_") {
            if try Self.isAccepted(Corpora.bytes("\(Self.parsing)/\(name)"), mode: .fixture) { taken.append(name) }
        }
        #expect(
            taken == [
                "n_object_single_quote.json", "n_object_trailing_comment.json", "n_object_trailing_comment_slash_open.json",
                "n_object_with_trailing_garbage.json", "n_string_single_quote.json", "n_structure_object_with_comment.json",
                "n_structure_trailing_#.json",
            ])
    }

    @Test func transformsKeepValuesThroughTheWriter() throws {
        let names = try Corpora.files("json/test_transform")
        #expect(names.count == 22)
        for name in names {
            let bytes = try Corpora.bytes("json/test_transform/\(name)")
            guard let value = try? JSONValue.parse(bytes) else {
                // Surrogates encoded as if they were characters: not UTF-8.
                #expect(name.contains("invalid_codepoint") && !name.contains("escaped"), "\(name) is refused")
                continue
            }
            for layout in [JSONValue.Layout.compact, .pretty] {
                #expect(try JSONValue.parse(value.bytes(layout)) == value, "\(name)")
            }
        }
    }

    @Test func transformsKeepNumbersAndTellSpellingsApart() throws {
        func text(_ name: String) throws -> String { try JSONValue.parse(Corpora.bytes("json/test_transform/\(name).json")).text() }
        #expect(try text("number_1.000000000000000005") == "[1.000000000000000005]")
        #expect(try text("number_10000000000000000999") == "[10000000000000000999]")
        #expect(try text("number_1e-999") == "[1E-999]")
        #expect(try JSONValue.parse(Corpora.bytes("json/test_transform/object_key_nfc_nfd.json")).object?.count == 2)
        #expect(try text("object_same_key_different_values") == #"{"a":2}"#)
    }

    private static func isAccepted(_ bytes: [UInt8], mode: JSONMode) -> Bool {
        (try? JSONValue.parse(bytes, mode: mode)) != nil
    }
}
