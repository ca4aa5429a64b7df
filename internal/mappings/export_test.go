package mappings

// VendorsOf is vendorsOf.
var VendorsOf = vendorsOf
