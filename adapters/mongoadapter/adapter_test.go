package mongoadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the driver, with all fields: the library does not require it.
// conformance/vendorproof tests the real ones.
type (
	CommandError struct {
		Code    int32
		Message string
		Labels  []string
		Wrapped error
	}
	WriteError         struct{ Code int }
	BulkWriteException struct {
		WriteErrors []WriteError
		Labels      []string
	}
	WriteConcernError struct{ Code int }
	WriteException    struct {
		WriteConcernError *WriteConcernError
		WriteErrors       []WriteError
		Labels            []string
	}
	ClientBulkWriteException struct{ codes []int }
	DriverError              struct {
		Code   int32
		Labels []string
	}
	ServerSelectionError  struct{ Wrapped error }
	WaitQueueTimeoutError struct{ Wrapped error }
	ConnectionError       struct {
		Wrapped error
		init    bool
	}
)

func (e CommandError) Error() string                   { return e.Message }
func (e CommandError) Unwrap() error                   { return e.Wrapped }
func (e CommandError) HasErrorLabel(label string) bool { return slices.Contains(e.Labels, label) }
func (e CommandError) HasErrorCode(code int) bool      { return int(e.Code) == code }
func (e BulkWriteException) Error() string             { return "bulk write exception" }
func (e BulkWriteException) HasErrorLabel(l string) bool {
	return slices.Contains(e.Labels, l)
}

func (e BulkWriteException) HasErrorCode(code int) bool {
	return slices.ContainsFunc(e.WriteErrors, func(w WriteError) bool { return w.Code == code })
}

func (e WriteException) Error() string               { return "write exception: " + faults.CanaryBody }
func (e WriteException) HasErrorLabel(l string) bool { return slices.Contains(e.Labels, l) }
func (e WriteException) HasErrorCode(code int) bool {
	return e.WriteConcernError != nil && e.WriteConcernError.Code == code ||
		slices.ContainsFunc(e.WriteErrors, func(w WriteError) bool { return w.Code == code })
}

func (e ClientBulkWriteException) Error() string     { return "bulk write exception: " + faults.CanaryBody }
func (e ClientBulkWriteException) ErrorCodes() []int { return e.codes }

func (e DriverError) Error() string           { return faults.CanaryMessage }
func (e ServerSelectionError) Error() string  { return "server selection error: " + faults.CanaryHost }
func (e ServerSelectionError) Unwrap() error  { return e.Wrapped }
func (e WaitQueueTimeoutError) Error() string { return "timed out while checking out a connection" }
func (e WaitQueueTimeoutError) Unwrap() error { return e.Wrapped }
func (e ConnectionError) Error() string       { return "connection(" + faults.CanaryHost + ")" }
func (e ConnectionError) Unwrap() error       { return e.Wrapped }

func foreign(t testing.TB) {
	t.Helper()
	t.Cleanup(mongoadapter.Imitate(mongoadapter.Foreign{
		Driver: shape.TypeOf(DriverError{}), Bulk: shape.TypeOf(BulkWriteException{}), ClientBulk: shape.TypeOf(ClientBulkWriteException{}), Selection: shape.TypeOf(ServerSelectionError{}),
		Connection: shape.TypeOf(ConnectionError{}), Pool: shape.TypeOf(WaitQueueTimeoutError{}),
	}))
}

func command(code int, labels ...string) CommandError {
	return CommandError{Code: int32(code), Labels: labels, Message: faults.CanaryMessage + " filter: { email: " + faults.CanaryBody + " }"}
}

// broken returns the driver's error for a broken connection.
func broken(init bool, cause error) error {
	inner := ConnectionError{Wrapped: cause, init: init}
	return CommandError{Labels: []string{"NetworkError", "RetryableWriteError"}, Message: inner.Error(), Wrapped: inner}
}

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

func TestConformance(t *testing.T) {
	foreign(t)
	var cases []conformance.Case
	numbers := mongoadapter.Numbers()
	for _, row := range spec.Of(mongoadapter.Adapter{}).Table().Rows() {
		te, code := row.Error(nil), row.VendorCode
		c := conformance.Case{Name: code, Want: conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect()}}
		switch n, ok := numbers[code]; {
		case ok:
			c.Err = command(n)
		case code == "server_selection":
			c.Err = ServerSelectionError{context.DeadlineExceeded}
		case code == "pool_timeout":
			c.Err = WaitQueueTimeoutError{context.DeadlineExceeded}
		case code == "invalid_connection_string":
			c.Err = fmt.Errorf("error parsing uri: %w", errors.New("unescaped @ sign in user info: "+faults.CredentialUser+":"+faults.CredentialPassword))
			c.ByText = "mongo-driver v1.17.10 and v2.9.3"
		case code == "connection_failed":
			c.Err = broken(false, io.EOF)
		case code == strings.ToLower(code):
			for text, word := range mongoadapter.Texts() {
				if word == code {
					c.Err, c.ByText = errors.New(text), "mongo-driver v1.17.10 and v2.9.3"
				}
			}
		case code == "SystemOverloadedError":
			c.Err = command(0, code, "RetryableError")
		default:
			c.Err = command(0, code)
		}
		cases = append(cases, c)
	}
	want := faults.ForKind
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	cases = append(cases,
		conformance.Case{Name: "an unknown code", Err: command(31415), Want: want(toolerr.KindUpstreamUnmapped, unknown)},
		conformance.Case{Name: "a handshake that failed", Err: broken(true, dial), Want: want(toolerr.KindNetworkTransportUnreachable, none)},
		conformance.Case{Name: "a read that was late", Err: broken(false, context.DeadlineExceeded), Want: want(toolerr.KindNetworkTransportTimeout, unknown)},
		conformance.Case{Name: "a handshake that was refused", Err: ConnectionError{init: true, Wrapped: DriverError{Code: 18}}, Want: want(toolerr.KindUpstreamAuthError, none)},
		conformance.Case{
			Name: "several writes, one refused", Err: BulkWriteException{WriteErrors: []WriteError{{2}, {11000}}},
			Want: want(toolerr.KindUpstreamBadRequest, unknown),
		},
	)
	conformance.Suite{Adapter: mongoadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases}.Run(t)
}

