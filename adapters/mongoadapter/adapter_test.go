package mongoadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
)

// The errors of the driver, with all fields: the library does not require it.
// proof/vendorproof tests the real ones.
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

func TestTheTableIsWellMade(t *testing.T) {
	for name := range mongoadapter.Numbers() {
		_, ok := spec.Of(mongoadapter.Adapter{}).Table().Lookup(name)
		assert.True(t, ok, name)
	}
}
