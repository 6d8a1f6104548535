// Tests of S3Service, one file for each file of the room.
