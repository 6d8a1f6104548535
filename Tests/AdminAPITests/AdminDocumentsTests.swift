import Foundation
import Testing

@testable import AdminAPI

/// Each path of the admin API that a document names exists, with the method that stands before it.
struct AdminDocumentsTests {
    struct Mention: Sendable, Hashable, CustomTestStringConvertible {
        var document: String
        /// Empty where none is written.
        var method: String
        /// Below `/__admin`.
        var path: String
        var testDescription: String { "\(document): \(method) /__admin\(path)" }
    }

    /// docs/wiremock.md also names what there is in WireMock alone.
    static let mentions: [Mention] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let pages = try! FileManager.default.contentsOfDirectory(atPath: root.path + "/docs").filter { $0.hasSuffix(".md") }
        let documents = ["README.md", "mocks/README.md"] + pages.filter { $0 != "wiremock.md" }.map { "docs/\($0)" }
        return documents.flatMap { document in
            let text = try! String(contentsOf: root.appending(path: document), encoding: .utf8)
            return text.matches(of: #/(?:\b(GET|PUT|POST|DELETE|PATCH) )?/__admin(/[A-Za-z0-9{}/_-]+(?:\.[a-z]+)?)/#).map {
                Mention(document: document, method: $0.1.map(String.init) ?? "", path: String($0.2))
            }
        }
    }()

    @Test func documentsNamePaths() { #expect(Self.mentions.count > 30) }

    @Test(arguments: Set(mentions).sorted { $0.testDescription < $1.testDescription })
    func pathExists(_ mention: Mention) {
        let methods = AdminRouter(AdminRoutes.all).methods(mention.path)
        #expect(mention.method.isEmpty ? !methods.isEmpty : methods.contains(mention.method))
    }
}
