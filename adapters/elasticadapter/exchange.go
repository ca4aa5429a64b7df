package elasticadapter

import (
	"errors"
	"net/url"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// inExchange reports whether a text is how a client begins what it says of an
// exchange that broke, for want of a type: Elasticsearch's with the name of the call
// (v8.19.7 and v9.5.2, typedapi), OpenSearch's with method and URL in quotation marks
// (v4.8.1, opensearchtransport).
func inExchange(text string) bool {
	if rest, ok := strings.CutPrefix(text, "an error happened during the "); ok {
		call, _, ok := strings.Cut(rest[:min(len(rest), maxCall)], " query execution: ")
		return ok && !strings.ContainsAny(call, " :")
	}
	rest, ok := strings.CutPrefix(text, `"`)
	if !ok {
		return false
	}
	method, _, ok := strings.Cut(rest[:min(len(rest), maxMethod)], `" "http`)
	return ok && methods[method]
}

// maxMethod and maxCall are how far a method, and the name of a call, is looked for,
// with what stands behind it.
const (
	maxMethod = 16
	maxCall   = 128
)

var methods = map[string]bool{"GET": true, "HEAD": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true}

// broken is the error of an exchange that a client began with a bare
// http.RoundTripper: what that returns does not say that it is of an exchange, as an
// http.Client's does, and so is nobody's. It is nil where httpadapter knows it all
// the same, or does not even so.
func broken(err, e error) *toolerr.ToolRuntimeError {
	var a httpadapter.Adapter
	if te := a.FromError(err); te != nil && te.Kind() != toolerr.KindToolTimeout {
		return nil
	}
	te := a.FromError(&url.Error{Op: "Do", Err: errors.Unwrap(e)})
	if te == nil {
		return nil
	}
	return te.With(toolerr.WithCause(err), toolerr.WithDeveloperMessage(""), toolerr.WithVendorType(e), toolerr.WithService(slug), toolerr.WithEndpoint("", ""))
}
