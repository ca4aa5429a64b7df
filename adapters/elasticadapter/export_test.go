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

// ImitateOlivere reads errors of the tests' types as olivere's and as the partial failure
// of OpenSearch's client.
func ImitateOlivere(refused, own, partially shape.Type) (restore func()) {
	before := elastic
	elastic = elastic.Imitate(olivereError, refused).Imitate(fundamental, own).Imitate(partialBulkError, partially)
	return func() { elastic = before }
}

// ReadText reads an error without a type.
var ReadText = readText
