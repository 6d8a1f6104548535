internal import S3Dialect

extension S3Call {
    static let expectedOwner = "x-amz-expected-bucket-owner"
    private static let ownerFields = [expectedOwner, "x-amz-source-expected-bucket-owner"]

    /// Checks the owner that a client expects. The server has no accounts, so any account's number is right.
    /// - Throws: AccessDenied for what is neither an account's number nor the owner's id.
    func checkExpectedOwner() throws(S3Error) {
        for name in Self.ownerFields {
            guard let expected = field(name), expected != Owner.id else { continue }
            guard expected.utf8.count == 12, expected.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
                throw S3Error(.accessDenied)
            }
        }
    }
}
