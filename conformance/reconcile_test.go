package conformance_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
)

func TestReconcilingMustNotChangeAnything(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	client := &http.Client{Transport: httpadapter.NewTransport(nil)}
	by := func(method string) func(context.Context) error {
		return func(ctx context.Context) error {
			req, err := http.NewRequestWithContext(ctx, method, s.URL+"/v1/payments?key=secret", strings.NewReader(""))
			require.NoError(t, err)
			resp, err := client.Do(req)
			if err == nil {
				_ = resp.Body.Close()
			}
			return err
		}
	}
	assert.Empty(t, conformance.Reconciling(t.Context(), by(http.MethodGet)))
	assert.Equal(t, []string{"POST " + s.URL + "/v1/payments"}, conformance.Reconciling(t.Context(), by(http.MethodPost)))
	assert.Empty(t, conformance.Reconciling(t.Context(), func(context.Context) error { panic("x") }))
}
