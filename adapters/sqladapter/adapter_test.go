package sqladapter_test

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of drivers with the fields that a refusal is read from: the library does not
// require them. conformance/vendorproof tests the real ones.
type (
	PgError struct { // pgx
		Code, Message, Detail     string
		Position                  int32
		TableName, ConstraintName string
	}
	PQError struct { // lib/pq before v1.10
		Code, Message, Position, Table, Constraint string
	}
	MySQLError struct {
		Number   uint16
		SQLState [5]byte
		Message  string
	}
	ModerncError struct {
		msg  string
		code int
	}
	MattnError struct {
		Code, ExtendedCode int
		err                string
	}
	NcrucesError struct {
		msg  string
		code uint32
	}
)

func (e *PgError) Error() string      { return "ERROR: " + e.Message + " (SQLSTATE " + e.Code + ")" }
func (e *PgError) SQLState() string   { return e.Code }
func (e *PQError) Error() string      { return "pq: " + e.Message }
func (e *MySQLError) Error() string   { return fmt.Sprintf("Error %d: %s", e.Number, e.Message) }
func (e *ModerncError) Error() string { return e.msg }
func (e *ModerncError) Code() int     { return e.code }
func (e *NcrucesError) Error() string { return e.msg }
func (e MattnError) Error() string    { return e.err }

func foreign(t testing.TB) {
	t.Helper()
	t.Cleanup(sqladapter.Imitate(sqladapter.Foreign{
		PQ: shape.TypeOf(&PQError{}), MySQL: shape.TypeOf(&MySQLError{}), Modernc: shape.TypeOf(&ModerncError{}),
		Mattn: shape.TypeOf(MattnError{}), Ncruces: shape.TypeOf(&NcrucesError{}),
	}))
}

// Each number and each text has a row.
func TestRows(t *testing.T) {
	table := spec.Of(sqladapter.Adapter{}).Table()
	for _, codes := range []iter.Seq[string]{
		maps.Values(sqladapter.Symbols()), maps.Values(sqladapter.Results()), maps.Values(sqladapter.Texts()),
	} {
		for code := range codes {
			_, ok := table.Lookup(code)
			assert.True(t, ok, code)
		}
	}
}

func adapt(t *testing.T, a sqladapter.Adapter, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := a.FromError(err)
	require.NotNil(t, te, "declined: %v", err)
	assert.Equal(t, "_sql", te.Service())
	assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
	assert.Empty(t, faults.Planted().FindCredentials(fmt.Sprintf("%v %v", te.Report(), te.LogValue())))
	return te
}

func TestABareEOF(t *testing.T) {
	for _, err := range []error{io.EOF, fmt.Errorf("query: %w", io.ErrUnexpectedEOF)} {
		assert.Nil(t, sqladapter.Adapter{}.FromError(err))
		te := adapt(t, sqladapter.Adapter{EOF: true}, err)
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
		assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	}
}

func TestForeignErrorsWithTheSameWords(t *testing.T) {
	for sentinel := range sqladapter.Texts() {
		for _, err := range []error{
			fmt.Errorf("%s%s", sentinel, "!"),
			fmt.Errorf("x: %s", sentinel),
			&ModerncError{msg: sentinel},
		} {
			assert.Nil(t, sqladapter.Adapter{}.FromError(err), err)
		}
	}
	assert.Nil(t, sqladapter.Adapter{}.FromError(&net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}), "httpadapter's")
}
