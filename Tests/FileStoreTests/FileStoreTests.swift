// Tests of FileStore, one file for each file of the room.
