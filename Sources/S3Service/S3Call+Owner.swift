internal import S3Dialect

extension S3Call {
    static let expectedOwner = "x-amz-expected-bucket-owner"
    private static let ownerFields = [expectedOwner, "x-amz-source-expected-bucket-owner"]

    /// Checks the owner that a client expects. The server has no accounts, so any account's number is right.
    /// - Throws: InvalidBucketOwnerAWSAccountID for what is no account's number, as the owner's id is not.
    func checkExpectedOwner() throws(S3Error) {
        for name in Self.ownerFields {
            guard let expected = field(name) else { continue }
            guard expected.utf8.count == 12, expected.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
                throw S3Error(
                    .invalidBucketOwnerAWSAccountID,
                    "The value of the expected bucket owner parameter must be an AWS Account ID... [\(expected)]")
            }
        }
    }
}
