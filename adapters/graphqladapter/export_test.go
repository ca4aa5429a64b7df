package graphqladapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(path string) (restore func()) {
	before := graphql
	for of, name := range map[shape.Type]string{
		httpError: "HTTPError", ghError: "GraphQLError", list: "List", sourceList: "SourceList", single: "Single", sourceSingle: "SingleWithSources",
		hasuraList: "Errors", hasuraSingle: "Error", networkError: "NetworkError", machinebox: "graphErr", shurcool: "texts",
	} {
		graphql = graphql.Imitate(of, shape.T(path, name))
	}
	return func() { graphql = before }
}

// Order is the order in which the kinds of several errors decide.
var Order = order
