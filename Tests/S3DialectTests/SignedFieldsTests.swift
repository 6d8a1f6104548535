import Testing

@testable import S3Dialect

@Suite struct SignedFieldsTests {
    private func fields(_ list: String) -> SignedFields { SignedFields(list: Array(list.utf8)[...]) }

    @Test func eachNameCountsOnce() {
        let fields = fields("x-amz-date;Host;;host;a-b;x-amz-date")
        #expect(fields.names == ["x-amz-date", "host", "a-b"])
        #expect(fields.sorted == ["a-b", "host", "x-amz-date"])
        #expect(self.fields("").names.isEmpty)
    }

    /// S3 sorts by bytes: `-` comes before `a`, and a name before one that goes on.
    @Test func aNameIsFoundInAnyCase() {
        let fields = fields("x-amz-date;x-amz;host;x-amz-meta-a;x-amz-meta;x_a")
        #expect(fields.sorted == ["host", "x-amz", "x-amz-date", "x-amz-meta", "x-amz-meta-a", "x_a"])
        for (place, name) in fields.sorted.enumerated() {
            #expect(fields.place(of: Array(name.utf8)[...]) == place)
            #expect(fields.place(of: Array(name.uppercased().utf8)[...]) == place)
        }
        for name in ["", "a", "hos", "hosts", "x-amz-", "x-amz-meta-", "y"] { #expect(fields.place(of: Array(name.utf8)[...]) == nil) }
    }
}
