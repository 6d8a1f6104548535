internal import Budget
internal import JSONDocument

extension TemplateValue {
    /// Whether it has elements or members, so that it may take long to read.
    var isLarge: Bool {
        switch self {
        case .list, .multiple, .tree(.array, _), .tree(.object, _), .object: true
        case .null, .bool, .int, .double, .decimal, .text, .date, .tree: false
        }
    }

    /// Bytes of its text, if it is a single value; 0 for numbers of 64 bits, which are short.
    var textBytes: Int {
        switch self {
        case .text(let text), .decimal(let text): text.utf8.count
        case .date(let date): date.text.utf8.count
        default: 0
        }
    }

    /// How many elements or members it has itself. Objects count as one: they are the request's, whose head is short.
    var breadth: Int {
        switch self {
        case .list(let values): values.count
        case .multiple(let values): values.count
        case .tree(.array(let values), _): values.count
        case .tree(.object(let object), _): object.count
        default: 1
        }
    }

    /// At most this many bytes of its printed form are line ends, and blanks at the beginnings of lines.
    var indentation: Int {
        switch self {
        case .tree(let value, .jsonPath), .tree(let value, .jsonPathOfJava): value.indentation
        case .list(let values): values.reduce(0) { $0 + $1.indentation }
        default: 0
        }
    }

    /// Has the objects within do what takes long of what reading all of it needs. It is called before the whole is weighed or printed.
    func prepare(charging budget: WorkBudget) {
        switch self {
        case .object(let object): object.prepare(charging: budget)
        case .list(let values): for value in values { value.prepare(charging: budget) }
        default: break
        }
    }

    /// How many values there are within it, where 16 bytes of text count as one.
    var weight: Int {
        switch self {
        case .text(let text): 1 + text.utf8.count >> 4
        case .decimal(let text): 1 + text.utf8.count >> 4
        case .list(let values): values.reduce(1) { $0 + $1.weight }
        case .multiple(let values): values.reduce(1) { $0 + 1 + $1.utf8.count >> 4 }
        case .tree(let value, _): value.weight
        case .object(let object): object.weight
        case .date(let date): 1 + date.text.utf8.count >> 4
        case .null, .bool, .int, .double: 1
        }
    }
}

extension String {
    /// Whether both are the same memory, so that they need not be compared. False for some that are.
    func isIdentical(to other: String) -> Bool {
        let (left, right) = (utf8Span, other.utf8Span)
        return left.count == right.count && left.span.isIdentical(to: right.span)
    }
}
