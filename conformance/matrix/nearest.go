package matrix

import "github.com/errand-go/errand/internal/nearest"

// nearby returns at most three of the names that somebody who wrote word may
// have meant, the nearest first.
func nearby(word string, names []string) []string {
	if len(word) < 3 { // anything is near it
		return nil
	}
	return nearest.Names(word, names, 3)
}
