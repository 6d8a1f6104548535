import HTTPMessage
import Testing

@testable import S3Service

@Suite struct VersionTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private func setVersioning(_ status: String) async {
        let body = "<VersioningConfiguration><Status>\(status)</Status></VersioningConfiguration>"
        #expect(await s3.put("/pics?versioning", body).status == 200)
    }

    @Test func versionsOfAnObjectAreKept() async throws {
        await setVersioning("Enabled")
        #expect(await s3.get("/pics?versioning").element("Status") == "Enabled")
        let first = try #require(await s3.put("/pics/a", "1").header("x-amz-version-id"))
        let second = try #require(await s3.put("/pics/a", "2").header("x-amz-version-id"))
        #expect(first != second)
        #expect(await s3.get("/pics/a").text == "2")
        #expect(await s3.get("/pics/a?versionId=\(first)").text == "1")
        #expect(await s3.get("/pics/a?versionId=\(first)").header("x-amz-version-id") == first)
        let listing = await s3.get("/pics?versions&prefix=a")
        #expect(listing.elements("VersionId") == [second, first])
        #expect(listing.elements("IsLatest") == ["true", "false"])
        #expect(await s3.delete("/pics/a?versionId=\(second)").header("x-amz-version-id") == second)
        #expect(await s3.get("/pics/a").text == "1")
        #expect(await s3.get("/pics/a?versionId=\(second)").code == "NoSuchVersion")
    }

    /// A condition is about the newest version: it must not delete another one for good.
    @Test func aVersionIsNotDeletedByACondition() async throws {
        await setVersioning("Enabled")
        let first = try #require(await s3.put("/pics/a", "1").header("x-amz-version-id"))
        let tag = try #require(await s3.put("/pics/a", "2").header("ETag"))
        for condition in [tag, "*"] {
            let refused = await s3.delete("/pics/a?versionId=\(first)", [("If-Match", condition)])
            #expect((refused.status, refused.code, refused.element("Header")) == (501, "NotImplemented", "If-Match"))
        }
        #expect(await s3.get("/pics/a?versionId=\(first)").text == "1")
        #expect(await s3.delete("/pics/a?versionId=\(first)").status == 204)
    }

    @Test func versionsAndMarkersTakeRoomBesideContents() async throws {
        await setVersioning("Enabled")
        let ledger = s3.layer.versionLedger
        let others = try ledger.charge(ledger.limit - 2 * StorageLedger.versionBytes - 100)
        let marker = try #require(await s3.delete("/pics/none").header("x-amz-version-id"))
        let long: HeaderFields = [("x-amz-meta-a", String(repeating: "v", count: 101))]
        #expect(await s3.put("/pics/a", "", long).code == "QuotaExceeded")
        #expect(await s3.put("/pics/a").status == 200)
        #expect(await s3.put("/pics/a").code == "QuotaExceeded")
        #expect(await s3.delete("/pics/none").code == "QuotaExceeded")
        let tags = "<Tagging><TagSet><Tag><Key>k</Key><Value>\(String(repeating: "v", count: 101))</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/pics/a?tagging", tags).code == "QuotaExceeded")
        #expect(await s3.put("/pics/a?tagging", tags.replacing("vv", with: "")).status == 200)
        #expect(await s3.delete("/pics/none?versionId=\(marker)").status == 204)
        #expect(await s3.put("/pics/a").status == 200)
        s3.layer.reset()
        #expect(ledger.used == ledger.limit - 2 * StorageLedger.versionBytes - 100)
        withExtendedLifetime(others) {}
    }

    @Test func aDeleteMakesAMarker() async throws {
        await setVersioning("Enabled")
        await s3.put("/pics/a", "1")
        let deleted = await s3.delete("/pics/a")
        #expect(deleted.header("x-amz-delete-marker") == "true")
        let marker = try #require(deleted.header("x-amz-version-id"))
        let missing = await s3.get("/pics/a")
        #expect(missing.code == "NoSuchKey")
        #expect(missing.header("x-amz-delete-marker") == "true")
        #expect(await s3.get("/pics/a?versionId=\(marker)").status == 405)
        #expect(await s3.get("/pics?list-type=2&prefix=a").elements("Key").isEmpty)
        #expect(await s3.get("/pics?versions&prefix=a").text.contains("<DeleteMarker><Key>a</Key>"))
        #expect(await s3.delete("/pics/a?versionId=\(marker)").header("x-amz-delete-marker") == "true")
        #expect(await s3.get("/pics/a").text == "1")
    }

    @Test func aFileIsTheVersionNull() async throws {
        await setVersioning("Enabled")
        #expect(await s3.get("/pics/photo.jpg").header("x-amz-version-id") == "null")
        let new = try #require(await s3.put("/pics/photo.jpg", "new").header("x-amz-version-id"))
        #expect(await s3.get("/pics/photo.jpg?versionId=null").text == "0123456789")
        #expect(await s3.get("/pics?versions").elements("VersionId") == [new, "null"])
        #expect(await s3.delete("/pics/photo.jpg?versionId=null").status == 204)
        #expect(await s3.get("/pics?versions").elements("VersionId") == [new])
        #expect(await s3.delete("/pics/photo.jpg?versionId=\(new)").status == 204)
        #expect(await s3.get("/pics/photo.jpg").status == 404)
    }

    @Test func aSuspendedBucketReplacesTheVersionNull() async throws {
        await setVersioning("Enabled")
        let named = try #require(await s3.put("/pics/a", "1").header("x-amz-version-id"))
        await setVersioning("Suspended")
        for body in ["2", "3"] { #expect(await s3.put("/pics/a", body).header("x-amz-version-id") == nil) }
        let copy = await s3.put("/pics/copy", "", [("x-amz-copy-source", "/pics/a")])
        #expect((copy.status, copy.header("x-amz-version-id"), copy.header("x-amz-copy-source-version-id")) == (200, "null", nil))
        #expect(await s3.get("/pics?versions&prefix=a").elements("VersionId") == ["null", named])
        #expect(await s3.get("/pics/a").header("x-amz-version-id") == "null")
        let deleted = await s3.delete("/pics/a")
        #expect(deleted.header("x-amz-version-id") == "null")
        #expect(await s3.get("/pics?versions&prefix=a").elements("VersionId") == ["null", named])
        #expect(await s3.get("/pics/a").status == 404)
        #expect(await s3.get("/pics/a?versionId=\(named)").text == "1")
    }

    @Test func pagesOfVersionsGiveEverythingOnce() async {
        await setVersioning("Enabled")
        for key in ["a", "b", "c/1", "c/2"] { for number in 0..<3 { await s3.put("/pics/\(key)", "\(number)") } }
        await s3.delete("/pics/b")
        for size in [1, 2, 3, 5, 100] {
            var found: [String] = []
            var query = ""
            repeat {
                let page = await s3.get("/pics?versions&max-keys=\(size)" + query)
                found += zip(page.elements("Key"), page.elements("VersionId")).map { $0 + $1 }
                guard let key = page.element("NextKeyMarker") else { break }
                query = "&key-marker=\(key)&version-id-marker=\(page.element("NextVersionIdMarker") ?? "")"
            } while found.count < 50
            #expect(found.count == 14, "pages of \(size)")
            #expect(Set(found).count == 14)
        }
        let rolled = await s3.get("/pics?versions&delimiter=/")
        #expect(rolled.elements("CommonPrefixes") == ["<Prefix>c/</Prefix>"])
    }

    /// As clients clear a bucket: each page begins after a version that the page before has named, and that is deleted since.
    @Test(arguments: 1...3) func aBucketIsClearedByPages(size: Int) async {
        await setVersioning("Enabled")
        for body in 0..<7 { await s3.put("/pics/k", "\(body)") }
        await s3.delete("/pics/k")
        await setVersioning("Suspended")
        await s3.put("/pics/k", "null")
        await setVersioning("Enabled")
        for body in 0..<3 { await s3.put("/pics/k", "\(body)") }
        var query = ""
        for _ in 0..<20 {
            let page = await s3.get("/pics?versions&max-keys=\(size)" + query)
            for (key, version) in zip(page.elements("Key"), page.elements("VersionId")) {
                #expect(await s3.delete("/pics/\(key)?versionId=\(version)").status == 204)
            }
            guard let key = page.element("NextKeyMarker") else { break }
            query = "&key-marker=\(key)&version-id-marker=\(page.element("NextVersionIdMarker") ?? "")"
        }
        #expect(await s3.get("/pics?versions").elements("Key").isEmpty)
        #expect(await s3.delete("/pics").status == 204)
    }

    @Test func aPageBeginsWhereItsMarkerWas() async throws {
        await setVersioning("Enabled")
        var made: [String] = []
        for body in 0..<4 { made.append(try #require(await s3.put("/pics/photo.jpg", "\(body)").header("x-amz-version-id"))) }
        let marker = "/pics?versions&key-marker=photo.jpg&version-id-marker="
        for version in [made[2], made[0]] { await s3.delete("/pics/photo.jpg?versionId=\(version)") }
        #expect(await s3.get(marker + made[2]).elements("VersionId") == [made[1], "null"])
        #expect(await s3.get(marker + made[0]).elements("VersionId") == ["null"])
        await s3.delete("/pics/photo.jpg?versionId=null")
        #expect(await s3.get(marker + "null").elements("VersionId").isEmpty)
        #expect(await s3.get(marker + made[2]).elements("VersionId") == [made[1]])
        // Of another process: never an error.
        #expect(await s3.get(marker + VersionID.new(1).text).status == 200)
    }

    @Test func aNameTellsItsPlaceAndNothingElse() {
        for number in [0, 1, 64, 1_800_000_000_000_001, 1 << 60 - 1] {
            let (one, other) = (VersionID.new(number), VersionID.new(number))
            #expect((one.number, other.number) == (number, number))
            #expect(one != other && one.text.utf8.count == 32)
            #expect(VersionID.number(ofUpload: VersionID.newUpload(number)) == number)
        }
        #expect(VersionID.null.number == nil)
        #expect(VersionID.number(ofUpload: "none") == nil)
        // As an earlier build made them.
        #expect(throws: Never.self) { try VersionID.parse("qZ3.mC0x_TnKe7Vb1LwYpR8sUdJfk9qJ") }
        #expect(VersionID.number(ofUpload: "qZ3.mC0x_TnKe7Vb1LwYpR8sUdJfk9qJqZ3.mC0x_TnKe7Vb1LwYpR8sUdJfk9qJ") != nil)
    }

    @Test func aMarkerOfAVersionNeedsOneOfAKey() async {
        let answer = await s3.get("/pics?versions&version-id-marker=null")
        #expect(answer.code == "InvalidArgument")
        #expect(answer.element("ArgumentName") == "version-id-marker")
        #expect(await s3.get("/pics?versions&version-id-marker=").element("Message") == "A version-id marker cannot be empty.")
        #expect(await s3.get("/pics?versions&key-marker=a&version-id-marker=null").elements("Key") == ["photo.jpg"])
    }

    @Test func aNameThatNeverWasAVersionsIsRefused() async throws {
        await setVersioning("Enabled")
        let made = try #require(await s3.put("/pics/a", "1").header("x-amz-version-id"))
        let other = made.dropLast() + (made.hasSuffix("A") ? "B" : "A")
        for answer in [await s3.get("/pics/a?versionId=\(other)"), await s3.delete("/pics/a?versionId=\(other)")] {
            #expect((answer.status, answer.code, answer.element("ArgumentValue")) == (400, "InvalidArgument", String(other)))
        }
        let list = "<Delete><Object><Key>a</Key><VersionId>\(other)</VersionId></Object></Delete>"
        #expect(await s3.deleteAll("/pics?delete", list).code == "NoSuchVersion")
        #expect(await s3.get("/pics/a").text == "1")
    }

    @Test(arguments: ["GET", "PUT", "DELETE"])
    func aDeleteMarkerHasNoTags(method: String) async throws {
        await setVersioning("Enabled")
        await s3.put("/pics/a", "1")
        let marker = try #require(await s3.delete("/pics/a").header("x-amz-version-id"))
        for target in ["/pics/a?tagging", "/pics/a?tagging&versionId=\(marker)"] {
            let answer = await s3.answer(method, target, body: method == "PUT" ? Array("<Tagging><TagSet/></Tagging>".utf8) : [])
            #expect((answer.status, answer.element("Method"), answer.element("ResourceType")) == (405, method, "DeleteMarker"))
        }
    }

    @Test func namesOfVersionsAreChecked() async {
        #expect(await s3.get("/pics/photo.jpg?versionId=nonsense").code == "InvalidArgument")
        #expect(await s3.get("/pics/photo.jpg?versionId=").code == "InvalidArgument")
        #expect(await s3.get("/pics/photo.jpg?versionId=\(VersionID.new(1).text)").code == "NoSuchVersion")
        let wrong = "<VersioningConfiguration><Status>On</Status></VersioningConfiguration>"
        #expect(await s3.put("/pics?versioning", wrong).code == "MalformedXML")
    }

    @Test func tagsBelongToAVersion() async throws {
        await setVersioning("Enabled")
        let first = try #require(await s3.put("/pics/a", "1", [("x-amz-tagging", "a=1&b=2")]).header("x-amz-version-id"))
        await s3.put("/pics/a", "2")
        #expect(await s3.get("/pics/a?tagging").elements("Key").isEmpty)
        #expect(await s3.get("/pics/a?tagging&versionId=\(first)").elements("Key") == ["a", "b"])
        #expect(await s3.get("/pics/a?versionId=\(first)").header("x-amz-tagging-count") == "2")
        let tags = "<Tagging><TagSet><Tag><Key>c</Key><Value>3</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/pics/a?tagging&versionId=\(first)", tags).header("x-amz-version-id") == first)
        #expect(await s3.get("/pics/a?tagging&versionId=\(first)").elements("Key") == ["c"])
        #expect(await s3.delete("/pics/a?tagging&versionId=\(first)").status == 204)
        #expect(await s3.get("/pics/a?tagging&versionId=\(first)").elements("Key").isEmpty)
    }

    @Test func aFileCanGetOtherTags() async {
        let tags = "<Tagging><TagSet><Tag><Key>c</Key><Value>3</Value></Tag></TagSet></Tagging>"
        #expect(await s3.put("/pics/photo.jpg?tagging", tags).status == 200)
        #expect(await s3.get("/pics/photo.jpg?tagging").elements("Value") == ["3"])
        let got = await s3.get("/pics/photo.jpg")
        #expect(got.text == "0123456789")
        #expect(got.header("Content-Type") == "image/jpeg")
        #expect(await s3.get("/pics?versions").elements("Key") == ["photo.jpg"])
        #expect(await s3.put("/pics/none?tagging", tags).code == "NoSuchKey")
    }
}
