extension JSONPathSuffix {
    static let maximum = JSONPathSuffix(name: "max", ofNumbers: { $0.max() ?? 0 })
}
