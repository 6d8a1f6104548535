// Tests of RegularExpression, one file for each file of the room.
