// The room MockEngine.
