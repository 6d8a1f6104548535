internal import JSONDocument
internal import StubModel

/// The conditions of a stub's `request` besides method and URL, so that two stubs can be compared.
struct StubConditions {
    /// One condition. All must be met, so that a stub with fewer of them matches more.
    private struct Condition: Hashable {
        let field: String
        /// The name within the field, such as that of a query parameter.
        let name: String?
        let pattern: JSONValue
        /// The hash of them all: one condition is looked up in many sets.
        private let digest: Int

        init(_ field: String, _ name: String?, _ pattern: JSONValue) {
            (self.field, self.name, self.pattern) = (field, name, pattern)
            var hasher = Hasher()
            hasher.combine(field)
            hasher.combine(name)
            hasher.combine(pattern)
            digest = hasher.finalize()
        }

        static func == (left: Condition, right: Condition) -> Bool {
            left.digest == right.digest && left.field == right.field && left.name == right.name && left.pattern == right.pattern
        }

        func hash(into hasher: inout Hasher) { hasher.combine(digest) }
    }

    private var conditions: Set<Condition> = []
    /// Fields whose absence is a condition, too: they name the listener, or one of them is the listener's default.
    private var addressee: JSONObject = [:]

    /// - Parameter request: nil for none.
    init(_ request: JSONNode?) {
        guard let fields = request?.value.object else { return }
        let hasCredentials = Self.credentials.contains { fields[$0].map { !$0.isNull } ?? false }
        for (field, value) in fields where !value.isNull && !Self.compared.contains(field) {
            if Self.addressing.contains(field) {
                addressee[field] = value
            } else if let members = value.object, Self.named.contains(field) {
                for (name, pattern) in members {
                    // Credentials are compared in its place. In another spelling it is compared, too.
                    if hasCredentials, field == "headers", name == RequestPattern.basicAuthenticationField { continue }
                    conditions.insert(Condition(field, name, pattern))
                }
            } else if let patterns = value.array {
                for pattern in patterns { conditions.insert(Condition(field, nil, pattern)) }
            } else {
                conditions.insert(Condition(field, nil, value))
            }
        }
    }

    /// How the requests that these conditions match relate to those that others match.
    enum Coverage {
        /// The others match the same.
        case same
        /// All that the others match, and more.
        case more
    }

    /// Nil if they do not match all that the others match, as far as can be seen.
    func coverage(of other: StubConditions) -> Coverage? {
        guard addressee == other.addressee, conditions.isSubset(of: other.conditions) else { return nil }
        return conditions.count == other.conditions.count ? .same : .more
    }

    /// Fields that are compared beforehand.
    private static let compared = Set(URLPattern.Kind.allCases.map(\.rawValue) + ["method"])
    private static let addressing: Set<String> = ["listener", "s3", "host", "port"]
    private static let credentials = ["basicAuth", "basicAuthCredentials"]
    /// Fields with a pattern for each name.
    private static let named: Set<String> = ["headers", "queryParameters", "pathParameters", "formParameters", "cookies"]
}
