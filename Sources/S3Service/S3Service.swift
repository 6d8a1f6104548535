// The room S3Service.
