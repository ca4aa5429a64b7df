package elasticadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

var (
	errNotJSON = errors.New("failed to json unmarshal body")
	errEmpty   = errors.New("body is unexpectedly empty")
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := elasticadapter.Adapter.FromError(err)
	require.NotNil(t, te)
	return te
}

type panics struct{}

func (panics) Error() string { panic("hostile") }

func TestForeignErrors(t *testing.T) {
	for _, err := range []error{
		errors.New("status: 404, failed: [index_not_found_exception], reason: x"),
		panics{},
		errNotJSON, errEmpty,
		fmt.Errorf("%w, status: abc", errNotJSON), fmt.Errorf("%w, status: 5", errEmpty), fmt.Errorf("%w: x", errNotJSON),
	} {
		assert.Nil(t, elasticadapter.Adapter.FromError(err), "%T", err)
	}
}

// The clients call a transport directly, so its errors do not show that they come from an
// exchange.
func TestBrokenExchanges(t *testing.T) {
	for _, text := range []string{"an error happened during the Index query execution: %w", `"POST" "http://` + faults.CanaryHost + `/x": %w`} {
		err := fmt.Errorf("store: %w", fmt.Errorf(text, io.EOF))
		require.Nil(t, httpadapter.Adapter{}.FromError(err))
		te := adapt(t, err)
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
		assert.Equal(t, toolerr.EffectUnknown, te.Effect())
		assert.Equal(t, err, te.Cause())
		assert.Equal(t, err.Error(), te.DeveloperMessage())
		assert.Equal(t, "_elastic", te.Service())
		assert.Empty(t, te.Extra().Endpoint+te.Extra().HTTPMethod)

		late := adapt(t, fmt.Errorf(text, context.DeadlineExceeded))
		assert.Equal(t, toolerr.KindNetworkTransportTimeout, late.Kind())
		assert.Equal(t, toolerr.KindNetworkTransportUnmapped, adapt(t, fmt.Errorf(text, errors.New("x"))).Kind())
		joined := fmt.Errorf("%w\n%w", err, errors.New("y"))
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, adapt(t, joined).Kind())

		refused := adapt(t, fmt.Errorf(text, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}))
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, refused.Kind())
		assert.Equal(t, toolerr.EffectNone, refused.Effect())
		assert.Equal(t, "_elastic", refused.Service())
	}
	for _, text := range []string{`"a" "http://h": %w`, `"POST": %w`, `"POST" "ftp": %w`, "an error happened during the night: %w", "an error happened during the x y query execution: %w"} {
		assert.Nil(t, elasticadapter.Adapter.FromError(fmt.Errorf(text, io.EOF)), text)
	}
}

// FuzzReadText reads texts that begin like those of the clients.
func FuzzReadText(f *testing.F) {
	f.Add("failed to json unmarshal body, status: 502, body: x")
	f.Add("body is unexpectedly empty, status: 503 Service Unavailable")
	f.Add("body is unexpectedly empty, status: \xff")
	f.Add("an error happened during the Index query execution: EOF")
	f.Add(`"POST" "http://h/x": EOF`)
	f.Fuzz(func(t *testing.T, text string) {
		a := elasticadapter.ReadText(fmt.Errorf("%w", errors.New(text)))
		if a == nil {
			return
		}
		if a.Status != 0 {
			assert.Contains(t, text, fmt.Sprintf(", status: %03d", a.Status))
		}
		if a.Lost != nil {
			assert.True(t, strings.Contains(text, " query execution: ") || strings.Contains(text, `" "http`), text)
		}
	})
}
