package graphqladapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// TestAnswersAreTheClients: what a response means does not depend on the client.
func TestAnswersAreTheClients(t *testing.T) {
	err := errors.New(faults.CanaryCause)
	bodies := []string{
		coded("x"), coded("x", "NOT_FOUND"), coded("THROTTLED", "FORBIDDEN"), coded("THROTTLED", "INTERNAL_SERVER_ERROR"),
		`{"errors":[{"message":"x","path":["a"],"extensions":{"code":"BAD_USER_INPUT"}}]}`, `{"errors":[{"message":"x"}]}`,
	}
	for _, row := range (graphqladapter.Adapter{}).Table().Rows() {
		bodies = append(bodies, coded(row.VendorCode))
	}
	for _, body := range bodies {
		for _, status := range []int{200, 400, 401, 403, 404, 429, 500, 503} {
			got := graphqladapter.Adapter{}.FromAnswer(err, status, nil, []byte(body))
			meaning.Same(t, adapt(t, refuse(t, status, body)), got, fmt.Sprint(status, body))
			assert.ErrorIs(t, got.Cause(), err)
		}
	}
	typed := `{"data":null,"errors":[{"message":"x","type":"NOT_FOUND","path":["a"]}]}`
	want := adapt(t, &GraphQLError{Errors: []GraphQLErrorItem{{Type: "NOT_FOUND", Path: []any{"a"}}}})
	meaning.Same(t, want, graphqladapter.Adapter{}.FromAnswer(err, 200, nil, []byte(typed)), typed)
	for _, body := range []string{"", "{}", `{"data":{}}`, `{"errors":[]}`, `{"errors":null}`, `{"errors":"x"}`, "<html>"} {
		assert.Nil(t, graphqladapter.Adapter{}.FromAnswer(err, 200, nil, []byte(body)), body)
	}
}

// TestRecognised: the content type or the form of the body shows that a plain response
// is GraphQL's.
func TestRecognised(t *testing.T) {
	media := http.Header{"Content-Type": {"application/graphql-response+json; charset=utf-8"}}
	for name, tt := range map[string]struct {
		header  http.Header
		body    string
		service string
		code    string
		kind    toolerr.Kind
	}{
		"a code":              {nil, coded("THROTTLED"), "_graphql", "THROTTLED", rateLimit},
		"a location":          {nil, `{"errors":[{"message":"x","locations":[{"line":1,"column":2}]}],"data":null}`, "_graphql", "", badRequest},
		"a path":              {nil, `{"errors":[{"message":"x","path":["a",0],"type":"NOT_FOUND"}],"extensions":{}}`, "_graphql", "NOT_FOUND", notFound},
		"the content type":    {media, `{"errors":[{"message":"x"}]}`, "_graphql", "", badRequest},
		"no message":          {nil, `{"errors":[{"extensions":{"code":"FORBIDDEN"}}]}`, "_http", "", badRequest},
		"no place":            {nil, `{"errors":[{"message":"x"}]}`, "_http", "", badRequest},
		"a path as a string":  {nil, `{"errors":[{"message":"x","path":".body.name"}]}`, "_http", "", badRequest},
		"a list of a checker": {nil, `{"errors":[{"message":"x","path":["name"],"type":"any.required","context":{}}]}`, "_http", "", badRequest},
		"another member":      {nil, `{"message":"x","errors":[{"message":"x","path":["name"]}]}`, "_http", "", badRequest},
		"no list":             {nil, `{"errors":[]}`, "_http", "", badRequest},
		"no JSON":             {nil, `"errors"<html>`, "_http", "", badRequest},
	} {
		t.Run(name, func(t *testing.T) {
			chain := adapter.NewChain(graphqladapter.Adapter{}, httpadapter.Adapter{})
			header := tt.header.Clone()
			if header == nil {
				header = http.Header{}
			}
			header.Set("Retry-After", "7")
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: 400, Header: header, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: "acme.example"}},
			})
			te, ok := toolerr.Find(chain.Adapt(t.Context(), err))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, 400, te.StatusCode())
			if wait, _ := te.RetryAfter(); tt.kind == rateLimit {
				assert.Equal(t, 7*time.Second, wait)
			}
		})
	}
}

// FuzzFromAnswer reads responses that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(400, []byte(coded("FORBIDDEN")))
	f.Add(200, []byte(`{"errors":[{"type":"NOT_FOUND","path":["a"]},null,{"extensions":{"code":7}}]}`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := graphqladapter.Adapter{}.FromAnswer(errors.New("x"), status, nil, body)
		if te != nil {
			assert.Equal(t, "_graphql", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
