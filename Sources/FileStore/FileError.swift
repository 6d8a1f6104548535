internal import Glibc

/// Why a file could not be had.
package struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// There is no such file or folder.
        case notFound
        /// A link that leaves the folder that everything has to be in.
        case outside
        /// A link that leads to a folder that it is in, or to itself.
        case circle
        case notPermitted
        /// A folder where a file was wanted, or a pipe, socket or device.
        case wrongKind
        /// A file where the root folder was to be.
        case noFolder
        /// A path that cannot be one: empty, with a NUL, or with `..` beyond the root.
        case invalidPath
        /// Anything else that the system said.
        case system(Int32)
    }

    /// What was being done, as messages say it.
    package enum Operation: String, Sendable {
        case opening, reading, listing, watching, writing, deleting
        case makingFolder = "making the folder"

        var changesFolder: Bool { [.writing, .deleting, .makingFolder].contains(self) }
    }

    package let code: Code
    package let operation: Operation
    /// As its user would type it.
    package let path: String
    /// What the link says that is the trouble, where that is known.
    package var linkTarget: String?

    /// Whether a link is to blame: what it leads to is no part of the folder.
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

    /// What was wrong, without the path: for messages that name it already.
    package var cause: String {
        switch code {
        case .notFound: "no such file or folder"
        case .outside: "a link leads out of the folder" + (linkTarget.map { ", to \"\($0)\"" } ?? "")
        case .circle: "a link leads in a circle" + (linkTarget.map { ", to \"\($0)\"" } ?? "")
        case .notPermitted: "not permitted"
        case .wrongKind: "not a regular file"
        case .noFolder: "not a folder"
        case .invalidPath: "not a path within the folder"
        case .system(let number): unsafe String(cString: strerror(number))
        }
    }

    /// What to do about it, if there is something.
    package var repair: String? {
        switch code {
        case .outside: "Copy what it points to into the folder."
        case .noFolder: "Name the folder that holds mappings, __files and s3."
        case .circle: "Remove it."
        case .notPermitted:
            operation.changesFolder
                ? "Let the server's user write to its folder (chmod, chown)." : "Let the server's user read it (chmod, chown)."
        default: nil
        }
    }

    package var description: String {
        "\(operation.rawValue) \"\(path)\": \(cause)." + (repair.map { " " + $0 } ?? "")
    }
}
