import Foundation
import Testing

/// The arrows between the rooms: `Room.all` is what is allowed.
@Suite struct RoomsTests {
    @Test func everyFolderOfSourcesIsInTheTable() {
        let folders = Set(SourceFile.sources.map(\.room))
        let rooms = Room.all.map(\.name)
        #expect(folders.subtracting(rooms).sorted() == [], "add them to Room.all")
        #expect(Set(rooms).subtracting(folders).sorted() == [], "remove them from Room.all")
        #expect(Set(rooms).count == rooms.count, "a room is in Room.all twice")
    }

    @Test func noArrowGoesUp() {
        var below: Set<String> = []
        let rooms = Set(Room.all.map(\.name))
        for room in Room.all {
            let up = room.uses.intersection(rooms).subtracting(below)
            #expect(up.sorted() == [], "\(room.name) uses a room that stands below it in Room.all")
            below.insert(room.name)
        }
    }

    @Test func filesImportOnlyWhatTheirRoomUses() {
        let rooms = Dictionary(uniqueKeysWithValues: Room.all.map { ($0.name, $0) })
        for file in SourceFile.sources {
            guard let room = rooms[file.room] else { continue }
            var allowed = room.uses.union(Room.language).union(room.mayUse)
            if room.usesSystem { allowed.formUnion(Room.system) }
            if let exception = Room.exceptions[file.path] { allowed.formUnion(exception.modules) }
            #expect(file.imports.subtracting(allowed).sorted() == [], "\(file.path) imports what \(file.room) does not use (Room.all)")
        }
    }

    @Test func aRoomUsesWhatItMayUse() {
        for room in Room.all {
            let imported = SourceFile.sources.filter { $0.room == room.name }.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
            #expect(
                room.uses.subtracting(imported).sorted() == [],
                "\(room.name) imports these nowhere: remove them from Room.all and Package.swift")
            #expect(
                !room.usesSystem || !imported.isDisjoint(with: Room.system),
                "\(room.name) does not use the system's library: say so in Room.all")
        }
    }

    @Test func eachCModuleIsImportedByOneRoom() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: SourceFile.root.appending(path: "Sources").path)
        for module in folders.sorted() {
            let map = SourceFile.root.appending(path: "Sources/\(module)/module.modulemap")
            guard FileManager.default.fileExists(atPath: map.path) else { continue }
            let rooms = Set(SourceFile.sources.filter { $0.imports.contains(module) }.map(\.room))
            #expect(rooms.count == 1, "\(module) is imported by \(rooms.sorted())")
        }
    }

    /// What Package.swift lets a target use is what the table lets its room use.
    @Test func packageHasTheSameArrows() throws {
        let package = try String(contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)
        for room in Room.all {
            let declaration = try #require(
                Pattern(#"\.(?:executableT|t)arget\(\s*name: "\#(room.target)"((?:,\s*dependencies: \[[^\]]*\])?)"#).matches(in: package)
                    .first,
                "Package.swift has no target \(room.name)")
            // `.product(name:package:)` names the package, too.
            let list = declaration.group.replacing(#/package: "[^"]*"/#, with: "")
            let names = Pattern(#""([A-Za-z0-9_-]+)""#).matches(in: list).map(\.group)
            #expect(names.sorted() == room.uses.sorted(), "Package.swift and Room.all differ in \(room.name)")
        }
    }

    /// Package@swift-6.0.swift is what Swift 6.0 and 6.1 read: the products for apps' tests, as Package.swift has them.
    @Test func theManifestForOlderSwiftSaysTheSame() throws {
        let new = try Self.manifest("Package.swift")
        let old = try Self.manifest("Package@swift-6.0.swift")
        let declared = Pattern(#"^ *(?:platforms: .*|\.(?:library|target)\(.*\),|\.enableUpcomingFeature.*)$"#)
        let lines = declared.matches(in: old).map(\.text)
        #expect(lines.count == 8, "two products, two targets, three features and the platforms: \(lines)")
        for line in lines { #expect(new.contains(line + "\n"), "Package.swift has no line \(line)") }
        #expect(!old.contains("package("), "an older Swift would have to fetch it")
    }

    private static func manifest(_ name: String) throws -> String {
        try String(contentsOf: SourceFile.root.appending(path: name), encoding: .utf8)
    }
}
