package stdadapter

// systemCodes has nothing to add.
var systemCodes []errnoRow
