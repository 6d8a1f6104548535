extension JSONPathSuffix {
    static let sum = JSONPathSuffix(name: "sum", ofNumbers: { $0.reduce(0, +) })
}
