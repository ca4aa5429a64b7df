package mongoadapter

// Numbers maps names to codes. Of several, it has the last.
func Numbers() map[string]int {
	all := map[string]int{}
	for _, n := range numbers {
		all[n.name] = n.number
	}
	return all
}
