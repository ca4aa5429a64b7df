package stdadapter

// errnoCode returns "": Plan 9 has no error numbers.
func errnoCode(error) string { return "" }
