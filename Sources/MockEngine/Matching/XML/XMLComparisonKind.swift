/// The kinds of comparison that `exemptedComparisons` may name, as XMLUnit calls them.
enum XMLComparisonKind: String, CaseIterable, Sendable {
    case elementTagName = "ELEMENT_TAG_NAME"
    case schemaLocation = "SCHEMA_LOCATION"
    case noNamespaceSchemaLocation = "NO_NAMESPACE_SCHEMA_LOCATION"
    case nodeType = "NODE_TYPE"
    case namespaceURI = "NAMESPACE_URI"
    case textValue = "TEXT_VALUE"
    case instructionTarget = "PROCESSING_INSTRUCTION_TARGET"
    case instructionData = "PROCESSING_INSTRUCTION_DATA"
    case numberOfAttributes = "ELEMENT_NUM_ATTRIBUTES"
    case attributeValue = "ATTR_VALUE"
    case numberOfChildren = "CHILD_NODELIST_LENGTH"
    case childLookup = "CHILD_LOOKUP"
    case attributeNameLookup = "ATTR_NAME_LOOKUP"

    // Accepted and without effect: these are never compared.
    case version = "XML_VERSION"
    case standalone = "XML_STANDALONE"
    case encoding = "XML_ENCODING"
    case hasDocumentType = "HAS_DOCTYPE_DECLARATION"
    case documentTypeName = "DOCTYPE_NAME"
    case documentTypePublicID = "DOCTYPE_PUBLIC_ID"
    case documentTypeSystemID = "DOCTYPE_SYSTEM_ID"
    case namespacePrefix = "NAMESPACE_PREFIX"
    case attributeExplicitlySpecified = "ATTR_VALUE_EXPLICITLY_SPECIFIED"
    case childOrder = "CHILD_NODELIST_SEQUENCE"
}
