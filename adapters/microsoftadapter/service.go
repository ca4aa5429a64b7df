package microsoftadapter

import (
	"bytes"
	"cmp"
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
)

// A response is a decoded body, with the field of azcore's ResponseError that has the
// code.
type response struct {
	ErrorCode string

	operation bool   // of a long-running operation that failed or was cancelled
	authority []byte // the body of a response to a request for a token
	body      []byte
}

// decode reads a body as azcore does: the code is a member of JSON or an element of
// XML. An error that is a string instead of an object is the authority's (RFC 6749
// section 5.2).
func decode(body []byte) response {
	if spec.JSON[struct{ Error string }](body).Error != "" {
		return response{authority: body}
	}
	type coded struct{ Code string }
	members := spec.JSON[struct {
		Error  coded
		OData  coded `json:"odata.error"`
		Code   string
		Status string
	}](body)
	code := cmp.Or(members.Error.Code, members.OData.Code, members.Code, element(body))
	return response{ErrorCode: code, body: body, operation: code != "" && (members.Status == "Failed" || members.Status == "Canceled")}
}

// element returns the text of the XML element that has the code.
func element(body []byte) string {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return ""
	}
	for _, name := range [...]string{"<Code>", "<code>"} {
		if _, after, ok := bytes.Cut(body, []byte(name)); ok {
			text, _, _ := bytes.Cut(after, []byte("<"))
			return string(bytes.TrimSpace(text))
		}
	}
	return ""
}

// readService reads an error of a service, and decoded bodies: which are those of a
// failure, and which are the authority's.
func readService(a *spec.Answer) bool {
	body, plain := a.Node.(response)
	if body.authority != nil {
		readToken(a, body.authority)
		return !a.Succeeded()
	}
	setEffect(a)
	return !plain || !a.Succeeded() || body.operation
}

// headers is how the clients that Kiota generates keep those of a response.
type headers interface {
	ListKeys() []string
	Get(key string) []string
}

// generated is a method that the errors of these clients have from ApiError
// (kiota-abstractions-go v1.9.3), which they embed. Its fields distinguish them from
// others with such a method.
type generated interface{ GetStatusCode() int }

var (
	headersOf = shape.NewGetter[headers]("ResponseHeaders")
	statusOf  = shape.NewGetter[int]("ResponseStatusCode")
)

// readGenerated reads the headers, which are behind a type that cannot be named, and
// the code of an ODataError, which is behind interfaces of its package.
func readGenerated(a *spec.Answer) (ok bool) {
	if a.Status, ok = statusOf.Of(a.Node); !ok {
		return false
	}
	kept, _ := headersOf.Of(a.Node)
	a.Header, _ = shape.Call(kept, func(h headers) http.Header {
		all := make(http.Header)
		for _, name := range h.ListKeys() {
			all[http.CanonicalHeaderKey(name)] = h.Get(name)
		}
		return all
	})
	main, _ := shape.Result(a.Node, func(v reflect.Value) reflect.Value { return v.MethodByName("GetErrorEscaped") })
	if code, ok := shape.Call(main, func(m interface{ GetCode() *string }) string { return *m.GetCode() }); ok {
		a.Codes = append(a.Codes, code)
	}
	setEffect(a)
	return true
}
