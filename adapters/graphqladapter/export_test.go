package graphqladapter

import "github.com/errand-go/errand/adapter/shape"

// SetPath makes the adapter recognise types of another package as those of all
// clients, and returns a function that puts things back: the library requires
// none of them.
func SetPath(path string) (restore func()) {
	before := vendor
	vendor = known(vendorTypes{
		http:      shape.T(path, "HTTPError"),
		single:    shape.T(path, "Single"),
		source:    shape.T(path, "SingleWithSources"),
		list:      shape.T(path, "List"),
		sources:   shape.T(path, "SourceList"),
		hasura:    shape.T(path, "Errors"),
		hasuraOne: shape.T(path, "Error"),
		network:   shape.T(path, "NetworkError"),
		gh:        shape.T(path, "GraphQLError"),
		textual:   shape.T(path, "graphErr"),
		textuals:  shape.T(path, "texts"),
	})
	return func() { vendor = before }
}

// Blocking is the order in which the kinds of several errors answer.
var Blocking = blocking
