package microsoftadapter

import (
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// kiota is what every error of a generated client has. Its headers are behind a
// type that cannot be named, and tell it from others with such a method.
type kiota interface{ GetStatusCode() int }

// headers is how the generated clients keep those of an answer.
type headers interface {
	ListKeys() []string
	Get(key string) []string
}

var keptOf = shape.NewGetter[headers]("ResponseHeaders")

// generated is the error of a client that Kiota generated; nil if it is none.
// The types that are known by name may have been made without headers.
func generated(err, e error, named bool) *toolerr.ToolRuntimeError {
	kept, ok := keptOf.Of(e)
	if !ok && !named {
		return nil
	}
	a := answer{node: e, code: odataCode(e)}
	a.status, _ = shape.Call(e, func(k kiota) int { return k.GetStatusCode() })
	a.header, _ = shape.Call(kept, func(h headers) http.Header { return headersOf(h, a.status) })
	if _, listed := table.Lookup(a.code); !listed {
		if code := meanings[a.status]; code != "" {
			return a.special(err, code)
		}
	}
	return a.of(err)
}

// meanings are the codes of statuses that mean something else to Microsoft Graph
// than to HTTP; 509 is no registered one.
var meanings = map[int]string{
	http.StatusLocked:              codeLocked,
	http.StatusInsufficientStorage: codeStorage,
	509:                            codeBandwidth,
}

// special is an answer whose status has a code of ours.
func (a answer) special(err error, code string) *toolerr.ToolRuntimeError {
	a.code = code
	return a.of(err)
}

// looked are the headers that count whatever the status, as the client spells
// them.
var looked = []string{"date", "retry-after", "www-authenticate", "request-id", "x-ms-request-id"}

// headersOf copies headers that the client keeps in a map of its own, in lower
// case: all of them where a limit may be in one.
func headersOf(kept headers, status int) http.Header {
	names := looked
	switch status {
	case http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		names = kept.ListKeys()
	}
	h := make(http.Header, len(names))
	for _, name := range names {
		if values := kept.Get(name); len(values) > 0 {
			h[http.CanonicalHeaderKey(name)] = values
		}
	}
	return h
}

// odataCode returns the code of an ODataError, "" where there is none: the parts
// of the error are behind interfaces of its own package, and may be nil.
func odataCode(e error) string {
	main, ok := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("GetErrorEscaped") })
	if !ok {
		return ""
	}
	code, _ := shape.Call(main, func(m interface{ GetCode() *string }) string { return *m.GetCode() })
	return code
}
