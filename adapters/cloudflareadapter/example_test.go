package cloudflareadapter_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/cloudflareadapter"
	"github.com/errand-go/errand/toolerr"
)

// RequestError has the fields of the client's that are needed here: the library does not
// require it. proof/fieldproof tests the real one.
type RequestError struct {
	cloudflareError *Details
}

// Details has Cloudflare's response.
type Details struct {
	StatusCode int
	ErrorCodes []int
}

func (e *RequestError) Error() string { return fmt.Sprint(e.cloudflareError.ErrorCodes) }

func (e *RequestError) ErrorCodes() []int { return e.cloudflareError.ErrorCodes }

// The model learns that the record exists, but not which record.
func ExampleAdapter() {
	// Only this test needs the call: RequestError replaces the client's type.
	defer cloudflareadapter.Imitate(shape.TypeOf(&RequestError{}))()
	err := fmt.Errorf("add www.example.com: %w", &RequestError{&Details{StatusCode: 400, ErrorCodes: []int{81057}}})

	te := cloudflareadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"The zone has this DNS record already.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_cloudflare","vendor_code":"81057","hint":"Nothing has to be done if its content is right; otherwise change that record."}
}

func TestTexts(t *testing.T) {
	for text, want := range map[string]toolerr.Kind{
		"exceeded available rate limit retries":                                           toolerr.KindUpstreamRateLimit,
		"received service unavailable response (HTTP 503), please try again later":        toolerr.KindUpstreamServerError,
		"received  response (HTTP 522), please try again later":                           toolerr.KindUpstreamServerError,
		"received service unavailable response (HTTP 50), please try again later":         "",
		"we received service unavailable response (HTTP 503), please try again later":     "",
		"exceeded available rate limit retries of another client":                         "",
		"received service unavailable response (HTTP 503), please try again later, maybe": "",
	} {
		te := cloudflareadapter.Adapter{}.FromError(errors.New(text))
		if want == "" {
			assert.Nil(t, te, text)
			continue
		}
		if assert.NotNil(t, te, text) {
			assert.Equal(t, want, te.Kind(), text)
		}
	}
}
