/// The errors of S3: its names, and the status and the message that each has.
package enum S3ErrorCode: String, Sendable, Hashable, CaseIterable {
    case accessControlListNotSupported = "AccessControlListNotSupported"
    case accessDenied = "AccessDenied"
    case accessForbidden = "AccessForbidden"
    case accountProblem = "AccountProblem"
    case allAccessDisabled = "AllAccessDisabled"
    case authorizationHeaderMalformed = "AuthorizationHeaderMalformed"
    case authorizationQueryParametersError = "AuthorizationQueryParametersError"
    case badDigest = "BadDigest"
    case badRequest = "BadRequest"
    case bucketAlreadyExists = "BucketAlreadyExists"
    case bucketAlreadyOwnedByYou = "BucketAlreadyOwnedByYou"
    case bucketNotEmpty = "BucketNotEmpty"
    case conditionalRequestConflict = "ConditionalRequestConflict"
    case credentialsNotSupported = "CredentialsNotSupported"
    case crossLocationLoggingProhibited = "CrossLocationLoggingProhibited"
    /// How S3 spells it in responses.
    case crossLocationLoggingProhibitted = "CrossLocationLoggingProhibitted"
    case entityTooLarge = "EntityTooLarge"
    case entityTooSmall = "EntityTooSmall"
    case expiredToken = "ExpiredToken"
    case illegalLocationConstraintException = "IllegalLocationConstraintException"
    case illegalVersioningConfigurationException = "IllegalVersioningConfigurationException"
    case incompleteBody = "IncompleteBody"
    case incorrectNumberOfFilesInPostRequest = "IncorrectNumberOfFilesInPostRequest"
    case inlineDataTooLarge = "InlineDataTooLarge"
    case internalError = "InternalError"
    case invalidAccessKeyId = "InvalidAccessKeyId"
    case invalidArgument = "InvalidArgument"
    case invalidBucketAclWithObjectOwnership = "InvalidBucketAclWithObjectOwnership"
    case invalidBucketName = "InvalidBucketName"
    case invalidBucketState = "InvalidBucketState"
    case invalidChunkSizeError = "InvalidChunkSizeError"
    case invalidDigest = "InvalidDigest"
    case invalidEncryptionAlgorithmError = "InvalidEncryptionAlgorithmError"
    case invalidLocationConstraint = "InvalidLocationConstraint"
    case invalidObjectState = "InvalidObjectState"
    case invalidPart = "InvalidPart"
    case invalidPartNumber = "InvalidPartNumber"
    case invalidPartOrder = "InvalidPartOrder"
    case invalidPayer = "InvalidPayer"
    case invalidPolicyDocument = "InvalidPolicyDocument"
    case invalidRange = "InvalidRange"
    case invalidRequest = "InvalidRequest"
    case invalidSecurity = "InvalidSecurity"
    case invalidStorageClass = "InvalidStorageClass"
    case invalidTag = "InvalidTag"
    case invalidTargetBucketForLogging = "InvalidTargetBucketForLogging"
    case invalidToken = "InvalidToken"
    case invalidURI = "InvalidURI"
    case keyTooLongError = "KeyTooLongError"
    case malformedACLError = "MalformedACLError"
    case malformedPOSTRequest = "MalformedPOSTRequest"
    case malformedPolicy = "MalformedPolicy"
    case malformedTrailerError = "MalformedTrailerError"
    case malformedXML = "MalformedXML"
    case maxMessageLengthExceeded = "MaxMessageLengthExceeded"
    case maxPostPreDataLengthExceeded = "MaxPostPreDataLengthExceeded"
    case metadataTooLarge = "MetadataTooLarge"
    case methodNotAllowed = "MethodNotAllowed"
    case missingContentLength = "MissingContentLength"
    case missingRequestBodyError = "MissingRequestBodyError"
    case missingSecurityElement = "MissingSecurityElement"
    case missingSecurityHeader = "MissingSecurityHeader"
    case noSuchBucket = "NoSuchBucket"
    case noSuchBucketPolicy = "NoSuchBucketPolicy"
    case noSuchConfiguration = "NoSuchConfiguration"
    case noSuchCORSConfiguration = "NoSuchCORSConfiguration"
    case noSuchKey = "NoSuchKey"
    case noSuchLifecycleConfiguration = "NoSuchLifecycleConfiguration"
    case noSuchObjectLockConfiguration = "NoSuchObjectLockConfiguration"
    case noSuchPublicAccessBlockConfiguration = "NoSuchPublicAccessBlockConfiguration"
    case noSuchTagSet = "NoSuchTagSet"
    case noSuchUpload = "NoSuchUpload"
    case noSuchVersion = "NoSuchVersion"
    case noSuchWebsiteConfiguration = "NoSuchWebsiteConfiguration"
    case notImplemented = "NotImplemented"
    case notModified = "NotModified"
    case objectLockConfigurationNotFoundError = "ObjectLockConfigurationNotFoundError"
    case operationAborted = "OperationAborted"
    case ownershipControlsNotFoundError = "OwnershipControlsNotFoundError"
    case permanentRedirect = "PermanentRedirect"
    case preconditionFailed = "PreconditionFailed"
    case redirect = "Redirect"
    case replicationConfigurationNotFoundError = "ReplicationConfigurationNotFoundError"
    case requestHeaderSectionTooLarge = "RequestHeaderSectionTooLarge"
    case requestIsNotMultiPartContent = "RequestIsNotMultiPartContent"
    case requestTimeTooSkewed = "RequestTimeTooSkewed"
    case requestTimeout = "RequestTimeout"
    case requestTorrentOfBucketError = "RequestTorrentOfBucketError"
    case restoreAlreadyInProgress = "RestoreAlreadyInProgress"
    case serverSideEncryptionConfigurationNotFoundError = "ServerSideEncryptionConfigurationNotFoundError"
    case serviceUnavailable = "ServiceUnavailable"
    case signatureDoesNotMatch = "SignatureDoesNotMatch"
    case slowDown = "SlowDown"
    case temporaryRedirect = "TemporaryRedirect"
    case tokenRefreshRequired = "TokenRefreshRequired"
    case tooManyBuckets = "TooManyBuckets"
    case unauthorizedAccess = "UnauthorizedAccess"
    case unexpectedContent = "UnexpectedContent"
    case unresolvableGrantByEmailAddress = "UnresolvableGrantByEmailAddress"
    case unsupportedSignature = "UnsupportedSignature"
    case userKeyMustBeSpecified = "UserKeyMustBeSpecified"
    case contentSHA256Mismatch = "XAmzContentSHA256Mismatch"

    /// The status of its response.
    package var status: Int { Self.table[self]?.status ?? 500 }

    /// S3's sentence.
    package var message: String { Self.table[self]?.message ?? rawValue }

    /// Every code has its line.
    static let table: [S3ErrorCode: (status: Int, message: String)] = [
        .accessControlListNotSupported: (400, "The bucket does not allow ACLs"),
        .accessDenied: (403, "Access Denied"),
        .accessForbidden: (403, "CORSResponse: CORS is not enabled for this bucket."),
        .accountProblem: (403, "There is a problem with your AWS account that prevents the operation from completing successfully."),
        .allAccessDisabled: (403, "All access to this object has been disabled"),
        .authorizationHeaderMalformed: (400, "The authorization header is malformed."),
        .authorizationQueryParametersError: (400, "The authorization parameters in the query are malformed."),
        .badDigest: (400, "The Content-MD5 you specified did not match what we received."),
        .badRequest: (400, "Bad Request"),
        .bucketAlreadyExists: (
            409,
            """
            The requested bucket name is not available. The bucket namespace is shared by all users of the system. \
            Please select a different name and try again.
            """
        ),
        .bucketAlreadyOwnedByYou: (409, "Your previous request to create the named bucket succeeded and you already own it."),
        .bucketNotEmpty: (409, "The bucket you tried to delete is not empty"),
        .conditionalRequestConflict: (409, "The conditional request cannot succeed due to a conflicting operation against this resource."),
        .credentialsNotSupported: (400, "This request does not support credentials."),
        .crossLocationLoggingProhibited: (403, "Cross location logging not allowed."),
        .crossLocationLoggingProhibitted: (403, "Cross S3 location logging not allowed. "),
        .entityTooLarge: (400, "Your proposed upload exceeds the maximum allowed size"),
        .entityTooSmall: (400, "Your proposed upload is smaller than the minimum allowed size"),
        .expiredToken: (400, "The provided token has expired."),
        .illegalLocationConstraintException: (
            400,
            """
            The specified location constraint is incompatible for the region specific endpoint this request was sent \
            to.
            """
        ),
        .illegalVersioningConfigurationException: (400, "The Versioning element must be specified"),
        .incompleteBody: (400, "You did not provide the number of bytes specified by the Content-Length HTTP header"),
        .incorrectNumberOfFilesInPostRequest: (400, "POST requires exactly one file upload per request."),
        .inlineDataTooLarge: (400, "Inline data exceeds the maximum allowed size."),
        .internalError: (500, "We encountered an internal error. Please try again."),
        .invalidAccessKeyId: (403, "The AWS Access Key Id you provided does not exist in our records."),
        .invalidArgument: (400, "Invalid Argument"),
        .invalidBucketAclWithObjectOwnership: (400, "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting"),
        .invalidBucketName: (400, "The specified bucket is not valid."),
        .invalidBucketState: (409, "The request is not valid with the current state of the bucket."),
        .invalidChunkSizeError: (403, "Only the last chunk is allowed to have a size less than 8192 bytes"),
        .invalidDigest: (400, "The Content-MD5 you specified was invalid."),
        .invalidEncryptionAlgorithmError: (400, "The encryption request you specified is not valid. The valid value is AES256."),
        .invalidLocationConstraint: (400, "The specified location-constraint is not valid"),
        .invalidObjectState: (403, "The operation is not valid for the current state of the object."),
        .invalidPart: (
            400,
            """
            One or more of the specified parts could not be found.  The part may not have been uploaded, or the \
            specified entity tag may not match the part's entity tag.
            """
        ),
        .invalidPartNumber: (416, "The requested partnumber is not satisfiable"),
        .invalidPartOrder: (400, "The list of parts was not in ascending order. Parts must be ordered by part number."),
        .invalidPayer: (403, "All access to this object has been disabled."),
        .invalidPolicyDocument: (400, "The content of the form does not meet the conditions specified in the policy document."),
        .invalidRange: (416, "The requested range is not satisfiable"),
        .invalidRequest: (400, "Invalid Request"),
        .invalidSecurity: (403, "The provided security credentials are not valid."),
        .invalidStorageClass: (400, "The storage class you specified is not valid"),
        .invalidTag: (400, "The tag provided was not a valid tag."),
        .invalidTargetBucketForLogging: (400, "The target bucket for logging does not exist"),
        .invalidToken: (400, "The provided token is malformed or otherwise invalid."),
        .invalidURI: (400, "Couldn't parse the specified URI."),
        .keyTooLongError: (400, "Your key is too long"),
        .malformedACLError: (400, "The XML you provided was not well-formed or did not validate against our published schema"),
        .malformedPOSTRequest: (400, "The body of your POST request is not well-formed multipart/form-data."),
        .malformedPolicy: (400, "Policies must be valid JSON and the first byte must be '{'"),
        .malformedTrailerError: (
            400,
            """
            The request contained trailing data that was not well-formed or did not conform to our published schema.
            """
        ),
        .malformedXML: (400, "The XML you provided was not well-formed or did not validate against our published schema"),
        .maxMessageLengthExceeded: (400, "Your request was too big."),
        .maxPostPreDataLengthExceeded: (400, "Your POST request fields preceeding the upload file was too large."),
        .metadataTooLarge: (400, "Your metadata headers exceed the maximum allowed metadata size"),
        .methodNotAllowed: (405, "The specified method is not allowed against this resource."),
        .missingContentLength: (411, "You must provide the Content-Length HTTP header."),
        .missingRequestBodyError: (400, "Request Body is empty"),
        .missingSecurityElement: (400, "The SOAP 1.1 request is missing a security element."),
        .missingSecurityHeader: (400, "Your request was missing a required header"),
        .noSuchBucket: (404, "The specified bucket does not exist"),
        .noSuchBucketPolicy: (404, "The bucket policy does not exist"),
        .noSuchConfiguration: (404, "The specified configuration does not exist."),
        .noSuchCORSConfiguration: (404, "The CORS configuration does not exist"),
        .noSuchKey: (404, "The specified key does not exist."),
        .noSuchLifecycleConfiguration: (404, "The lifecycle configuration does not exist"),
        .noSuchObjectLockConfiguration: (404, "The specified object does not have a ObjectLock configuration"),
        .noSuchPublicAccessBlockConfiguration: (404, "The public access block configuration was not found"),
        .noSuchTagSet: (404, "The TagSet does not exist"),
        .noSuchUpload: (
            404,
            """
            The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or \
            completed.
            """
        ),
        .noSuchVersion: (404, "The specified version does not exist."),
        .noSuchWebsiteConfiguration: (404, "The specified bucket does not have a website configuration"),
        .notImplemented: (501, "A header you provided implies functionality that is not implemented"),
        .notModified: (304, "Not Modified"),
        .objectLockConfigurationNotFoundError: (404, "Object Lock configuration does not exist for this bucket"),
        .operationAborted: (409, "A conflicting conditional operation is currently in progress against this resource. Please try again."),
        .ownershipControlsNotFoundError: (404, "The bucket ownership controls were not found"),
        .permanentRedirect: (
            301,
            """
            The bucket you are attempting to access must be addressed using the specified endpoint. Please send all \
            future requests to this endpoint.
            """
        ),
        .preconditionFailed: (412, "At least one of the pre-conditions you specified did not hold"),
        .redirect: (
            307,
            """
            Please re-send this request to the specified temporary endpoint. Continue to use the original request \
            endpoint for future requests.
            """
        ),
        .replicationConfigurationNotFoundError: (404, "The replication configuration was not found"),
        .requestHeaderSectionTooLarge: (400, "Your request header section exceeds the maximum allowed size."),
        .requestIsNotMultiPartContent: (412, "Bucket POST must be of the enclosure-type multipart/form-data"),
        .requestTimeTooSkewed: (403, "The difference between the request time and the current time is too large."),
        .requestTimeout: (
            400,
            """
            Your socket connection to the server was not read from or written to within the timeout period. Idle \
            connections will be closed.
            """
        ),
        .requestTorrentOfBucketError: (400, "Requesting the torrent file of a bucket is not permitted."),
        .restoreAlreadyInProgress: (409, "Object restore is already in progress"),
        .serverSideEncryptionConfigurationNotFoundError: (404, "The server side encryption configuration was not found"),
        .serviceUnavailable: (503, "Service is unable to handle request."),
        .signatureDoesNotMatch: (
            403,
            """
            The request signature we calculated does not match the signature you provided. Check your key and signing \
            method.
            """
        ),
        .slowDown: (503, "Please reduce your request rate."),
        .temporaryRedirect: (307, "You are being redirected to the bucket while DNS updates."),
        .tokenRefreshRequired: (400, "The provided token must be refreshed."),
        .tooManyBuckets: (400, "You have attempted to create more buckets than allowed"),
        .unauthorizedAccess: (403, "Access to the resource is not authorized."),
        .unexpectedContent: (400, "This request does not support content"),
        .unresolvableGrantByEmailAddress: (400, "The email address you provided does not match any account on record."),
        .unsupportedSignature: (
            400,
            """
            The provided request is signed with an unsupported STS Token version or the signature version is not \
            supported.
            """
        ),
        .userKeyMustBeSpecified: (
            400,
            """
            The bucket POST must contain the specified field name. If it is specified, please check the order of the \
            fields.
            """
        ),
        .contentSHA256Mismatch: (400, "The provided 'x-amz-content-sha256' header does not match what was computed."),
    ]
}
