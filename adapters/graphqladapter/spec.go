// Package graphqladapter recognises the errors of GraphQL clients:
// github.com/Khan/genqlient with github.com/vektah/gqlparser,
// github.com/hasura/go-graphql-client, github.com/cli/go-gh, and, as far as the texts of
// their errors show a code or a status, github.com/shurcooL/graphql,
// github.com/shurcooL/githubv4 and github.com/machinebox/graphql.
//
// The clients are not imported: package shape recognises their error types by name,
// whatever the version. A GraphQL service returns a list of errors, mostly with status
// 200. Each has a code in its extensions, or, from GitHub, a type beside them. A listed
// code decides, whatever the status. If there are several, the one that has to be
// resolved first decides: before an argument is corrected, the call has to be allowed.
//
// An error with a path is the error of a field. Other fields of the same call may have
// been written, so the effect is unknown. The effect is also unknown if one of several
// errors is a failure of the service or has no listed code, because not every server
// names the field that failed.
package graphqladapter

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

const (
	gqlparser = "github.com/vektah/gqlparser/gqlerror"
	hasura    = "github.com/hasura/go-graphql-client"
)

var (
	httpError    = shape.T("github.com/Khan/genqlient/graphql", "HTTPError")
	ghError      = shape.T("github.com/cli/go-gh/pkg/api", "GraphQLError")
	list         = shape.T(gqlparser, "List")
	sourceList   = shape.T(gqlparser, "SourceList")
	single       = shape.T(gqlparser, "Error")
	sourceSingle = shape.T(gqlparser, "ErrorWithSources")
	hasuraList   = shape.T(hasura, "Errors")
	hasuraSingle = shape.T(hasura, "Error")
	networkError = shape.T(hasura, "NetworkError")
	machinebox   = shape.T("github.com/machinebox/graphql", "graphErr")
	shurcool     = shape.T("github.com/shurcooL/graphql", "errors")
)

// errorTypes are the types into which the clients decode a list of errors, or one.
var errorTypes = []shape.Type{
	list, single, hasuraList, hasuraSingle, machinebox, shurcool, shape.T("github.com/cli/go-gh/pkg/api", "GraphQLErrorItem"),
}

// Adapter recognises the error types of GraphQL clients, and plain HTTP responses with a
// failure whose content type or body is GraphQL's.
//
// No client keeps the headers of a response. httpadapter.Transport below the client
// restores the wait of a rate limit, and the status that machinebox ignores. Errors of the connection are left to httpadapter.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{httpError}, Status: "StatusCode", Refusal: refusalAt("Response.Errors"), Read: readHTTP},
		{Types: []shape.Type{ghError}, Refusal: refusalAt("Errors"), Read: func(a *spec.Answer) bool { return read(a, itemsAt(a.Node, "Errors"), false) }},
		{Types: []shape.Type{list, sourceList, hasuraList}, Refusal: refusalAt(""), Read: func(a *spec.Answer) bool { return readOfClient(a, itemsAt(a.Node, "")) }},
		{Types: []shape.Type{single, sourceSingle, hasuraSingle}, Refusal: func(e any) toolerr.Refusal { return refusalOf([]any{e}) }, Read: func(a *spec.Answer) bool { return readOfClient(a, []item{itemOf(a.Node)}) }},
		{Types: []shape.Type{networkError}, Refusal: bodyRefusal, Read: readNetwork},
		{Types: []shape.Type{machinebox}, Refusal: func(e any) toolerr.Refusal { return refusalOf([]any{e}) }, Read: func(a *spec.Answer) bool { return read(a, []item{itemOf(a.Node)}, false) }},
		{Types: []shape.Type{shurcool}, Refusal: refusalAt(""), Read: func(a *spec.Answer) bool { return read(a, itemsAt(a.Node, ""), false) }},
		{Types: []shape.Type{shape.TypeOf(json.UnmarshalTypeError{})}, Read: readMistyped},
	},
	Text:   statusText,
	Begins: []string{statusTexts[0].begin, statusTexts[1].begin, statusTexts[2].begin},
	Body: func(body []byte) any {
		if r := decode(body); len(r.Response.Errors) > 0 {
			return r
		}
		return nil
	},
	FailsWith2xx: true,
	Headers:      []string{"Content-Type: application/graphql-response+json"}, // GraphQL over HTTP, draft of 2025-07
	Form:         isGraphQL,
	Refusals:     refusals,
	Members:      []string{"errors"},
	// A 401 and a 429 take precedence over a code that is neither about the token nor a limit:
	// some services send the same code with every refusal.
	Refine: func(a *spec.Answer) {
		if outranked(a.Status, a.Row) {
			a.Row = adapter.Row{}
		}
	},
})

