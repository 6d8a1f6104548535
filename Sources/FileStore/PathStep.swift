internal import CLinux
internal import Glibc

/// A folder that the system looks into to find a path, and the name that it looks for there.
package struct PathStep: Sendable, Hashable {
    /// Without links; absolute, or relative to the process's folder.
    package var folder: String
    /// One name in it: a folder, a link, or the end of the path.
    package var name: String
    /// Whether that is a link.
    var isLink = false

    /// The path of that name.
    var path: String { (folder == "/" ? "/" : folder + "/") + name }

    /// The system follows no more links than this in one path.
    private static let maximumLinks = 40

    /// All steps to a path, those to the targets of links included; up to the first name that is not there.
    /// - Parameter path: absolute, or relative to the process's folder.
    package static func all(to path: String) -> [PathStep] {
        var start = path.hasPrefix("/") ? "/" : "."
        var left = Array(path.split(separator: "/").reversed())
        var folder: [Substring] = []
        var steps: [PathStep] = []
        var linkCount = 0
        while let name = left.popLast() {
            if name == "." { continue }
            if name == ".." {
                if folder.last.map({ $0 != ".." }) ?? (start == "/") { _ = folder.popLast() } else { folder.append(name) }
                continue
            }
            let place = folder.isEmpty ? start : (start == "/" ? "/" : "./") + folder.joined(separator: "/")
            var step = PathStep(folder: place, name: String(name))
            let found = link(at: step.path)
            step.isLink = found != nil
            steps.append(step)
            guard let target = found else {
                folder.append(name)
                continue
            }
            linkCount += 1
            if linkCount > maximumLinks { break }
            if target.hasPrefix("/") { (start, folder) = ("/", []) }
            left += target.split(separator: "/").reversed()
        }
        return steps
    }

    /// The target of a link as written; nil for anything else.
    static func link(at path: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &text, text.count)
        return count < 0 ? nil : String(decoding: text[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension FileRoot {
    /// The steps to the folder's name, and to these paths in it, where its name leads now.
    package func steps(to links: [RelativePath] = []) -> [PathStep] {
        var steps = PathStep.all(to: name)
        let real = realPath
        for link in links { steps += PathStep.all(to: "\(real)/\(link.text)") }
        return Array(Set(steps))
    }

    /// Whether others can change the folder without this kernel, which then reports nothing: it is on another machine, or in a program.
    package var isRemote: Bool { linux_is_remote(descriptor.number) != 0 }
}
