package sqladapter

// Conditions is conditions.
var Conditions = conditions
