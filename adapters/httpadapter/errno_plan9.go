package httpadapter

// errnoRule has nothing to go by: Plan 9 has no error numbers.
func errnoRule(error) (r rule, number bool) { return 0, false }
