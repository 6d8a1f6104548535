// Tests of AdminAPI, one file for each file of the room.
