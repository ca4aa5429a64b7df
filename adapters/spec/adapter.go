package spec

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/typecache"
	"github.com/errand-go/errand/toolerr"
)

// An Adapter adapts the errors that a [Spec] describes. It is an
// [adapter.Adapter], and safe for concurrent use.
type Adapter struct {
	spec    Spec
	headers []header
	types   *typecache.Cache[form]

	service, display toolerr.Option // those of every error
}

var (
	_ adapter.Tabled    = (*Adapter)(nil)
	_ adapter.Selective = (*Adapter)(nil)
	_ adapter.Locatable = (*Adapter)(nil)
)

// Of returns the spec of an adapter, which also reads plain HTTP responses and has the
// table; nil if the adapter has no spec of this package.
func Of(a adapter.Adapter) *Adapter {
	v, _ := adapter.As[*Adapter](a)
	return v
}

// A form determines how errors of one Go type are read. At most one member is set.
type form struct {
	reader   *Error
	text     bool // a type of package errors or fmt
	response bool // it carries an HTTP response
}

// A header is an item of Spec.Headers.
type header struct{ text, name, value string }

// New returns the adapter of a spec. A code in Statuses, Weak or Error.Code that
// the table does not list, a path that leads to no field in any of Error.Values, and a Body
// without Errors, are programming errors and panic.
func New(s Spec) *Adapter {
	s.Errors = slices.Clone(s.Errors)
	v := &Adapter{
		spec: s, service: toolerr.WithService(s.Table.Slug()),
		display: toolerr.WithUpstreamName(toolerr.Ident(s.Table.Display())),
	}
	for _, h := range s.Headers {
		name, value, _ := strings.Cut(h, ": ")
		v.headers = append(v.headers, header{http.CanonicalHeaderKey(name) + h[len(name):], http.CanonicalHeaderKey(name), value})
	}
	v.check()
	v.types = typecache.New(v.form)
	return v
}

// check panics if New does not accept the spec.
func (v *Adapter) check() {
	if v.spec.Body != nil && len(v.spec.Errors) == 0 {
		panic("spec: " + v.Slug() + " decodes bodies, and has no paths to read them by")
	}
	codes := slices.Clone(v.spec.Weak)
	for _, code := range v.spec.Statuses {
		codes = append(codes, code)
	}
	for _, e := range v.spec.Errors {
		if e.Code != "" {
			codes = append(codes, e.Code)
		}
		var known []reflect.Type
		for _, value := range e.Values {
			known = append(known, reflect.TypeOf(value))
		}
		if lack := e.Lack(known...); lack != "" {
			panic("spec: " + v.Slug() + ": " + lack)
		}
	}
	for _, code := range codes {
		if _, ok := v.spec.Table.Lookup(code); !ok {
			panic("spec: the table of " + v.Slug() + " does not list " + code)
		}
	}
}

// Imitate returns a copy of the adapter that reads errors of the type standIn in place of
// those of the type of. Use it in tests without the vendor's client.
func (v *Adapter) Imitate(of, standIn shape.Type) *Adapter {
	s := v.spec
	s.Errors = slices.Clone(s.Errors)
	for i, e := range s.Errors {
		if at := slices.Index(e.Types, of); at >= 0 {
			s.Errors[i].Types = slices.Clone(e.Types)
			s.Errors[i].Types[at] = standIn
		}
	}
	return New(s)
}

// Spec returns the spec from which the adapter was made.
func (v *Adapter) Spec() Spec { return v.spec }

// Slug returns the slug of the vendor's table.
func (v *Adapter) Slug() string { return v.spec.Table.Slug() }

// Table returns the vendor's table.
func (v *Adapter) Table() adapter.Table { return v.spec.Table }

// OverHTTP reports whether the vendor is called over HTTP. If it is, a recorded exchange can
// supply the status that an error has lost.
func (v *Adapter) OverHTTP() bool { return !v.spec.NoHTTP }

// FromError returns the error that err becomes, or nil if no error in its tree is the
// vendor's.
func (v *Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	if v.spec.Tree != nil {
		if a := v.spec.Tree(err); a != nil {
			a.Err, a.table, a.client = err, v.spec.Table, true
			return v.result(a)
		}
		if len(v.spec.Errors) == 0 {
			return nil
		}
	}
	var fallback *Answer
	for e := range adapter.Tree(err) {
		a := v.answer(err, e)
		switch {
		case a == nil:
		case !a.Fallback:
			return v.result(a)
		case fallback == nil:
			fallback = a
		}
	}
	if fallback == nil {
		return nil
	}
	return v.result(fallback)
}

// Reads reports whether an error of a Go type may be the vendor's; see
// [adapter.Selective]. Texts and plain responses are found by [Adapter.Signs].
func (v *Adapter) Reads(t reflect.Type) bool {
	f := v.types.OfType(t)
	return f.reader != nil || f.text && v.spec.Begins == nil || v.spec.Tree != nil && (v.spec.TreeReads == nil || v.spec.TreeReads(t))
}

// Signs describes the texts and the plain responses that are the vendor's; see
// [adapter.Locatable].
func (v *Adapter) Signs() adapter.Signs {
	s := adapter.Signs{Texts: v.spec.Begins, Hosts: v.spec.Hosts, Members: v.spec.Members, Responses: v.spec.Form != nil && len(v.spec.Members) == 0}
	for _, h := range v.headers {
		s.Headers = append(s.Headers, h.text)
	}
	return s
}

// answer reads e, an error in the tree of err. It returns nil if e is not the vendor's.
func (v *Adapter) answer(err, e error) *Answer {
	f := v.types.Of(e)
	switch {
	case f.reader != nil:
		if f.reader.Unread && (httpadapter.Adapter{}).FromError(e) != nil {
			return nil
		}
		a := &Answer{
			Err: err, Node: e, Type: f.reader.first(), Unread: f.reader.Unread, Fallback: f.reader.Fallback,
			table: v.spec.Table,
		}
		if f.reader.read(a) {
			return a
		}
	case f.text:
		if a := v.spec.Text(e); a != nil {
			a.Err, a.Node, a.table, a.client = err, e, v.spec.Table, true
			if a.Lost == nil && a.LostText != "" {
				a.Lost = base.Lost(a.LostText)
			}
			a.Fallback = a.Fallback || a.Lost != nil
			return a
		}
	case f.response:
		return v.plain(err, e)
	}
	return nil
}

// form returns the form of a Go type.
func (v *Adapter) form(t reflect.Type) form {
	if errtree.IsPlain(t) {
		return form{text: v.spec.Text != nil}
	}
	for i := range v.spec.Errors {
		if e := &v.spec.Errors[i]; e.Matches(t) {
			return form{reader: e}
		}
	}
	return form{response: v.readsResponses() && base.Responses.In(t)}
}

// readsResponses reports whether the spec can identify the vendor of a plain response.
func (v *Adapter) readsResponses() bool {
	return len(v.spec.Hosts)+len(v.spec.Headers) > 0 || v.spec.Form != nil
}
