internal import S3Dialect
internal import XMLDocument

/// The document `Tagging`, also for the tags of files, which need not be valid in S3.
enum TagDocument {
    static func of(_ tags: [TagSet.Tag]) -> XMLText {
        XMLText("Tagging") { xml in
            xml.element("TagSet") { xml in
                for tag in tags {
                    xml.element("Tag") { xml in
                        xml.element("Key", tag.key)
                        xml.element("Value", tag.value)
                    }
                }
            }
        }
    }
}
