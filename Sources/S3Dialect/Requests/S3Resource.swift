/// What a request is about.
package enum S3Resource: String, Sendable, Hashable, CaseIterable {
    case service, bucket, object
}
