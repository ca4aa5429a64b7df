package conformance

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

func lawType(r *run) []Finding {
	return r.each(func(s specimen) string {
		if s.answer.Extra().GoType == "" {
			return "no go_type, the error is " + typeName(s.err)
		}
		return ""
	})
}

func lawEndpoint(r *run) []Finding {
	return r.each(func(s specimen) string {
		asked, x := requests(s.err), s.answer.Extra()
		shown := func(a request) bool { return x.Endpoint == a.endpoint && strings.EqualFold(x.HTTPMethod, a.method) }
		if len(asked) == 0 || slices.ContainsFunc(asked, shown) {
			return ""
		}
		return fmt.Sprintf("%q, the error shows %q", strings.TrimSpace(x.HTTPMethod+" "+x.Endpoint), asked)
	})
}

func lawDeveloper(r *run) []Finding {
	said := map[string]specimen{} // the first error with a developer message
	return r.each(func(s specimen) string {
		got := s.answer.DeveloperMessage()
		first, again := said[got]
		if !again {
			said[got] = s
		} else if meansAnother(first.answer, s.answer) && !quotes(got, s.err) {
			return fmt.Sprintf("%q, as on %s, which is something else", got, first.name)
		}
		return ""
	})
}

// meansAnother reports whether two answers are about different failures: their status or
// code differs, or else their kind. A kind can differ because of a header that no text
// shows.
func meansAnother(a, b *toolerr.ToolRuntimeError) bool {
	if a.Answered() || b.Answered() {
		return a.StatusCode() != b.StatusCode() || a.Extra().VendorCode != b.Extra().VendorCode
	}
	return a.Kind() != b.Kind()
}

// quotes reports whether a developer message equals the redacted text of an error in the
// tree, or whether an error has no text.
func quotes(message string, err error) bool {
	for e := range adapter.Tree(err) {
		says := text(e)
		if says == "" || says == noText || strings.Contains(message, toolerr.Fatal(toolerr.Message{}, toolerr.WithDeveloperMessage(says)).DeveloperMessage()) {
			return true
		}
	}
	return false
}

// unparsed reports whether err is about a URL that could not be parsed.
func unparsed(err error) bool {
	x, ok := err.(*url.Error) //nolint:errorlint // one node of a walk
	return ok && x.Op == "parse"
}

// A request is the method and endpoint in an error.
type request struct{ method, endpoint string }

func (r request) String() string { return r.method + " " + r.endpoint }

// requests returns the requests in the errors of a tree: those of *url.Error, and of errors
// with an exported field that is a request or its response.
func requests(err error) (all []request) {
	add := func(method, rawURL string) {
		if endpoint := redact.Endpoint(rawURL); strings.Contains(endpoint, "://") { // not a relative one
			all = append(all, request{method, endpoint})
		}
	}
	for e := range adapter.Tree(err) {
		if x, ok := e.(*url.Error); ok && !unparsed(e) { //nolint:errorlint // one node of a walk
			add(x.Op, x.URL)
		}
		if r := requestOf(reflect.ValueOf(e), 4); r != nil && r.URL != nil {
			method := r.Method
			if method == "" {
				method = http.MethodGet
			}
			add(method, r.URL.String())
		}
	}
	return all
}

// requestOf returns the request in the exported fields of v, up to depth levels deep, or
// nil. An error in a field counts only if it is embedded.
func requestOf(v reflect.Value, depth int) *http.Request {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if depth == 0 || v.Kind() != reflect.Struct {
		return nil
	}
	for i := range v.NumField() {
		field, f := v.Type().Field(i), v.Field(i)
		if !f.CanInterface() {
			continue
		}
		switch x := f.Interface().(type) {
		case *http.Request:
			if x != nil {
				return x
			}
			continue
		case *http.Response:
			if x != nil && x.Request != nil {
				return x.Request
			}
			continue
		case error:
			if !field.Anonymous { // the vendor decides whether it is in the tree
				continue
			}
		}
		if r := requestOf(f, depth-1); r != nil {
			return r
		}
	}
	return nil
}
