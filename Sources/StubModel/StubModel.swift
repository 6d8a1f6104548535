// The room StubModel.
