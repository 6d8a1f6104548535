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
        ("HEAD", "/b?list-type=2", .headBucket),
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
        ("DELETE", "/b?metadataInventoryTable"), ("DELETE", "/b?annotation"),
        ("GET", "/b?torrent"), ("PUT", "/b/k?abac"), ("DELETE", "/b/k?metadataJournalTable"),
    ])
    func isNone(method: String, target: String) { #expect(operation(method, target) == nil) }

    @Test(arguments: [
        ("GET", "/b?acl&tagging", "acl, tagging"), ("POST", "/b/k?uploads&uploadId=u", "uploadId, uploads"),
        ("DELETE", "/b/k?tagging&uploadId=x", "tagging, uploadId"), ("HEAD", "/b/k?versionId=1&tagging&%61cl", "acl, tagging"),
        ("GET", "/b?versions&list-type=2&uploads&versions", "uploads, versions"),
    ])
    func twoSubresourcesConflict(method: String, target: String, names: String) {
        let request = Request(method: method, target: target)
        let error = #expect(throws: S3Error.self) { try S3OperationName.checkParameters(of: request, S3Address(request)) }
        #expect((error?.status, error?.code) == (400, "InvalidArgument"))
        #expect(error?.message == "Conflicting query string parameters: \(names)")
        #expect(error?.details.map(\.name) == ["ArgumentName", "ArgumentValue"])
        #expect(error?.details.map(\.value) == ["ResourceType", String(names.prefix { $0 != "," })])
    }

    @Test(arguments: [
        ("PUT", "/b/k?partNumber=1&uploadId=x"), ("GET", "/b/k?acl&versionId=1"), ("GET", "/b/k?attributes&versionId=1"),
        ("POST", "/b/k?select&select-type=2"), ("GET", "/b?versions&prefix=acl&delimiter=/&encoding-type=url"), ("GET", "/b?acl&acl"),
        ("GET", "/b?list-type=2&versions"), ("GET", "/b/k?partNumber=1&response-content-type=a&x-id=GetObject"), ("POST", "/b?delete"),
        ("GET", "/b?uploads&max-uploads=1&X-Amz-Signature=0&X-Amz-Date=0"), ("GET", "/b?inventory&id=1"), ("GET", "/?acl&tagging"),
        ("PUT", "/b/k?annotation&annotationName=n"), ("OPTIONS", "/b?acl&tagging"),
    ])
    func otherParametersGoTogether(method: String, target: String) {
        let request = Request(method: method, target: target)
        #expect(throws: Never.self) { try S3OperationName.checkParameters(of: request, S3Address(request)) }
    }

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