// A write with a failed write concern was made, whatever the code.
func TestAWriteConcernIsOfAWriteThatWasMade(t *testing.T) {
	foreign(t)
	for name, number := range mongoadapter.Numbers() {
		te := mongoadapter.Adapter{}.FromError(WriteException{WriteConcernError: &WriteConcernError{number}})
		require.NotNil(t, te, name)
		assert.Equal(t, unknown, te.Effect(), name)
		assert.False(t, te.SafeToRetry(false), name)
		assert.Equal(t, name, te.VendorCode())
	}
	labels := []string{"SystemOverloadedError", "RetryableError"}
	te := mongoadapter.Adapter{}.FromError(WriteException{WriteConcernError: &WriteConcernError{462}, Labels: labels})
	assert.Equal(t, unknown, te.Effect(), "whatever the labels")
	both := WriteException{WriteConcernError: &WriteConcernError{64}, WriteErrors: []WriteError{{11000}}}
	assert.Equal(t, none, mongoadapter.Adapter{}.FromError(both).Effect(), "the write itself was refused")
}

// Only a second label shows that an overloaded server had no effect.
func TestAnOverloadedServer(t *testing.T) {
	foreign(t)
	te := mongoadapter.Adapter{}.FromError(command(0, "SystemOverloadedError"))
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.False(t, te.CanRetry())
	assert.Equal(t, unknown, te.Effect())
	bare := mongoadapter.Adapter{}.FromError(DriverError{Labels: []string{"SystemOverloadedError", "RetryableError"}})
	assert.True(t, bare.CanRetry())
	assert.Equal(t, none, bare.Effect())
}

// The parts of a bulk write over several collections before the failure had their effect.
func TestABulkWriteOfSeveralCollections(t *testing.T) {
	foreign(t)
	for name, tt := range map[string]struct {
		codes []int
		kind  toolerr.Kind
	}{
		"a code":           {[]int{0, 11000}, toolerr.KindUpstreamBadRequest},
		"unknown":          {[]int{31415}, toolerr.KindUpstreamUnmapped},
		"none":             {nil, toolerr.KindUpstreamUnmapped},
		"a primary's move": {[]int{10107}, toolerr.KindUpstreamServerError},
	} {
		te := mongoadapter.Adapter{}.FromError(fmt.Errorf("bulk: %w", ClientBulkWriteException{tt.codes}))
		require.NotNil(t, te, name)
		assert.Equal(t, tt.kind, te.Kind(), name)
		assert.Equal(t, unknown, te.Effect(), name)
		assert.False(t, te.SafeToRetry(false), name)
	}
}

func TestAnswers(t *testing.T) {
	foreign(t)
	for name, tt := range map[string]struct {
		err            error
		code, reported string
	}{
		"a number":                     {command(11001), "DuplicateKey", "11001"},
		"a label before a number":      {command(112, "TransientTransactionError"), "TransientTransactionError", "TransientTransactionError"},
		"what is not known, first":     {command(0, "TransientTransactionError", "UnknownTransactionCommitResult"), "UnknownTransactionCommitResult", "UnknownTransactionCommitResult"},
		"a number before a weak label": {command(189, "RetryableWriteError"), "PrimarySteppedDown", "189"},
		"an unknown code":              {command(31415), "", "31415"},
		"several unknown codes":        {BulkWriteException{WriteErrors: []WriteError{{31415}}}, "", "31415"},
	} {
		t.Run(name, func(t *testing.T) {
			te := mongoadapter.Adapter{}.FromError(fmt.Errorf("find: %w", tt.err))
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.reported, te.Extra().VendorCode)
		})
	}
	for _, err := range []error{errors.New("mongo: no documents"), context.DeadlineExceeded, CommandError{}, io.EOF} {
		assert.Nil(t, mongoadapter.Adapter{}.FromError(err), "%T %v", err, err)
	}
}

// An error of the driver is not an answer: the end of the context takes precedence.
func TestEndedContext(t *testing.T) {
	foreign(t)
	chain := adapter.NewChain(mongoadapter.Adapter{}, httpadapter.Adapter{})
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range map[string]error{
		"selection": ServerSelectionError{context.DeadlineExceeded}, "connection": broken(false, context.Canceled), "pool": WaitQueueTimeoutError{},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, toolerr.KindNetworkTransportTimeout, toolerr.KindOf(chain.Adapt(late, err)))
			assert.Equal(t, toolerr.KindToolCanceled, toolerr.KindOf(chain.Adapt(gone, err)))
			assert.Equal(t, toolerr.ClassNetworkTransport, toolerr.KindOf(chain.Adapt(t.Context(), err)).Class())
		})
	}
	assert.Equal(t, toolerr.KindUpstreamBadRequest, toolerr.KindOf(chain.Adapt(gone, command(11000))), "an answer is an answer")
}

func TestTheTableIsWellMade(t *testing.T) {
	for name := range mongoadapter.Numbers() {
		_, ok := spec.Of(mongoadapter.Adapter{}).Table().Lookup(name)
		assert.True(t, ok, name)
	}
}
