package matrix

import "github.com/errand-go/errand/internal/nearest"

// nearby returns at most three names that are similar to word, the nearest first.
func nearby(word string, names []string) []string {
	if len(word) < 3 { // too many names would be near
		return nil
	}
	return nearest.Names(word, names, 3)
}
