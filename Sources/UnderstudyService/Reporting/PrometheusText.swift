/// Metrics in the text form of Prometheus, version 0.0.4.
struct PrometheusText {
    /// The type of a metric.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// One line of a metric: its labels and its value.
    struct Sample {
        let labels: [(name: String, value: String)]
        let value: Double

        init(_ value: Double, _ labels: (name: String, value: String)...) {
            self.labels = labels
            self.value = value
        }

        init(_ value: Int, _ labels: (name: String, value: String)...) {
            self.labels = labels
            self.value = Double(value)
        }
    }

    /// The lines so far.
    private(set) var text = ""

    /// Adds a metric.
    /// - Parameter help: a sentence.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        begin(name, kind, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    /// Adds a metric of one value without labels.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) { add(name, kind, help, [Sample(value)]) }

    /// Adds a histogram.
    /// - Parameters:
    ///   - bounds: the upper ends of the groups, ascending.
    ///   - counts: of each group, and of what is above.
    mutating func add(histogram name: String, _ help: String, bounds: [Double], counts: [Int], sum: Double) {
        begin(name, .histogram, help)
        var total = 0
        for (bound, count) in zip(bounds.map(Self.number) + ["+Inf"], counts) {
            total += count
            line("\(name)_bucket", [("le", bound)], Double(total))
        }
        line("\(name)_sum", [], sum)
        line("\(name)_count", [], Double(total))
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) { text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" }

    private mutating func line(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
        text += name
        if !labels.isEmpty {
            text += "{\(labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
