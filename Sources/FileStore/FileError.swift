internal import Glibc
internal import SystemCalls

/// Why a file cannot be used.
package struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Sendable, Equatable {
        /// There is no such file or folder.
        case notFound
        /// A link leads out of the root folder.
        case outside
        /// A link leads to a folder that contains it, or to itself.
        case circle
        case notPermitted
        /// A folder in place of a file, or a pipe, socket or device; a file in place of a folder that is to be made.
        case wrongKind
        /// A file in place of the root folder.
        case noFolder
        /// An impossible path: empty, with a NUL, or with `..` beyond the root.
        case invalidPath
        /// Any other error number of the system.
        case system(Int32)
    }

    /// The failed operation, in words for messages.
    package enum Operation: String, Sendable {
        case opening, reading, listing, watching, writing, deleting
        case makingFolder = "making the folder"

        var changesFolder: Bool { [.writing, .deleting, .makingFolder].contains(self) }
    }

    /// What kind of failure it is.
    package let code: Code
    /// What was attempted.
    package let operation: Operation
    /// The path as its user would type it.
    package let path: String
    /// The target of the link that caused the failure; nil when there is none or it is unknown.
    package var linkTarget: String?

    /// Whether a link caused the failure, because its target is not part of the folder.
    package var isOfLink: Bool { code == .outside || code == .circle }

    package init(_ code: Code, _ operation: Operation, _ path: String) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    init(errno number: Int32, _ operation: Operation, _ path: String) {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR, ENAMETOOLONG: .notFound
            case EXDEV: .outside
            case ELOOP: .circle
            case EACCES, EPERM, EROFS: .notPermitted
            case EISDIR, ENXIO: .wrongKind
            default: .system(number)
            }
        self.init(code, operation, path)
    }

    /// What was wrong, without the path, for messages that already have it.
    package var cause: String {
        switch code {
        case .notFound: "no such file or folder"
        case .outside: "a link leads out of the folder" + (linkTarget.map { ", to \"\($0)\"" } ?? "")
        case .circle: "a link leads in a circle" + (linkTarget.map { ", to \"\($0)\"" } ?? "")
        case .notPermitted: "not permitted"
        case .wrongKind: operation == .makingFolder ? "there is a file of that name" : "not a regular file"
        case .noFolder: "not a folder"
        case .invalidPath: "not a path within the folder"
        case .system(ENOSPC) where operation == .watching: "the system has no watch left"
        case .system(let number): SystemCalls.reason(number)
        }
    }

    /// What to do; nil when there is nothing to say.
    package var repair: String? {
        switch code {
        case .outside: "Copy what it points to into the folder."
        case .wrongKind where operation == .reading: "Remove it, or put a regular file in its place."
        case .circle: "Remove it."
        case .notPermitted:
            operation.changesFolder
                ? "Let the server's user write to its folder (chmod, chown; ReadWritePaths= in a unit)."
                : "Let the server's user read it (chmod, chown)."
        case .system(ENOSPC) where operation == .watching: "Allow more: sysctl fs.inotify.max_user_watches=524288."
        case .system(ENOSPC) where operation.changesFolder, .system(EDQUOT) where operation.changesFolder: "Make room there."
        default: nil
        }
    }

    /// The whole message: operation, path, cause and repair.
    package var description: String {
        "\(operation.rawValue) \"\(path)\": \(cause)." + (repair.map { " " + $0 } ?? "")
    }

    /// The whole message as a sentence of its own.
    package var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }
}
