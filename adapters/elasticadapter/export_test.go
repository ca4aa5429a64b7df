package elasticadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's types as those of the clients, Elasticsearch's
// first, until restore is called.
func Imitate(elasticsearch shape.Type, openSearch ...shape.Type) (restore func()) {
	before := elastic
	elastic = elastic.Imitate(elasticError, elasticsearch)
	for _, t := range openSearch {
		elastic = elastic.Imitate(structError, t)
	}
	return func() { elastic = before }
}

// ReadText returns what an error without a type contains.
var ReadText = readText
