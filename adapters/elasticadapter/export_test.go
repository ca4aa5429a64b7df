package elasticadapter

// ReadText reads an error without a type.
var ReadText = readText
