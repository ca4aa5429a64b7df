package spec

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// FromAnswer returns the error for an HTTP response that a program got without the vendor's
// client: the same error that [Adapter.FromError] returns for the client's error. err is
// its cause, and the options are applied last. FromAnswer returns nil for a success, which
// is a status below 300, unless Spec.Statuses contains the status or Spec.FailsWith2xx
// makes it a failure.
//
// FromAnswer does not check that the response is this vendor's; [Adapter.Recognise] does.
func (v *Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	a := v.read(err, status, header, body)
	if a == nil {
		return nil
	}
	a.last = append([]toolerr.Option{toolerr.WithVendorType(err)}, opts...)
	return v.result(a)
}

// read reads a response. It returns nil for a success.
func (v *Adapter) read(err error, status int, header http.Header, body []byte) *Answer {
	a := &Answer{Err: err, Status: status, Header: header, table: v.spec.Table}
	if code := header.Get(v.spec.CodeHeader); code != "" && v.spec.CodeHeader != "" {
		a.Codes = append(a.Codes, code)
	}
	if v.spec.Body != nil {
		a.Node = v.spec.Body(body)
	}
	coded := len(a.Codes) > 0
	if a.Node != nil {
		a.Type = v.spec.Errors[0].first()
		coded = v.spec.Errors[0].readBody(a) || coded
	}
	_, listed := v.spec.Statuses[status]
	if status >= 300 || listed || v.spec.FailsWith2xx && coded {
		if a.Refuser == nil && len(body) > 0 {
			a.Refuser = &httpadapter.Response{Status: status, Body: body, Refused: v.refused}
		}
		return a
	}
	return nil
}

// refused returns the refusal in a body.
func (v *Adapter) refused(body []byte) toolerr.Refusal {
	return refusal.Read(body, v.spec.Refusals.Read)
}

// Recognise returns the reason why a plain HTTP response is this vendor's, for people
// to read; "" if nothing shows that it is. host is the host of the request, in lower
// case and without a port; "" if unknown.
func (v *Adapter) Recognise(host string, header http.Header, body []byte) string {
	for _, h := range v.spec.Hosts {
		if rest, ok := strings.CutSuffix(host, h); ok && (rest == "" || strings.HasSuffix(rest, ".") && !v.tenant(rest)) {
			return "the host is " + h + " or below it"
		}
	}
	for _, h := range v.headers {
		if values := header[h.name]; len(values) > 0 && strings.HasPrefix(values[0], h.value) {
			return "the response has the header " + h.text
		}
	}
	if v.spec.Form != nil && v.spec.Form(header, body) {
		return "the body has a form that no other service's has"
	}
	return ""
}

// FormOf returns a function for [Spec.Form], which reports whether a body contains a text and
// decodes to a T of the vendor's form. The text, such as the name of a member, keeps most
// bodies from being decoded.
func FormOf[T any](text string, is func(T) bool) func(http.Header, []byte) bool {
	return func(_ http.Header, body []byte) bool { return bytes.Contains(body, []byte(text)) && is(JSON[T](body)) }
}

// tenant reports whether the labels before a host belong to a customer's service.
func (v *Adapter) tenant(labels string) bool {
	return slices.ContainsFunc(v.spec.Tenants, func(label string) bool { return strings.Contains("."+labels, "."+label+".") })
}

// plain reads the response that e carries. It returns nil if it is not the vendor's.
func (v *Adapter) plain(err, e error) *Answer {
	r, ok := httpadapter.ResponseOf(e)
	if !ok || v.Recognise(r.Host, r.Header, r.Body) == "" {
		return nil
	}
	a := v.read(err, r.Status, r.Header, r.Body)
	if a == nil {
		return nil
	}
	a.Method, a.URL = r.Method, r.URL
	a.last = []toolerr.Option{toolerr.WithVendorType(e)}
	return a
}
