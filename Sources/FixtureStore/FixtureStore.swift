// The room FixtureStore.
