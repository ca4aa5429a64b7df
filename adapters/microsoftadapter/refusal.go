package microsoftadapter

import (
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var rawResponse = shape.NewGetter[*http.Response]("RawResponse")

// refusal returns the refusal in a body. It uses only a body that azcore has read: azcore
// returns its bytes, and a second reader would take them from the first (azcore v1.24.0,
// internal/exported, Payload).
func refused(node any) toolerr.Refusal {
	if plain, ok := node.(response); ok {
		return refusal.Read(plain.body)
	}
	raw, ok := rawResponse.Of(node)
	if !ok {
		return toolerr.Refusal{}
	}
	body, _ := shape.Call(raw.Body, func(b interface{ Bytes() []byte }) []byte { return b.Bytes() })
	return refusal.Read(body)
}

// The methods of an ODataError's MainError and of its details, which are interfaces in each
// client's package (msgraph-sdk-go v1.89.0, models/odataerrors).
type detail interface {
	GetCode() *string
	GetTarget() *string
	GetMessage() *string
}

// generatedRefusal returns the refusal in an ODataError.
func generatedRefusal(node any) toolerr.Refusal {
	main, _ := shape.Result(node, func(v reflect.Value) reflect.Value { return v.MethodByName("GetErrorEscaped") })
	e := readDetail(main)
	details, _ := shape.Result(main, func(v reflect.Value) reflect.Value { return v.MethodByName("GetDetails") })
	for d := range shape.Items(details, "") {
		e.Details = append(e.Details, readDetail(d))
	}
	return e.Refusal()
}

func readDetail(x any) refusal.MicrosoftError {
	text := func(of func(detail) *string) string {
		s, _ := shape.Call(x, func(d detail) string { return *of(d) })
		return s
	}
	return refusal.MicrosoftError{Code: text(detail.GetCode), Target: text(detail.GetTarget), Message: text(detail.GetMessage)}
}
