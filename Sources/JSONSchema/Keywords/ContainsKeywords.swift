internal import JSONDocument

extension JSONSchemaKeyword {
    static let contains = [
        JSONSchemaKeyword("contains", .applicator, in: .draft6 ... .draft202012, subschemas: .one) {
            (_, site, compiler) throws(JSONSchemaError) in
            let node = try compiler.node(site, "contains")
            let dialect = compiler.dialect(site)
            let hasBounds = dialect.draft >= .draft201909 && dialect.uses(.validation)
            let minimum = hasBounds ? site.object["minContains"]?.int ?? 1 : 1
            let maximum = hasBounds ? site.object["maxContains"]?.int : nil
            // In 2019-09 the elements it finds do not count as evaluated.
            let isMarking = dialect.draft == .draft202012
            return { (instance, marks, evaluator) throws(JSONSchemaStop) in
                guard case .array(let values) = instance else { return true }
                var count = 0
                for (index, value) in values.enumerated() {
                    var ignored = JSONSchemaMarks()
                    guard try evaluator.test(node, value, &ignored) else { continue }
                    count += 1
                    if isMarking, evaluator.collectsMarks { marks.indices.insert(index) }
                }
                if count < minimum { return evaluator.fails("contains", "expected at least \(minimum) matching elements, found \(count)") }
                guard let maximum, count > maximum else { return true }
                return evaluator.fails("maxContains", "expected at most \(maximum) matching elements, found \(count)")
            }
        }
    ]
}
