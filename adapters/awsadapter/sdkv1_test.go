package awsadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A v1Error has the methods of the errors of the SDK for Go v1, which
// proof/vendorproof/aws tests.
type v1Error struct {
	code   string
	status int
	orig   error
}

func (e *v1Error) Error() string     { return e.code + ": " + faults.CanaryMessage }
func (e *v1Error) Code() string      { return e.code }
func (e *v1Error) Message() string   { return faults.CanaryMessage }
func (e *v1Error) OrigErr() error    { return e.orig }
func (e *v1Error) StatusCode() int   { return e.status }
func (e *v1Error) RequestID() string { return "id-1" }

func TestV1(t *testing.T) {
	assert.Nil(t, awsadapter.Adapter{}.FromError(&v1Error{code: "Throttling", status: 400}), "of another vendor")
	defer awsadapter.V1Module("github.com/errand-go/errand/adapters/awsadapter_test")()

	refused := &url.Error{Op: "Post", URL: "https://h", Err: errors.New("connection refused")}
	cyclic := &v1Error{code: "X"}
	cyclic.orig = cyclic
	for name, tt := range map[string]struct {
		err    error
		kind   toolerr.Kind
		status int
		effect toolerr.Effect
	}{
		"a throttle":                       {&v1Error{code: "Throttling", status: 400}, toolerr.KindUpstreamRateLimit, 400, toolerr.EffectNone},
		"a throttle, below another":        {&v1Error{code: "MultipartUpload", orig: &v1Error{code: "SlowDown", status: 503}}, toolerr.KindUpstreamRateLimit, 503, toolerr.EffectNone},
		"an unread refusal":                {&v1Error{code: "SerializationError", status: 500, orig: &json.SyntaxError{}}, toolerr.KindUpstreamServerError, 500, toolerr.EffectUnknown},
		"an unread success":                {&v1Error{code: "SerializationError", status: 200, orig: &json.SyntaxError{}}, toolerr.KindUpstreamUnmapped, 0, toolerr.EffectUnknown},
		"an unread answer":                 {&v1Error{code: "ReadError"}, toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown},
		"the network":                      {&v1Error{code: "RequestError", orig: refused}, toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown},
		"a body that is late":              {&v1Error{code: "ResponseTimeout"}, toolerr.KindNetworkTransportTimeout, 0, toolerr.EffectUnknown},
		"the end of a context":             {&v1Error{code: "RequestCanceled", orig: context.DeadlineExceeded}, toolerr.KindNetworkTransportTimeout, 0, toolerr.EffectUnknown},
		"a context's end, without it":      {&v1Error{code: "RequestCanceled"}, toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectUnknown},
		"no region":                        {&v1Error{code: "MissingRegion"}, toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"a parameter":                      {&v1Error{code: "InvalidParameter"}, toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"a machine without a role":         {&v1Error{code: "EC2RoleRequestError", orig: &v1Error{code: "EC2MetadataError", status: 404}}, toolerr.KindToolFatal, 0, toolerr.EffectNone},
		"a machine without an explanation": {&v1Error{code: "EC2RoleRequestError", orig: &v1Error{code: "RequestError", orig: refused}}, toolerr.KindNetworkTransportUnmapped, 0, toolerr.EffectNone},
		"a waiter":                         {&v1Error{code: "ResourceNotReady"}, toolerr.KindUpstreamUnmapped, 0, toolerr.EffectNone},
		"a cycle":                          {cyclic, toolerr.KindToolFatal, 0, toolerr.EffectNone},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("upload: %w", tt.err))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.effect, te.Effect())
			assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
		})
	}

	te := adapt(t, &v1Error{code: "SSOProviderInvalidToken", orig: errors.New("expired")})
	require.True(t, te.RequiresUserAction())
	assert.Equal(t, "The AWS sign-in has ended. Ask the user to sign in again.", te.Hint().String())
}
