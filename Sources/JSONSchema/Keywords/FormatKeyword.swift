internal import JSONDocument

extension JSONSchemaKeyword {
    static let formats = [
        JSONSchemaKeyword("format", .format) { (value, site, compiler) throws(JSONSchemaError) in
            let dialect = compiler.dialect(site)
            let isAsserted =
                switch compiler.formats {
                case .asserted: true
                case .annotated: dialect.assertsFormats
                case .byVersion: dialect.assertsFormats || dialect.draft <= .draft7
                }
            guard isAsserted, let name = value.string, let format = JSONSchemaFormat.named[name] else { return nil }
            return { (instance, _, evaluator) throws(JSONSchemaStop) in
                guard let text = instance.string, !format.isValid(text) else { return true }
                return evaluator.fails("format", "\"\(text.shortened())\" is not of the format \"\(name)\"")
            }
        }
    ]
}
