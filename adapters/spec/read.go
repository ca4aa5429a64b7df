package spec

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Matches reports whether errors of a Go type are described by e.
func (e *Error) Matches(t reflect.Type) bool {
	name := shape.OfType(t)
	is := func(value error) bool { return shape.TypeOf(value) == name }
	return slices.Contains(e.Types, name) || slices.ContainsFunc(e.Values, is) || slices.ContainsFunc(e.Implements, t.Implements)
}

// Lack returns why one of the paths leads nowhere in errors of those of the types that match
// e: "no field Code in acme.Error, which has Status, Reason". It returns "" if each path
// leads to a field of at least one type, or if no type matches.
func (e *Error) Lack(types ...reflect.Type) (lack string) {
	for _, path := range append([]string{e.Status, e.Header, e.Response, e.RequestID, e.Method, e.URL, e.Wait}, e.Codes...) {
		for _, t := range types {
			if !e.Matches(t) {
				continue
			}
			if lack = shape.Lacks(t, path); lack == "" {
				break
			}
		}
		if lack != "" {
			break
		}
	}
	return lack
}

// maxWait is the longest wait that is read, in seconds, because no error has a longer one.
const maxWait = 24 * 60 * 60

// at returns the value of x at a path, or the zero T, also for an empty path.
func at[T any](x any, path string) (value T) {
	if path != "" {
		value, _ = shape.Field[T](x, path)
	}
	return value
}

// first returns the first of the types, or the zero Type.
func (e *Error) first() (t shape.Type) {
	switch {
	case len(e.Types) > 0:
		t = e.Types[0]
	case len(e.Values) > 0:
		t = shape.TypeOf(e.Values[0])
	}
	return t
}

// read fills a from its node, and reports whether the node is the vendor's.
func (e *Error) read(a *Answer) bool {
	if response := at[*http.Response](a.Node, e.Response); response != nil {
		a.SetResponse(response)
	}
	if status := at[int](a.Node, e.Status); status != 0 {
		a.Status = status
	}
	if header := at[http.Header](a.Node, e.Header); header != nil {
		a.Header = header
	}
	if url := at[string](a.Node, e.URL); url != "" {
		a.Method, a.URL = at[string](a.Node, e.Method), url
	}
	if e.Refusal != nil {
		a.Refuser = refuser{a.Node, e.Refusal}
	}
	return e.readBody(a)
}

// A refuser reads the refusal from a client's error.
type refuser struct {
	node any
	read func(any) toolerr.Refusal
}

// Refusal returns the refusal in the node.
func (r refuser) Refusal() toolerr.Refusal { return r.read(r.node) }

// readBody also reads a decoded body: codes, wait and request id.
func (e *Error) readBody(a *Answer) bool {
	if e.Code != "" {
		a.Is(e.Code)
	}
	for _, path := range e.Codes {
		a.Codes = addCodes(a.Codes, a.Node, path)
	}
	if wait := e.waitOf(a.Node); wait > 0 {
		a.WaitFor(wait)
	}
	if id := at[string](a.Node, e.RequestID); id != "" {
		a.RequestID = id
	}
	return e.Read == nil || e.Read(a)
}

var duration = shape.TypeOf(time.Duration(0))

// waitOf returns the wait of x, or 0.
func (e *Error) waitOf(x any) time.Duration {
	if e.Wait != "" && shape.FieldType(x, e.Wait) == duration {
		wait, _ := shape.Field[time.Duration](x, e.Wait)
		return wait
	}
	return time.Duration(max(0, min(at[float64](x, e.Wait), maxWait)) * float64(time.Second))
}

// addCodes appends the codes of x at a path to codes, without empty ones.
func addCodes(codes []string, x any, path string) []string {
	items, rest, many := strings.Cut(path, "[]")
	if !many {
		if code, _ := shape.Field[string](x, path); code != "" {
			codes = append(codes, code)
		}
		return codes
	}
	for item := range shape.Items(x, items) {
		codes = addCodes(codes, item, strings.TrimPrefix(rest, "."))
	}
	return codes
}
