package sqladapter_test

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of drivers, with all fields: the library does not require them.
// conformance/vendorproof tests the real ones.
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
	MSSQLError struct {
		Number  int32
		Class   uint8
		Message string
		All     []MSSQLError
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

	ConnectError     struct{ err error }
	ParseConfigError struct{ ConnString string }
	ConnLockError    struct{ status string }
	PgconnError      struct {
		msg  string
		err  error
		safe bool
	}
	ScanArgError struct{ Err error }
	GoPgError    struct{ s string }
)

func (e *PgError) Error() string    { return "ERROR: " + e.Message + " (SQLSTATE " + e.Code + ")" }
func (e *PgError) SQLState() string { return e.Code }
func (e *PQError) Error() string    { return "pq: " + e.Message }
func (e MSSQLError) Error() string  { return fmt.Sprintf("mssql: %s (%d)", e.Message, e.Number) }

func (e *MySQLError) Error() string        { return fmt.Sprintf("Error %d: %s", e.Number, e.Message) }
func (e *ModerncError) Error() string      { return e.msg }
func (e *ModerncError) Code() int          { return e.code }
func (e *NcrucesError) Error() string      { return e.msg }
func (e MattnError) Error() string         { return e.err }
func (e *ConnectError) Error() string      { return "failed to connect to `user=u`: " + e.err.Error() }
func (e *ConnectError) Unwrap() error      { return e.err }
func (e *ParseConfigError) Error() string  { return "cannot parse `" + e.ConnString + "`" }
func (e *ConnLockError) Error() string     { return e.status }
func (e *ConnLockError) SafeToRetry() bool { return true }
func (e *PgconnError) Error() string       { return e.msg }
func (e *PgconnError) Unwrap() error       { return e.err }
func (e *PgconnError) SafeToRetry() bool   { return e.safe }
func (e ScanArgError) Error() string       { return "can't scan: " + e.Err.Error() }
func (e GoPgError) Error() string          { return e.s }
func (e ScanArgError) Unwrap() error       { return e.Err }
func text(code string) (canary string)     { return faults.CanaryMessage + " " + code }
func state(code string) error {
	return &PgError{Code: code, Message: text(code), Detail: faults.CanaryBody}
}
func number(n int) error               { return &MySQLError{Number: uint16(n), Message: text("")} }
func result(n int) error               { return &ModerncError{msg: text(""), code: n} }
func closedText(sentinel string) error { return errors.New(sentinel) }
func refusedDial() error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

func foreign(t testing.TB) {
	t.Helper()
	t.Cleanup(sqladapter.Imitate(sqladapter.Foreign{
		PQ: shape.TypeOf(&PQError{}), MySQL: shape.TypeOf(&MySQLError{}), MSSQL: shape.TypeOf(MSSQLError{}),
		Modernc: shape.TypeOf(&ModerncError{}), Mattn: shape.TypeOf(MattnError{}), Ncruces: shape.TypeOf(&NcrucesError{}),
		Config: shape.TypeOf(&ParseConfigError{}), Scan: shape.TypeOf(ScanArgError{}), Lock: shape.TypeOf(&ConnLockError{}),
		GoPg:        shape.TypeOf(GoPgError{}),
		Connections: []shape.Type{shape.TypeOf(&ConnectError{}), shape.TypeOf(&PgconnError{})},
	}))
}

const (
	unreachable = toolerr.KindNetworkTransportUnreachable

	unknown = toolerr.EffectUnknown
)

// errorOf returns the error of a row.
func errorOf(t *testing.T, code string) (byText bool, err error) {
	t.Helper()
	for n, symbol := range sqladapter.Symbols() {
		if symbol == code {
			return false, number(n)
		}
	}
	for n, name := range sqladapter.Results() {
		if name == code {
			return false, result(n)
		}
	}
	for sentinel, word := range sqladapter.Texts() {
		if word == code {
			return true, closedText(sentinel)
		}
	}
	if digits, ok := strings.CutPrefix(code, "MSSQL_"); ok {
		n, err := strconv.Atoi(digits)
		require.NoError(t, err)
		return false, MSSQLError{Number: int32(n), Message: text("")}
	}
	switch code {
	case "invalid_connection_string":
		return false, &ParseConfigError{"host = " + faults.CanaryHost + " password = " + faults.CredentialPassword}
	case "scan_failed":
		return false, ScanArgError{errors.New(faults.CanaryBody)}
	case "connection_busy":
		return false, &ConnLockError{"conn busy"}
	}
	return false, state(code)
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

func TestCodes(t *testing.T) {
	foreign(t)
	for code, want := range map[string]toolerr.Code{
		"40001": toolerr.CodeExternalServiceError, "ER_LOCK_DEADLOCK": toolerr.CodeExternalServiceError, "SQLITE_BUSY_SNAPSHOT": toolerr.CodeExternalServiceError,
		"55P03": toolerr.CodeExternalServiceError, "57014": toolerr.CodeTimeout, "23505": toolerr.CodeInvalidInput, "P0002": toolerr.CodeNotFound,
	} {
		_, err := errorOf(t, code)
		assert.Equal(t, want, adapt(t, sqladapter.Adapter{}, err).Code(), code)
	}
}

func TestPositions(t *testing.T) {
	foreign(t)
	for name, tt := range map[string]struct {
		err  error
		says string
	}{
		"pgx":              {&PgError{Code: "42703", Position: 8}, "character 8 "},
		"lib/pq":           {&PQError{Code: "42601", Position: "17"}, "character 17 "},
		"none":             {&PgError{Code: "42703"}, "schema"},
		"of what exists":   {&PgError{Code: "42P07", Position: 8}, "another name"},
		"no number":        {&PQError{Code: "42601", Position: faults.CanaryBody}, "Correct the SQL."},
		"of another class": {&PgError{Code: "22P02", Position: 3}, "Correct the value."},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Contains(t, adapt(t, sqladapter.Adapter{}, tt.err).Hint().String(), tt.says)
		})
	}
}

// Connection strings and passwords are never shown.
func TestConnectionStrings(t *testing.T) {
	foreign(t)
	dsn := "postgres://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@" + faults.CanaryHost
	te := adapt(t, sqladapter.Adapter{}, fmt.Errorf("open: %w", &ParseConfigError{dsn + " password = " + faults.CredentialPassword}))
	assert.NotContains(t, te.DeveloperMessage(), faults.CanaryHost)
	_, err := url.Parse(dsn + ":%zz")
	require.Error(t, err)
	assert.Nil(t, sqladapter.Adapter{}.FromError(err), "httpadapter's: lib/pq returns it bare")
}

func TestABareEOF(t *testing.T) {
	for _, err := range []error{io.EOF, fmt.Errorf("query: %w", io.ErrUnexpectedEOF)} {
		assert.Nil(t, sqladapter.Adapter{}.FromError(err))
		te := adapt(t, sqladapter.Adapter{EOF: true}, err)
		assert.Equal(t, unreachable, te.Kind())
		assert.Equal(t, unknown, te.Effect())
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
	assert.Nil(t, sqladapter.Adapter{}.FromError(refusedDial()), "httpadapter's")
	assert.Len(t, slices.Collect(adapter.Tree(refusedDial())), 2)
}
