package verdict

// Codes is codes.
var Codes = codes
