package stdadapter

// errnoCode has nothing to go by: Plan 9 has no error numbers.
func errnoCode(error) (code string, number bool) { return "", false }
