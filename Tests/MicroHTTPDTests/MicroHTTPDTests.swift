// Tests of MicroHTTPD, one file for each file of the room.
