import HTTPMessage
import Testing
import XMLDocument

@testable import S3Dialect

@Suite struct InputDocumentTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func code(_ make: () throws -> Void) -> String? {
        do { try make() } catch { return (error as? S3Error)?.code }
        return nil
    }

    @Test(arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "1994-11-06T08:49:37.000Z"])
    func aTimeHasTwoForms(text: String) throws {
        let list = "<Delete><Object><Key>k</Key><LastModifiedTime>\(text)</LastModifiedTime></Object></Delete>"
        #expect(try DeletionList(bytes(list)).items.first?.lastModified == HTTPDate(secondsSinceEpoch: 784_111_777))
    }

    @Test func deletionListIsRead() throws {
        let list = try DeletionList(
            bytes(
                """
                <?xml version="1.0"?><!-- a comment -->
                <Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
                  <Object><Key> a &amp; b </Key></Object>
                  <Object><Key>c</Key><VersionId>null</VersionId><ETag>"x"</ETag><Size>3</Size></Object><Quiet>true</Quiet>
                </Delete>
                """))
        #expect(list.isQuiet)
        #expect(
            list.items == [
                DeletionList.Item(key: " a & b "), DeletionList.Item(key: "c", versionID: "null", entityTag: "\"x\"", size: 3),
            ])
        let most = "<Delete>" + String(repeating: "<Object><Key>k</Key></Object>", count: 1_000) + "</Delete>"
        #expect(try DeletionList(bytes(most)).items.count == 1_000)
        #expect(
            code { _ = try DeletionList(bytes(most.replacing("</Delete>", with: "<Object><Key>k</Key></Object></Delete>"))) }
                == "MalformedXML")
    }

    @Test(arguments: [
        "", "nonsense", "<Delete/>", "<Delete><Object/></Delete>", "<Delete><Object><Key></Key></Object></Delete>",
        "<Remove><Object><Key>k</Key></Object></Remove>", "<Delete><Object><Key>k</Key></Object>",
        "<Delete><Object><Key>k</Key><Other/></Object></Delete>", "<Delete>text<Object><Key>k</Key></Object></Delete>",
        "<Delete><Object><Key>k</Key><Key>l</Key></Object></Delete>", "<Delete><Object><Key><b>k</b></Key></Object></Delete>",
        "<Delete xmlns=\"urn:x\"><Object><Key>k</Key></Object></Delete>",
        "<Delete><Object><Key>k</Key></Object><Quiet><b/></Quiet></Delete>",
        "<!DOCTYPE Delete [<!ENTITY k \"key\">]><Delete><Object><Key>&k;</Key></Object></Delete>",
        "<?xml version=\"1.0\"?><!-- x --><!DOCTYPE Delete SYSTEM \"file:///etc/passwd\"><Delete><Object><Key>k</Key></Object></Delete>",
        "<Delete><Object><Key>k</Key><LastModifiedTime>garbage</LastModifiedTime></Object></Delete>",
        "<Delete><Object><Key>k</Key><LastModifiedTime/></Object></Delete>",
        "<Delete><Object><Key>&k;</Key></Object></Delete>", "<Delete><Object><Key>k</Key><Size>-1</Size></Object></Delete>",
        "\u{0}",
    ])
    func malformedDocumentIsRefused(text: String) { #expect(code { _ = try DeletionList(bytes(text)) } == "MalformedXML") }

    @Test func documentsAreLimited() {
        let long = "<Delete>" + String(repeating: " ", count: InputElement.maximumBytes) + "</Delete>"
        #expect(code { _ = try DeletionList(bytes(long)) } == "MaxMessageLengthExceeded")
        #expect(
            code { _ = try DeletionList(bytes("<Delete>" + String(repeating: "<a/>", count: 300_000) + "</Delete>")) } == "MalformedXML")
        // Names that libxml2 would have to find among all others, and prefixes that it would have to find among all declarations.
        let names = (0..<200_000).map { "<a\($0)/>" }.joined()
        #expect(code { _ = try DeletionList(bytes("<Delete>\(names)</Delete>")) } == "MalformedXML")
        let declarations = (0..<5_000).map { "xmlns:a\($0)='u'" }.joined(separator: " ")
        let prefixes = String(repeating: "<a0:q/>", count: 200_000)
        #expect(code { _ = try DeletionList(bytes("<Delete \(declarations)>\(prefixes)</Delete>")) } == "MalformedXML")
        let deep = String(repeating: "<Delete>", count: 1_000) + String(repeating: "</Delete>", count: 1_000)
        #expect(code { _ = try DeletionList(bytes(deep)) } == "MalformedXML")
    }

    @Test func partsAreRead() throws {
        let list = try PartList(
            bytes(
                """
                <CompleteMultipartUpload><Part><PartNumber>2</PartNumber><ETag>"b"</ETag></Part>
                <Part><ETag>a</ETag><ChecksumCRC32>AAAAAA==</ChecksumCRC32><PartNumber>1</PartNumber></Part></CompleteMultipartUpload>
                """))
        #expect(list.items.map(\.number) == [2, 1])
        #expect(list.items.map(\.entityTag) == ["\"b\"", "a"])
        #expect(list.items[1].checksums == [.crc32: "AAAAAA=="])
        #expect(!list.isInOrder)
        func parts(_ numbers: some Sequence<Int>) -> [UInt8] {
            bytes(
                "<CompleteMultipartUpload>" + numbers.map { "<Part><PartNumber>\($0)</PartNumber><ETag>e</ETag></Part>" }.joined()
                    + "</CompleteMultipartUpload>")
        }
        #expect(try PartList(parts([1, 3])).isInOrder)
        #expect(try !PartList(parts([1, 1])).isInOrder)
        #expect(try PartList(parts(1...10_000)).items.count == 10_000)
        #expect(code { _ = try PartList(parts(1...10_001)) } == "InvalidArgument")
        #expect(code { _ = try PartList(parts([])) } == "MalformedXML")
        #expect(code { _ = try PartList(parts([0])) } == "InvalidArgument")
        #expect(code { _ = try PartList(parts([-4])) } == "InvalidArgument")
        #expect(
            code { _ = try PartList(bytes("<CompleteMultipartUpload><Part><PartNumber>1</PartNumber></Part></CompleteMultipartUpload>")) }
                == "MalformedXML")
    }

    @Test(arguments: [
        ("<ChecksumCRC32>invalid</ChecksumCRC32>", "CRC32:invalid;"), ("<ChecksumCRC32>AAAAAA==-1</ChecksumCRC32>", "CRC32:AAAAAA==-1;"),
        (
            "<ChecksumSHA1>Kq5sNclPz7QV2+lfQIuc6R7oRu0=</ChecksumSHA1><ChecksumCRC32>NhCmhg==</ChecksumCRC32>",
            "CRC32:NhCmhg==;SHA1:Kq5sNclPz7QV2+lfQIuc6R7oRu0=;"
        ),
    ])
    func aPartHasOneChecksum(listed: String, value: String) {
        let part = "<Part><PartNumber>1</PartNumber><ETag>e</ETag>\(listed)</Part>"
        let error = #expect(throws: S3Error.self) { try PartList(bytes("<CompleteMultipartUpload>\(part)</CompleteMultipartUpload>")) }
        #expect((error?.code, error?.message) == ("InvalidArgument", "Invalid Base64 or multiple checksums present in request"))
        #expect(error?.details == [.init("ArgumentName", "Checksum"), .init("ArgumentValue", value)])
    }

    @Test func locationOfABucketIsRead() throws {
        func location(_ name: String) throws -> String? {
            try BucketLocation(
                bytes("<CreateBucketConfiguration><LocationConstraint>\(name)</LocationConstraint></CreateBucketConfiguration>")
            )
            .constraint
        }
        #expect(try location("eu-west-1") == "eu-west-1")
        #expect(try location("us-gov-west-1") == "us-gov-west-1")
        #expect(try location("EU") == "EU")
        #expect(try BucketLocation([]).constraint == nil)
        #expect(try BucketLocation(bytes("<CreateBucketConfiguration/>")) == BucketLocation([]))
        for name in ["us-east-1", "nowhere", "eu-west-", "e-west-1", "", " "] {
            #expect(code { _ = try location(name) } == "InvalidLocationConstraint")
        }
        #expect(
            code {
                _ = try BucketLocation(
                    bytes("<CreateBucketConfiguration><Bucket><Type>Directory</Type></Bucket></CreateBucketConfiguration>"))
            }
                == "NotImplemented")
    }

    @Test(arguments: [
        (nil, "InvalidLocationConstraint"), ("us-east-1", "InvalidLocationConstraint"), ("eu-west-1", "IllegalLocationConstraintException"),
    ])
    func theOldestRegionHasNoName(signed: String?, expected: String) {
        let document = bytes("<CreateBucketConfiguration><LocationConstraint>us-east-1</LocationConstraint></CreateBucketConfiguration>")
        #expect(code { _ = try BucketLocation(document, signedRegion: signed) } == expected)
    }

    @Test func whoPaysIsRead() throws {
        for payer in RequestPayer.allCases { #expect(try RequestPayer(payer.document.bytes) == payer) }
        for content in ["", "<Payer/>", "<Payer>Nobody</Payer>"] {
            let document = bytes("<RequestPaymentConfiguration>\(content)</RequestPaymentConfiguration>")
            #expect(code { _ = try RequestPayer(document) } == "MalformedXML", "\(content)")
        }
    }

    @Test func tagsOfAFormAreADocument() throws {
        let tagging = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"
        #expect(try TagSet(formField: tagging).tags == [TagSet.Tag(key: "a", value: "1")])
        for other in ["<InvalidXmlTagging></InvalidXmlTagging>", "<TagSet><Tag/></TagSet>"] {
            #expect(try TagSet(formField: other).tags == [])
        }
        for wrong in ["not-xml", "", "<Tagging", "<Tagging><Other/></Tagging>"] {
            #expect(code { _ = try TagSet(formField: wrong) } == "MalformedXML", "\(wrong)")
        }
    }

    @Test func tagsAreReadAndWritten() throws {
        let text = "<TagSet><Tag><Key>a b</Key><Value>1/2</Value></Tag><Tag><Key>ü</Key><Value></Value></Tag></TagSet></Tagging>"
        let set = try TagSet(bytes("<Tagging>" + text))
        #expect(set.tags == [TagSet.Tag(key: "a b", value: "1/2"), TagSet.Tag(key: "ü", value: "")])
        #expect(String(decoding: set.document.bytes, as: UTF8.self).hasSuffix(text))
        #expect(try TagSet(field: "a+b=1%2F2&%C3%BC=") == set)
        #expect(try TagSet(field: "").tags == [])
        for empty in ["<Tagging/>", "<Tagging></Tagging>", "<Tagging><TagSet/></Tagging>"] { #expect(try TagSet(bytes(empty)).tags == []) }
        #expect(code { _ = try TagSet(bytes("<Tagging><TagSet/><TagSet/></Tagging>")) } == "MalformedXML")
    }

    @Test func tagsHaveRules() {
        func tags(_ count: Int) -> String { (0..<count).map { "k\($0)=v" }.joined(separator: "&") }
        #expect(code { _ = try TagSet(field: tags(10)) } == nil)
        #expect(code { _ = try TagSet(field: tags(11)) } == "BadRequest")
        #expect(code { _ = try TagSet(field: "a=1&a=2") } == "InvalidArgument")
        #expect(code { _ = try TagSet(field: "%C3%A9=1&e%CC%81=2") } == nil, "composed and decomposed")
        #expect(code { _ = try TagSet(field: "=1") } == "InvalidArgument")
        for field in ["a%", "a=1%3", "a=%zz", "a?=1", "key1=val1,key2=val2"] {
            #expect(code { _ = try TagSet(field: field) } == "InvalidArgument", "\(field)")
        }
        for field in ["a=1%3B", "a=metal%2Copenstack", "a%21=1", "a=%EF%BF%BD", "a=%FF", "%FF=a"] {
            #expect(code { _ = try TagSet(field: field) } == "InvalidTag", "\(field)")
        }
        #expect(code { _ = try TagSet(field: "aws%3Ax=1") } == "InvalidTag")
        #expect(code { _ = try TagSet(field: String(repeating: "k", count: 129) + "=") } == "InvalidTag")
        #expect(code { _ = try TagSet(field: "k=" + String(repeating: "v", count: 257)) } == "InvalidTag")
        #expect(
            code {
                _ = try TagSet(bytes("<Tagging><TagSet><Tag><Key>a</Key><Value/></Tag><Tag><Key>a</Key><Value/></Tag></TagSet></Tagging>"))
            }
                == "InvalidTag")
    }

    @Test func versioningIsRead() throws {
        func status(_ content: String) throws -> VersioningStatus {
            try VersioningStatus(bytes("<VersioningConfiguration>\(content)</VersioningConfiguration>"))
        }
        #expect(try status("<Status>Enabled</Status>") == .enabled)
        #expect(try status("<Status>Suspended</Status><MfaDelete>Disabled</MfaDelete>") == .suspended)
        #expect(code { _ = try status("") } == "IllegalVersioningConfigurationException")
        #expect(code { _ = try status("<Status>enabled</Status>") } == "MalformedXML")
        #expect(code { _ = try status("<Status>Enabled</Status><MfaDelete>Enabled</MfaDelete>") } == "NotImplemented")
        #expect(String(decoding: VersioningStatus.document(.enabled).bytes, as: UTF8.self).contains("<Status>Enabled</Status>"))
        #expect(!String(decoding: VersioningStatus.document(nil).bytes, as: UTF8.self).contains("Status"))
    }

    @Test func publicAccessAndOwnershipAreReadAndWritten() throws {
        for ownership in ObjectOwnership.allCases { #expect(try ObjectOwnership(ownership.document.bytes) == ownership) }
        #expect(code { _ = try ObjectOwnership(bytes("<OwnershipControls/>")) } == "MalformedXML")
        let block = try PublicAccessBlock(
            bytes("<PublicAccessBlockConfiguration><BlockPublicAcls>true</BlockPublicAcls></PublicAccessBlockConfiguration>"))
        #expect(block.blocksPublicACLs && !block.ignoresPublicACLs && !block.blocksPublicPolicy && !block.restrictsPublicBuckets)
        #expect(try PublicAccessBlock(block.document.bytes) == block)
        let error = #expect(throws: S3Error.self) { try PublicAccessBlock(bytes("<PublicAccessBlockConfiguration/>")) }
        #expect(error?.code == "InvalidRequest" && error?.message == "Must specify at least one configuration.")
    }

    @Test func policyOfAccessIsRead() throws {
        func grant(_ type: String, _ name: String, _ value: String, _ permission: String) -> String {
            "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"\(type)\"><\(name)>\(value)</\(name)></Grantee>"
                + "<Permission>\(permission)</Permission></Grant>"
        }
        let me = String(repeating: "0a", count: 32)
        func policy(_ grants: String, owner: String? = nil) throws -> AccessControlPolicy {
            let owner = "<Owner><ID>\(owner ?? me)</ID></Owner>"
            return try AccessControlPolicy(
                bytes("<AccessControlPolicy>\(owner)<AccessControlList>\(grants)</AccessControlList></AccessControlPolicy>"))
        }
        let own = grant("CanonicalUser", "ID", me, "FULL_CONTROL")
        let everybody = "http://acs.amazonaws.com/groups/global/AllUsers"
        #expect(try policy(own).grants == [AccessGrant(.user(me), .fullControl)])
        #expect(
            try policy(own + grant("Group", "URI", everybody, "READ")).grants
                == [AccessGrant(.user(me), .fullControl), AccessGrant(.allUsers, .read)])
        #expect(
            try policy(grant("AmazonCustomerByEmail", "EmailAddress", "you@example.test", "WRITE")).grants
                == [AccessGrant(.address("you@example.test"), .write)])
        #expect(code { _ = try policy(grant("Group", "URI", "urn:x", "READ")) } == "InvalidArgument")
        #expect(code { _ = try policy(grant("Robot", "ID", "x", "READ")) } == "MalformedACLError")
        #expect(code { _ = try policy(grant("CanonicalUser", "ID", me, "LOOK")) } == "MalformedACLError")
        #expect(code { _ = try policy(grant("CanonicalUser", "ID", "wrong-id", "READ")) } == "InvalidArgument")
        #expect(code { _ = try policy(own, owner: "wrong-id") } == "InvalidArgument")
        let ownerless = "<AccessControlPolicy><AccessControlList>\(own)</AccessControlList></AccessControlPolicy>"
        #expect(code { _ = try AccessControlPolicy(bytes(ownerless)) } == "MalformedACLError")
        #expect(try CannedACL(field: "public-read-write").grants.count == 2)
        #expect(code { _ = try CannedACL(field: "everything") } == "InvalidArgument")
    }

    @Test func otherSettingsAreChecked() throws {
        func kept(_ kind: KeptDocument.Kind, _ text: String) throws(S3Error) -> KeptDocument {
            try KeptDocument(kind, bytes(text), bucket: "pics")
        }
        #expect(code { _ = try kept(.lifecycle, "<Other/>") } == "MalformedXML")
        for policy in ["", "[]", "{}", "{\"Statement\": []}", "{\"Statement\": [}", " {\"Statement\": [{}]}"] {
            #expect(code { _ = try kept(.policy, policy) } == "MalformedPolicy", "\(policy)")
        }
        let long = "{\"Statement\": [{\"Sid\": \"\(String(repeating: "x", count: 20_480))\"}]}"
        #expect(code { _ = try kept(.policy, long) } == "MalformedPolicy")
        let deep = "{\"Statement\": [" + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "]}"
        #expect(code { _ = try kept(.policy, deep) } == "MalformedPolicy")
    }

    /// libxml2 reads on behind the first `>` of a declaration.
    @Test func aDeclarationHidesNoDocumentType() {
        #expect(XMLPrologue.hasDocumentType(Array("<?xml version='1.0'><!DOCTYPE a><a/><!-- ?>".utf8)))
        #expect(!XMLPrologue.hasDocumentType(Array("<?xml version='1.0'?><?p > ?><!-- <!DOCTYPE a> --><a/>".utf8)))
    }
}
