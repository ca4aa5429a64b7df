package httpadapter

// errnoRule returns 0: Plan 9 has no error numbers.
func errnoRule(error) (r rule, number bool) { return 0, false }
