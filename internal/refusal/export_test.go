package refusal

import "slices"

// Skipped returns the shapes that find something in a body that has none of their members.
func Skipped(body []byte) (names []string) {
	parse(body, func(d doc) {
		d.sentence = message(d)
		for _, s := range slices.Concat(vendors.shapes, frameworks.shapes) {
			fits := len(s.members) == 0 || slices.ContainsFunc(s.members, func(name string) bool { return d.root.Member(name).Exists() })
			if !fits && s.read(d) != nil {
				names = append(names, s.name)
			}
		}
	})
	return names
}
