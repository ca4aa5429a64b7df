package shape

// Unversioned returns the normal form of a package path.
var Unversioned = unversioned
