package elasticadapter

import "github.com/errand-go/errand/adapter/shape"

// SetTypes replaces the types of the clients, Elasticsearch's first, and returns a
// function that puts them back.
func SetTypes(elastic shape.Type, openSearch ...shape.Type) (restore func()) {
	before, set := elasticError, types
	elasticError, types = elastic, shape.NewSet(append(openSearch, elastic)...)
	return func() { elasticError, types = before, set }
}

// StatusIn is statusIn.
func StatusIn(text string) int { return statusIn(text) }

// InExchange is inExchange.
func InExchange(text string) bool { return inExchange(text) }
