import HTTPMessage
import Testing

@testable import S3Dialect

@Suite struct S3OperationNameTests {
    private func operation(_ method: String, _ target: String, _ headers: HeaderFields = []) -> S3OperationName? {
        let request = Request(method: method, target: target, headers: headers)
        return S3OperationName(request, S3Address(request))
    }

    @Test(arguments: [
        ("GET", "/", S3OperationName.listBuckets), ("GET", "/b", .listObjects), ("GET", "/b?prefix=x", .listObjects),
        ("GET", "/b?list-type=2", .listObjectsV2), ("GET", "/b/?list-type=2&prefix=acl", .listObjectsV2), ("HEAD", "/b", .headBucket),
        ("PUT", "/b", .createBucket), ("DELETE", "/b", .deleteBucket), ("POST", "/b?delete", .deleteObjects),
        ("POST", "/b/?delete=", .deleteObjects), ("POST", "/b", .postObject), ("GET", "/b?uploads", .listMultipartUploads),
        ("GET", "/b?versions", .listObjectVersions), ("GET", "/b?inventory", .listBucketInventoryConfigurations),
        ("GET", "/b?inventory&id=1", .getBucketInventoryConfiguration), ("OPTIONS", "/b", .optionsObject),
        ("GET", "/b/k", .getObject), ("GET", "/b/k?x-id=GetObject", .getObject), ("GET", "/b/k?partNumber=2", .getObject),
        ("GET", "/b/k?versionId=null", .getObject), ("HEAD", "/b/k", .headObject), ("PUT", "/b/k?x-id=PutObject", .putObject),
        ("PUT", "/b/k?partNumber=1&uploadId=x", .uploadPart), ("POST", "/b/k?uploads=", .createMultipartUpload),
        ("POST", "/b/k?uploadId=x", .completeMultipartUpload), ("DELETE", "/b/k?uploadId=x", .abortMultipartUpload),
        ("GET", "/b/k?uploadId=x", .listParts), ("GET", "/b/k?%61cl", .getObjectAcl), ("OPTIONS", "/b/k", .optionsObject),
        ("POST", "/b/k?select&select-type=2", .selectObjectContent), ("OPTIONS", "/b/k?partNumber=1&uploadId=x", .optionsObject),
        ("PUT", "/b/k?annotation&annotationName=n", .putObjectAnnotation), ("PUT", "/b?abac", .putBucketAbac),
        ("PUT", "/b/k?encryption", .updateObjectEncryption),
        ("OPTIONS", "/b?delete", .optionsObject), ("GET", "/b/k?foo&list-type=2", .getObject), ("PUT", "/b/k?logs", .putObject),
    ])
    func isFound(method: String, target: String, name: S3OperationName) { #expect(operation(method, target) == name) }

    @Test func copiesAreOperationsOfTheirOwn() {
        let source: HeaderFields = [("X-Amz-Copy-Source", "/b/k")]
        #expect(operation("PUT", "/b/k", source) == .copyObject)
        #expect(operation("PUT", "/b/k?partNumber=1&uploadId=x", source) == .uploadPartCopy)
        #expect(operation("GET", "/b/k", source) == .getObject)
    }

    @Test(arguments: [
        ("POST", "/"), ("PUT", "/"), ("OPTIONS", "/"), ("PATCH", "/b/k"), ("get", "/b/k"), ("POST", "/b/k"), ("DELETE", "/b/k?acl"),
        ("PUT", "/b?versions"), ("DELETE", "/b?acl"), ("PUT", "/b/k?uploads"), ("PUT", "/b/k?lifecycle"), ("GET", "/b/k?policy"),
        ("HEAD", "/b/k?versions"), ("DELETE", "/b/k?lifecycle"), ("PUT", "/b/k?logging"), ("DELETE", "/b?abac"),
        ("DELETE", "/b?metadataInventoryTable"), ("DELETE", "/b?annotation"), ("PUT", "/b/k?abac"), ("DELETE", "/b/k?metadataJournalTable"),
    ])
    func isNone(method: String, target: String) { #expect(operation(method, target) == nil) }

    @Test func everyOperationHasALine() {
        let lines = S3Resource.allCases.flatMap { OperationTable.of($0).lines.values.joined() }.map(\.operation)
        #expect(Set(S3OperationName.allCases).subtracting(lines) == [])
        #expect(lines.count == Set(lines).count + 1, "only OptionsObject is about two resources")
    }

    @Test func everyLineIsFoundByItsOwnRequest() {
        for resource in S3Resource.allCases {
            for (method, lines) in OperationTable.of(resource).lines {
                for line in lines {
                    let found = S3OperationName(method: method.utf8, resource, parameters: line.parameters, isCopy: line.isCopy)
                    #expect(found == line.operation)
                }
            }
        }
    }

    @Test func namesTellTheirResource() {
        #expect(S3OperationName.listBuckets.resource == .service)
        #expect(S3OperationName.deleteObjects.resource == .bucket)
        #expect(S3OperationName.uploadPartCopy.resource == .object)
    }
}
