package graphqladapter

// Order is the order in which the kinds of several errors decide.
var Order = order
