package testenv

// OutsidePath is outsidePath, for tests with another root.
var OutsidePath = outsidePath
