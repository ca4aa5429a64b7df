package shape

// Unversioned is the normal form of a package path.
var Unversioned = unversioned
