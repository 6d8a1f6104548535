/// Which texts are accepted.
///
/// Both modes require valid UTF-8 and one value with nothing after it. Both refuse what RFC 8259 and WireMock's reader refuse: trailing
/// commas, `NaN`, leading zeros, bare line ends in strings. Both read a lone surrogate (`"\ud800"`) as U+FFFD and keep a repeated name, of
/// which the last one counts.
package enum JSONMode: Sendable {
    /// RFC 8259 exactly; a byte order mark is refused.
    case strict
    /// What people write in files: also `//`, `/* */` and `#` comments, strings and names in single quotes, `\'` in any string, and a byte
    /// order mark. WireMock's reader (Jackson with ALLOW_COMMENTS and ALLOW_SINGLE_QUOTES) accepts the same except for `#`.
    case fixture
}
