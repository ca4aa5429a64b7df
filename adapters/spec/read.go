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

// A reader reads the errors of one [Error].
type reader struct {
	spec                   Error
	codes                  []words
	status                 *shape.Getter[int]
	wait                   *shape.Getter[float64]
	header                 *shape.Getter[http.Header]
	response               *shape.Getter[*http.Response]
	requestID, method, url *shape.Getter[string]
}

// Matches reports whether errors of a Go type are described by e.
func (e Error) Matches(t reflect.Type) bool {
	name := shape.OfType(t)
	is := func(value error) bool { return shape.TypeOf(value) == name }
	return slices.Contains(e.Types, name) || slices.ContainsFunc(e.Values, is) || slices.ContainsFunc(e.Implements, t.Implements)
}

// Lack returns why one of the paths leads nowhere in errors of those of the types that match
// e: "no field Code in acme.Error, which has Status, Reason". It returns "" if each path
// leads to a field of at least one type, or if no type matches.
func (e Error) Lack(types ...reflect.Type) (lack string) {
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

func newReader(e Error) *reader {
	r := &reader{
		spec: e, status: getter[int](e.Status), wait: getter[float64](e.Wait),
		header: getter[http.Header](e.Header), response: getter[*http.Response](e.Response),
		requestID: getter[string](e.RequestID), method: getter[string](e.Method), url: getter[string](e.URL),
	}
	for _, path := range e.Codes {
		r.codes = append(r.codes, newWords(path))
	}
	return r
}

// maxWait is the longest wait that is read, in seconds, because no error has a longer one.
const maxWait = 24 * 60 * 60

// getter returns nil for an empty path.
func getter[T any](path string) *shape.Getter[T] {
	if path == "" {
		return nil
	}
	return shape.NewGetter[T](path)
}

// at returns the value of x at a path, or the zero T.
func at[T any](g *shape.Getter[T], x any) (value T) {
	if g != nil {
		value, _ = g.Of(x)
	}
	return value
}

// first returns the first of the reader's types, or the zero Type.
func (r *reader) first() (t shape.Type) {
	switch {
	case len(r.spec.Types) > 0:
		t = r.spec.Types[0]
	case len(r.spec.Values) > 0:
		t = shape.TypeOf(r.spec.Values[0])
	}
	return t
}

// read fills a from its node, and reports whether the node is the vendor's.
func (r *reader) read(a *Answer) bool {
	if response := at(r.response, a.Node); response != nil {
		a.SetResponse(response)
	}
	if status := at(r.status, a.Node); status != 0 {
		a.Status = status
	}
	if header := at(r.header, a.Node); header != nil {
		a.Header = header
	}
	if url := at(r.url, a.Node); url != "" {
		a.Method, a.URL = at(r.method, a.Node), url
	}
	if r.spec.Refusal != nil {
		a.Refuser = refuser{a.Node, r.spec.Refusal}
	}
	return r.readBody(a)
}

// A refuser reads the refusal from a client's error.
type refuser struct {
	node any
	read func(any) toolerr.Refusal
}

// Refusal returns the refusal in the node.
func (r refuser) Refusal() toolerr.Refusal { return r.read(r.node) }

// readBody also reads a decoded body: codes, wait and request id.
func (r *reader) readBody(a *Answer) bool {
	if r.spec.Code != "" {
		a.Is(r.spec.Code)
	}
	for i := range r.codes {
		a.Codes = r.codes[i].of(a.Node, a.Codes)
	}
	if wait := r.waitOf(a.Node); wait > 0 {
		a.WaitFor(wait)
	}
	if id := at(r.requestID, a.Node); id != "" {
		a.RequestID = id
	}
	return r.spec.Read == nil || r.spec.Read(a)
}

var duration = shape.TypeOf(time.Duration(0))

// waitOf returns the wait of x, or 0.
func (r *reader) waitOf(x any) time.Duration {
	if r.wait != nil && shape.FieldType(x, r.spec.Wait) == duration {
		wait, _ := shape.Field[time.Duration](x, r.spec.Wait)
		return wait
	}
	return time.Duration(max(0, min(at(r.wait, x), maxWait)) * float64(time.Second))
}

// words reads the codes at one path, which may be several.
type words struct {
	items string // the path of a slice
	many  bool
	word  *shape.Getter[string]
}

func newWords(path string) words {
	items, rest, many := strings.Cut(path, "[]")
	if !many {
		return words{word: shape.NewGetter[string](path)}
	}
	return words{items: items, many: true, word: shape.NewGetter[string](strings.TrimPrefix(rest, "."))}
}

// of appends the codes of x to codes, without empty ones.
func (w *words) of(x any, codes []string) []string {
	add := func(x any) {
		if word, _ := w.word.Of(x); word != "" {
			codes = append(codes, word)
		}
	}
	if !w.many {
		add(x)
		return codes
	}
	for item := range shape.Items(x, w.items) {
		add(item)
	}
	return codes
}
