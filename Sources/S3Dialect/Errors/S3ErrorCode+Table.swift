extension S3ErrorCode {
    /// Every code has its line.
    static let table: [S3ErrorCode: (status: Int, message: String)] = [
        .accessControlListNotSupported: (400, "The bucket does not allow ACLs"),
        .accessDenied: (403, "Access Denied"),
        .accessForbidden: (403, "CORSResponse: CORS is not enabled for this bucket."),
        .accessPointAlreadyOwnedByYou: (409, "An access point with an identical name already exists in your account."),
        .accountProblem: (403, "There is a problem with your AWS account that prevents the operation from completing successfully."),
        .allAccessDisabled: (403, "All access to this object has been disabled"),
        .ambiguousGrantByEmailAddress: (400, "The email address you provided is associated with more than one account."),
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
        .bucketHasAccessPointsAttached: (400, "The bucket you tried to delete has access points attached."),
        .bucketNotEmpty: (409, "The bucket you tried to delete is not empty"),
        .clientTokenConflict: (409, "Your idempotency token was already used for a different request."),
        .conditionalRequestConflict: (409, "The conditional request cannot succeed due to a conflicting operation against this resource."),
        .connectionClosedByRequester: (400, "The connection was closed while the response was read."),
        .credentialsNotSupported: (400, "This request does not support credentials."),
        .crossLocationLoggingProhibited: (403, "Cross location logging not allowed."),
        .crossLocationLoggingProhibitted: (403, "Cross S3 location logging not allowed. "),
        .deviceNotActiveError: (400, "The device is not currently active."),
        .encryptionTypeMismatch: (400, "You specified an encryption type that is not the one of the existing object."),
        .endpointNotFound: (400, "Direct requests to the correct endpoint."),
        .entityTooLarge: (400, "Your proposed upload exceeds the maximum allowed size"),
        .entityTooSmall: (400, "Your proposed upload is smaller than the minimum allowed size"),
        .expiredToken: (400, "The provided token has expired."),
        .glacierExpeditedRetrievalNotAvailable: (503, "Glacier expedited retrievals are currently not available, please try again later"),
        .illegalLocationConstraintException: (
            400,
            """
            The specified location constraint is incompatible for the region specific endpoint this request was sent \
            to.
            """
        ),
        .illegalVersioningConfigurationException: (400, "The Versioning element must be specified"),
        .incompleteBody: (400, "You did not provide the number of bytes specified by the Content-Length HTTP header"),
        .incorrectEndpoint: (400, "The specified bucket exists in another Region. Direct requests to the correct endpoint."),
        .incorrectNumberOfFilesInPostRequest: (400, "POST requires exactly one file upload per request."),
        .inlineDataTooLarge: (400, "Inline data exceeds the maximum allowed size."),
        .internalError: (500, "We encountered an internal error. Please try again."),
        .invalidAccessKeyId: (403, "The AWS Access Key Id you provided does not exist in our records."),
        .invalidAccessPoint: (400, "The specified access point name or account is not valid."),
        .invalidAccessPointAliasError: (400, "The specified access point alias name is not valid."),
        .invalidAddressingHeader: (400, "You must specify the Anonymous role."),
        .invalidArgument: (400, "Invalid Argument"),
        .invalidBucketAclWithObjectOwnership: (400, "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting"),
        .invalidBucketName: (400, "The specified bucket is not valid."),
        .invalidBucketOwnerAWSAccountID: (400, "The value of the expected bucket owner parameter must be an AWS account ID."),
        .invalidBucketState: (409, "The request is not valid with the current state of the bucket."),
        .invalidChunkSizeError: (403, "Only the last chunk is allowed to have a size less than 8192 bytes"),
        .invalidDigest: (400, "The Content-MD5 you specified was invalid."),
        .invalidEncryptionAlgorithmError: (400, "The Encryption request you specified is not valid. Supported value: AES256."),
        .invalidHostHeader: (400, "The host headers provided in the request used the incorrect style addressing."),
        .invalidHTTPMethod: (400, "The request was made using an unexpected HTTP method."),
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
        .invalidRedirectLocation: (400, "The website redirect location must have a prefix of 'http://' or 'https://' or '/'."),
        .invalidRegion: (403, "The region that you specified is not valid."),
        .invalidRequest: (400, "Invalid Request"),
        .invalidSecurity: (403, "The provided security credentials are not valid."),
        .invalidSessionException: (400, "The session no longer exists because it timed out or expired."),
        .invalidSignature: (400, "The request signature that the server calculated does not match the signature that you provided."),
        .invalidSOAPRequest: (400, "The SOAP request body is invalid."),
        .invalidStorageClass: (400, "The storage class you specified is not valid"),
        .invalidTag: (400, "The tag provided was not a valid tag."),
        .invalidTargetBucketForLogging: (400, "The target bucket for logging does not exist"),
        .invalidToken: (400, "The provided token is malformed or otherwise invalid."),
        .invalidURI: (400, "Couldn't parse the specified URI."),
        .invalidWriteOffset: (400, "The write offset value that you specified does not match the current object size."),
        .keyTooLongError: (400, "Your key is too long"),
        .kmsDisabledException: (400, "The request was rejected because the specified KMS key is not enabled."),
        .kmsInvalidKeyUsageException: (400, "The KeyUsage value of the KMS key is incompatible with the API operation."),
        .kmsInvalidStateException: (
            400,
            """
            The request was rejected because the state of the specified KMS key is not valid for this \
            request.
            """
        ),
        .kmsNotFoundException: (400, "The request was rejected because the specified entity or resource could not be found."),
        .malformedACLError: (400, "The XML you provided was not well-formed or did not validate against our published schema"),
        .malformedPolicy: (400, "Policies must be valid JSON and the first byte must be '{'"),
        .malformedPOSTRequest: (400, "The body of your POST request is not well-formed multipart/form-data."),
        .malformedTrailerError: (
            400,
            """
            The request contained trailing data that was not well-formed or did not conform to our published schema.
            """
        ),
        .malformedXML: (400, "The XML you provided was not well-formed or did not validate against our published schema"),
        .maxMessageLengthExceeded: (400, "Your request was too big."),
        .maxPostPreDataLengthExceeded: (400, "Your POST request fields preceeding the upload file was too large."),
        .maxPostPreDataLengthExceededError: (400, "Your POST request fields preceeding the upload file was too large."),
        .metadataTooLarge: (400, "Your metadata headers exceed the maximum allowed metadata size"),
        .methodNotAllowed: (405, "The specified method is not allowed against this resource."),
        .missingAttachment: (400, "A SOAP attachment was expected, but none was found."),
        .missingAuthenticationToken: (403, "The request was not signed."),
        .missingContentLength: (411, "You must provide the Content-Length HTTP header."),
        .missingRequestBodyError: (400, "Request Body is empty"),
        .missingSecurityElement: (400, "The SOAP 1.1 request is missing a security element."),
        .missingSecurityHeader: (400, "Your request was missing a required header"),
        .noLoggingStatusForKey: (400, "There is no such thing as a logging status subresource for a key."),
        .noSuchAccessPoint: (404, "The specified access point does not exist."),
        .noSuchAsyncRequest: (404, "The specified request was not found."),
        .noSuchBucket: (404, "The specified bucket does not exist"),
        .noSuchBucketPolicy: (404, "The bucket policy does not exist"),
        .noSuchConfiguration: (404, "The specified configuration does not exist."),
        .noSuchCORSConfiguration: (404, "The CORS configuration does not exist"),
        .noSuchKey: (404, "The specified key does not exist."),
        .noSuchLifecycleConfiguration: (404, "The lifecycle configuration does not exist"),
        .noSuchMultiRegionAccessPoint: (404, "The specified Multi-Region Access Point does not exist."),
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
        .notDeviceOwnerError: (400, "The device that generated the token is not owned by the authenticated user."),
        .notImplemented: (501, "A header you provided implies functionality that is not implemented"),
        .notModified: (304, "Not Modified"),
        .notSignedUp: (403, "Your account is not signed up for the Amazon S3 service."),
        .objectAlreadyInActiveTierError: (403, "Restore is not allowed, as this object is already in the active tier."),
        .objectLockConfigurationNotFoundError: (404, "Object Lock configuration does not exist for this bucket"),
        .objectNotInActiveTierError: (403, "The source object of the COPY operation is not in the active tier."),
        .operationAborted: (409, "A conflicting conditional operation is currently in progress against this resource. Please try again."),
        .ownershipControlsNotFoundError: (404, "The bucket ownership controls were not found"),
        .permanentRedirect: (
            301,
            """
            The bucket you are attempting to access must be addressed using the specified endpoint. Please send all \
            future requests to this endpoint.
            """
        ),
        .permanentRedirectControlError: (
            301,
            """
            The API operation you are attempting to access must be addressed using the specified \
            endpoint.
            """
        ),
        .preconditionFailed: (412, "At least one of the pre-conditions you specified did not hold"),
        .quotaExceeded: (403, "The objects of a session may take no more room (s3.maximumBytes)."),
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
        .requestTimeout: (
            400,
            """
            Your socket connection to the server was not read from or written to within the timeout period. Idle \
            connections will be closed.
            """
        ),
        .requestTimeTooSkewed: (403, "The difference between the request time and the current time is too large."),
        .requestTorrentOfBucketError: (400, "Requesting the torrent file of a bucket is not permitted."),
        .responseInterrupted: (400, "The response was interrupted while it was read."),
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
        .tagPolicyException: (400, "The tag policy does not allow the specified value for the following tag key."),
        .temporaryRedirect: (
            307,
            """
            Please re-send this request to the specified temporary endpoint. Continue to use the original request \
            endpoint for future requests.
            """
        ),
        .tokenCodeInvalidError: (400, "The serial number and/or token code you provided is not valid."),
        .tokenRefreshRequired: (400, "The provided token must be refreshed."),
        .tooManyAccessPoints: (400, "You have attempted to create more access points than are allowed for an account."),
        .tooManyBuckets: (400, "You have attempted to create more buckets than allowed"),
        .tooManyMultiRegionAccessPointRegionsError: (
            400,
            """
            You have attempted to create a Multi-Region Access Point with more Regions than are allowed for an \
            account.
            """
        ),
        .tooManyMultiRegionAccessPoints: (
            400,
            """
            You have attempted to create more Multi-Region Access Points than are allowed for an \
            account.
            """
        ),
        .tooManyParts: (400, "You have attempted to add more parts than the maximum of 10000 that are allowed for this object."),
        .unauthorizedAccess: (403, "Access to the resource is not authorized."),
        .unauthorizedAccessError: (403, "The bucket has no ICP license."),
        .unexpectedContent: (400, "This request does not support content"),
        .unexpectedIPError: (403, "This request was rejected because the IP was unexpected."),
        .unresolvableGrantByEmailAddress: (400, "The email address you provided does not match any account on record."),
        .unsupportedArgument: (400, "The request contained an unsupported argument."),
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
