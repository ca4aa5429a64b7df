// Package inverse turns a map of lists around, so that a table lists the codes of one
// meaning in one row.
package inverse

import "fmt"

// Of returns the key of each value. It panics if a value has two keys, because that is a
// mistake in a table.
func Of[K, V comparable](table map[K][]V) map[V]K {
	keys := map[V]K{}
	for key, values := range table {
		for _, v := range values {
			if _, twice := keys[v]; twice {
				panic(fmt.Sprintf("inverse: the table lists %v twice", v))
			}
			keys[v] = key
		}
	}
	return keys
}
