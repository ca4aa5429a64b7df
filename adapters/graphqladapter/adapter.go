// Package graphqladapter recognises the errors of GraphQL clients without
// importing them: github.com/Khan/genqlient with github.com/vektah/gqlparser,
// github.com/hasura/go-graphql-client, github.com/cli/go-gh of any major, and,
// as far as they keep anything, github.com/shurcooL/graphql and
// github.com/machinebox/graphql.
//
// A GraphQL service answers 200 with a list of errors, each with a code in its
// extensions, or a type beside them (GitHub). The words of the table decide,
// whatever the HTTP status; without one the status does. Of several errors the
// one answers that blocks the rest: there is no use in correcting an argument
// before the call is allowed.
//
// An error with a path is one of a field: others of the same call may have been
// done, so that the effect is unknown. So it is beside an error that is a failure
// of the service, that has a code of nobody's or none: not every server says
// which field failed.
//
// No client keeps the headers of an answer. With httpadapter.Transport under it
// and adapter.WithEvidence the wait of a limit is known all the same, and so is
// the status that machinebox and shurcooL do not look at. Errors of the
// transport are httpadapter's.
//
// Recognised by shape, so a build that renames packages hides the errors: see
// package adapter/shape.
package graphqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the error types of GraphQL clients. The zero value is ready
// for use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_graphql".
func (Adapter) Slug() string { return slug }

// Table returns what the codes of GraphQL services mean.
func (Adapter) Table() adapter.Table { return table }

// The types of the clients, wherever they live.
type vendorTypes struct {
	http      shape.Type // an answer with another status than 200
	single    shape.Type // one error, of a list
	source    shape.Type // the same, with its document
	list      shape.Type
	sources   shape.Type
	hasura    shape.Type // a list, whose first error may be the client's own
	hasuraOne shape.Type // an error of that list
	network   shape.Type // hasura's answer with a status from 400 up
	gh        shape.Type // GitHub's, with types
	textual   shape.Type // a text, and nothing else
	textuals  shape.Type
	set       *shape.Set
}

const (
	genqlient = "github.com/Khan/genqlient/graphql"
	gqlerror  = "github.com/vektah/gqlparser/gqlerror"
	hasura    = "github.com/hasura/go-graphql-client"
)

var vendor = known(vendorTypes{
	http:      shape.T(genqlient, "HTTPError"),
	single:    shape.T(gqlerror, "Error"),
	source:    shape.T(gqlerror, "ErrorWithSources"),
	list:      shape.T(gqlerror, "List"),
	sources:   shape.T(gqlerror, "SourceList"),
	hasura:    shape.T(hasura, "Errors"),
	hasuraOne: shape.T(hasura, "Error"),
	network:   shape.T(hasura, "NetworkError"),
	gh:        shape.T("github.com/cli/go-gh/pkg/api", "GraphQLError"),
	textual:   shape.T("github.com/machinebox/graphql", "graphErr"),
	textuals:  shape.T("github.com/shurcooL/graphql", "errors"),
})

func known(v vendorTypes) vendorTypes {
	v.set = shape.NewSet(v.http, v.single, v.source, v.list, v.sources, v.hasura, v.hasuraOne, v.network, v.gh, v.textual, v.textuals)
	return v
}

var statusOf = shape.NewGetter[int]("StatusCode")

// FromError returns what err means, nil if it is no GraphQL client's, and if it
// is about the way to the service.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch vendor.set.Of(e) {
		case shape.Type{}:
			continue
		case vendor.http:
			status, _ := statusOf.Of(e)
			return answer{node: e, status: status, items: collect(e, "Response.Errors")}.of(err)
		case vendor.gh:
			return answer{node: e, items: collect(e, "Errors")}.of(err)
		case vendor.single, vendor.source, vendor.hasuraOne:
			return own(err, answer{node: e, items: []item{itemOf(e)}})
		case vendor.network:
			return network(err, e)
		case vendor.textual, vendor.textuals:
			return answer{node: e}.of(err)
		default: // a list
			return own(err, answer{node: e, items: collect(e, "")})
		}
	}
	return nil
}
