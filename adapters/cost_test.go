package adapters_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/toolerr"
)

// foreign returns an error that no adapter recognises.
func foreign() error { return fmt.Errorf("x: %w", fmt.Errorf("y: %w", errors.New("z"))) }

// privateError is an error type of a program.
type privateError struct{ Code, Message string }

func (*privateError) Error() string { return "private" }

// An adapter that declines an error does not allocate. Only the adapter for HTTP recognises
// an exchange that ended early.
func TestAForeignErrorCostsNothing(t *testing.T) {
	lost := fmt.Errorf("x: %w", &url.Error{Op: "Get", URL: "http://h/", Err: fmt.Errorf("a: %w", errors.New("y"))})
	for name, err := range map[string]error{
		"nil": nil, "wrapped": foreign(), "joined": errors.Join(foreign(), errors.New("z")), "a type of its own": &privateError{"x", "y"}, "lost": lost,
	} {
		for _, a := range append(adapters.All(), googleadapter.Adapter{Decoding: true}) {
			if name == "lost" && a.Slug() == "_http" {
				continue
			}
			assert.Nil(t, a.FromError(err), "%s: %s", name, a.Slug())
			assert.Zero(t, testing.AllocsPerRun(100, func() { _ = a.FromError(err) }), "%s: %s", name, a.Slug())
		}
	}
}

// The cost of all adapters together, including the two allocations of the resulting error.
// AWS's adapter, like others, allocates an answer first, and a slice of codes.
func TestAdaptingIsCheap(t *testing.T) {
	response := &smithyhttp.Response{Response: &http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"30"}}}}
	chain, ctx := adapters.Default().For("tool"), t.Context()
	for name, tt := range map[string]struct {
		err    error
		atMost float64
	}{
		"unknown":       {foreign(), 2},
		"429":           {tooMany(), 2},
		"429 of AWS":    {&smithyhttp.ResponseError{Response: response, Err: errors.New("slow down")}, 3},
		"a code of AWS": {&smithyhttp.ResponseError{Response: response, Err: &smithy.GenericAPIError{Code: "ThrottlingException"}}, 5},
	} {
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { sinkErr = chain.Adapt(ctx, tt.err) }), tt.atMost, name)
	}
}

// tooMany returns the error of a 429 with a wait.
func tooMany() error {
	return plain(http.MethodGet, "https://api.example.com/v1/items/8841?q=x", 429, http.Header{"Retry-After": {"30"}}, "")
}

// The bytes of a payload need one allocation besides those of the error.
func TestAPayloadIsCheap(t *testing.T) {
	err, chain, ctx := tooMany(), adapters.Default().For("tool"), t.Context()
	adapted := testing.AllocsPerRun(100, func() { sinkErr = chain.Adapt(ctx, err) })
	encoded := testing.AllocsPerRun(100, func() { sinkBytes = toolerr.Result(nil, chain.Adapt(ctx, err)).AppendJSON(nil) })
	assert.LessOrEqual(t, encoded-adapted, 1.0)
	assert.Contains(t, string(sinkBytes), `"retry_after_ms":30000`)
}

var (
	sinkErr   error
	sinkBytes []byte
)
