extension JSONPathSuffix {
    static let minimum = JSONPathSuffix(name: "min", ofNumbers: { $0.min() ?? 0 })
}
