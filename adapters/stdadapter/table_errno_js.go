package stdadapter

// systemCodes is empty: errnoCodes has all numbers.
var systemCodes []errnoRow
