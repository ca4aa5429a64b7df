package testenv

// OutsidePath is outsidePath, for tests that bring a root of their own.
var OutsidePath = outsidePath