// A response has the fields of genqlient's HTTPError.
type response struct{ Response result }

// unexecuted reports whether the response has no data: the request was refused before it
// was executed (GraphQL specification, October 2021, section 7.1).
func (r response) unexecuted() bool { return r.Response.Data == nil && len(r.Response.Errors) > 0 }

// A result is a GraphQL response (GraphQL specification, October 2021, section 7.1).
// Message is GitHub's replacement for a list.
type result struct {
	Data    json.RawMessage
	Errors  resultErrors
	Message string
}

// resultErrors also accepts a list, or a single error, in a form that GraphQL does not
// define.
type resultErrors []resultError

// UnmarshalJSON never fails. An empty value of another form is not an error.
func (l *resultErrors) UnmarshalJSON(data []byte) error {
	var all []json.RawMessage
	if json.Unmarshal(data, &all) != nil {
		switch string(data) {
		case `""`, "{}", "0", "false":
			return nil
		}
		all = []json.RawMessage{data}
	}
	for _, one := range all {
		var e resultError
		if json.Unmarshal(one, &e) != nil {
			_ = json.Unmarshal(one, &e.Message) // a value that is not a text either has no code
		}
		*l = append(*l, e)
	}
	return nil
}

// A resultError is one of the errors of a result (section 7.1.2). Type is GitHub's.
type resultError struct {
	Message    string
	Locations  []any
	Path       []any
	Extensions map[string]any
	Type       string
}

func decode(body []byte) response { return response{spec.JSON[result](body)} }

// isGraphQL reports whether a body is GraphQL's: a list of errors, each with a message and a
// location, a path or extensions, and no members outside the specification. Other services'
// lists have additional ones.
func isGraphQL(_ http.Header, body []byte) bool {
	if !bytes.Contains(body, []byte(`"errors"`)) {
		return false
	}
	ok := false
	jsontree.Read(string(body), jsontree.Limits{Depth: maxDepth, Values: len(body)}, func(n jsontree.Node, complete bool) {
		all := n.Member("errors")
		ok = complete && all.IsArray() && len(all.Kids) > 0 && onlyMembers(n, "data", "errors", "extensions") &&
			!slices.ContainsFunc(all.Kids, func(e jsontree.Node) bool { return !isError(e) })
	})
	return ok
}

const maxDepth = 100

// isError reports whether a value has the form of an error, with more than a message.
func isError(e jsontree.Node) bool {
	return e.Member("message").Str() != "" && onlyMembers(e, "message", "locations", "path", "extensions", "type") &&
		slices.ContainsFunc(e.Kids, func(k jsontree.Node) bool { return len(k.Kids) > 0 })
}

// onlyMembers reports whether an object has no other members.
func onlyMembers(n jsontree.Node, names ...string) bool {
	return !slices.ContainsFunc(n.Kids, func(k jsontree.Node) bool { return !slices.Contains(names, k.Key) })
}

// readHTTP reads genqlient's error for a status, and a plain response.
func readHTTP(a *spec.Answer) bool {
	r, plain := a.Node.(response)
	return read(a, itemsAt(a.Node, "Response.Errors"), plain && r.unexecuted())
}

// readMistyped recognises the error of a client that could not decode the list of errors,
// because it has another form.
func readMistyped(a *spec.Answer) bool {
	a.Undecoded = true
	e, ok := a.Node.(*json.UnmarshalTypeError)
	return ok && ofErrors(e)
}
