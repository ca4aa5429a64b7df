package cloudflareadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/cloudflareadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns that the record exists, but not which record.
func ExampleAdapter() {
	const body = `{"success":false,"errors":[{"code":81057,"message":"Record already exists."}],"messages":[],"result":null}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 400, Request: httptest.NewRequest("POST", "https://api.cloudflare.com/client/v4/zones/023e/dns_records", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	fmt.Println(toolerr.Result(nil, cloudflareadapter.Adapter{}.FromError(err)))
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
