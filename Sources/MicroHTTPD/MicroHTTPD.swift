// The room MicroHTTPD.
