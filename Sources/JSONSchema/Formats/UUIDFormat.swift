extension JSONSchemaFormat {
    /// RFC 4122, section 3.
    static let uuid = JSONSchemaFormat("uuid") { text in
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isASCIIHexDigit)
    }
}
