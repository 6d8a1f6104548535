// Tests of MockEngine, one file for each file of the room.
