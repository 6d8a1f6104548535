// Tests of JSONDocument, one file for each file of the room.
