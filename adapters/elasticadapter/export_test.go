package elasticadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
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
