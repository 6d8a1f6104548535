// The room AdminAPI.
