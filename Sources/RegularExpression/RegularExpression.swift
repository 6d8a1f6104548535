// The room RegularExpression.
