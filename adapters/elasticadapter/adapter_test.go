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

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the clients, with all fields: the library does not require them.
// conformance/vendorproof tests the real ones.
type (
	ErrorCause struct {
		CausedBy   *ErrorCause
		Metadata   map[string][]byte
		Reason     *string
		RootCause  []ErrorCause
		StackTrace *string
		Type       string
	}
	ElasticsearchError struct {
		ErrorCause ErrorCause
		Status     int
	}

	Err struct {
		RootCause []RootCause
		Type      string
		Reason    string
		CausedBy  *CausedBy
		Index     string
	}
	RootCause   struct{ Type, Reason string }
	CausedBy    struct{ Type, Reason string }
	StructError struct {
		Err    Err
		Status int
	}
	StringError struct {
		Err    string
		Status int
	}
	MessageError struct{ Message, Status string }
)

func (e ElasticsearchError) Error() string {
	return fmt.Sprintf("status: %d, failed: [%s], reason: %v", e.Status, e.ErrorCause.Type, *e.ErrorCause.Reason)
}

// As assigns nothing, like the client's.
func (ElasticsearchError) As(target any) bool {
	_, ok := target.(*ElasticsearchError)
	return ok
}

func (e ElasticsearchError) Is(err error) bool { return strings.HasPrefix(err.Error(), "status: ") }

func (e StructError) Error() string {
	return fmt.Sprintf("status: %d, type: %s, reason: %s", e.Status, e.Err.Type, e.Err.Reason)
}

func (e StringError) Error() string  { return fmt.Sprintf("status: %d, error: %s", e.Status, e.Err) }
func (e MessageError) Error() string { return "status: " + e.Status + ", message: " + e.Message }

// The errors of olivere's client, those that it makes with github.com/pkg/errors, and one
// of OpenSearch's client.
type (
	olivereError struct {
		Status  int
		Details *olivereDetails
	}
	olivereDetails struct{ Type, Reason string }
	ownError       struct{ text string }
	partialError   struct{}
)

func (e *olivereError) Error() string { return fmt.Sprintf("elastic: Error %d: %s", e.Status, reason) }
func (e *ownError) Error() string     { return e.text }
func (*partialError) Error() string   { return "bulk operation partially failed: " + reason }

func imitate(tb testing.TB) {
	tb.Helper()
	tb.Cleanup(elasticadapter.ImitateOlivere(shape.TypeOf(&olivereError{}), shape.TypeOf(&ownError{}), shape.TypeOf(&partialError{})))
	tb.Cleanup(elasticadapter.Imitate(shape.TypeOf(ElasticsearchError{}), shape.TypeOf(StructError{}), shape.TypeOf(StringError{}), shape.TypeOf(MessageError{})))
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	reason = "index [" + faults.CanaryResource + "] " + faults.CanaryMessage + " " + faults.CredentialBearer
)

func elastic(status int, typ string) *ElasticsearchError {
	return &ElasticsearchError{ErrorCause{Type: typ, Reason: go126.New(reason)}, status}
}

func openSearch(status int, typ string) *StructError {
	return &StructError{Err{Type: typ, Reason: reason, Index: faults.CanaryResource}, status}
}

var (
	errNotJSON = errors.New("failed to json unmarshal body")
	errEmpty   = errors.New("body is unexpectedly empty")
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := elasticadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	return te
}

type panics struct{}

func (panics) Error() string { panic("hostile") }

func TestForeignErrors(t *testing.T) {
	imitate(t)
	for _, err := range []error{
		errors.New("status: 404, failed: [index_not_found_exception], reason: x"),
		panics{},
		errNotJSON, errEmpty,
		fmt.Errorf("%w, status: abc", errNotJSON), fmt.Errorf("%w, status: 5", errEmpty), fmt.Errorf("%w: x", errNotJSON),
		(*ElasticsearchError)(nil), (*StructError)(nil),
	} {
		assert.Nil(t, elasticadapter.Adapter{}.FromError(err), "%T", err)
	}
}

// The clients call a transport directly, so its errors do not show that they come from an
// exchange.
func TestBrokenExchanges(t *testing.T) {
	imitate(t)
	for _, text := range []string{"an error happened during the Index query execution: %w", `"POST" "http://` + faults.CanaryHost + `/x": %w`} {
		err := fmt.Errorf("store: %w", fmt.Errorf(text, io.EOF))
		require.Nil(t, httpadapter.Adapter{}.FromError(err))
		te := adapt(t, err)
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
		assert.Equal(t, unknown, te.Effect())
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
		assert.Equal(t, none, refused.Effect())
		assert.Equal(t, "_elastic", refused.Service())
		assert.Equal(t, 404, adapt(t, fmt.Errorf(text, elastic(404, "index_not_found_exception"))).StatusCode(), "the server's error has more information")
	}
	for _, text := range []string{`"a" "http://h": %w`, `"POST": %w`, `"POST" "ftp": %w`, "an error happened during the night: %w", "an error happened during the x y query execution: %w"} {
		assert.Nil(t, elasticadapter.Adapter{}.FromError(fmt.Errorf(text, io.EOF)), text)
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
