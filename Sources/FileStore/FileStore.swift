// The room FileStore.
