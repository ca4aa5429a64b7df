package connectadapter_test

import (
	"errors"
	"fmt"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The types of Twirp's errors with all fields; proof/vendorproof tests the real
// client.
type (
	twerr struct {
		code, msg string
		meta      map[string]string
	}
	wrappedErr struct{ cause error }
)

func (e *twerr) Error() string          { return "twirp error " + e.code + ": " + e.msg }
func (e *twerr) Meta(key string) string { return e.meta[key] }
func (e *wrappedErr) Error() string     { return "twirp error internal: " + e.cause.Error() }
func (e *wrappedErr) Unwrap() error     { return e.cause }

func imitateTwirp(tb testing.TB) {
	tb.Helper()
	tb.Cleanup(connectadapter.ImitateTwirp(shape.TypeOf(&twerr{}), shape.TypeOf(&wrappedErr{})))
}

func TestTwirp(t *testing.T) {
	imitateTwirp(t)
	between := func(status string) error {
		return &twerr{"unavailable", faults.CanaryMessage, map[string]string{"http_error_from_intermediary": "true", "status_code": status}}
	}
	refused := &url.Error{Op: "Post", URL: "http://h", Err: errors.New("connection refused")}
	for name, tt := range map[string]struct {
		err    error
		kind   toolerr.Kind
		status int
		code   string
	}{
		"not_found":          {&twerr{code: "not_found", msg: faults.CanaryMessage}, toolerr.KindUpstreamNotFound, 0, "not_found"},
		"malformed":          {&twerr{code: "malformed", msg: faults.CanaryMessage}, toolerr.KindUpstreamBadRequest, 0, "malformed"},
		"bad_route":          {&twerr{code: "bad_route", msg: faults.CanaryMessage}, toolerr.KindUpstreamServerError, 0, "bad_route"},
		"no code":            {&twerr{}, toolerr.KindUpstreamUnmapped, 0, ""},
		"a proxy":            {between("401"), toolerr.KindUpstreamAuthError, 401, ""},
		"a proxy, no status": {between("x"), toolerr.KindUpstreamUnmapped, 0, ""},
		"an unread answer":   {&wrappedErr{errors.New(faults.CanaryMessage)}, toolerr.KindNetworkTransportUnmapped, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("call: %w", tt.err))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
		})
	}
	assert.Nil(t, connectadapter.Adapter{}.FromError(&wrappedErr{refused}), "httpadapter's")
	assert.Contains(t, adapt(t, between("503")).Error(), "Twirp")
}
