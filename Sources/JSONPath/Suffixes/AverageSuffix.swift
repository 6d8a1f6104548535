extension JSONPathSuffix {
    static let average = JSONPathSuffix(name: "avg", ofNumbers: { $0.reduce(0, +) / Double($0.count) })
}
