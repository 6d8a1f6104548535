// Tests of UnderstudyService, one file for each file of the room.
