// Tests of FixtureStore, one file for each file of the room.
