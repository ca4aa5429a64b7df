package sqladapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of drivers, with all fields: the library does not require them.
// proof/vendorproof tests the real ones.
type (
	PgError struct { // pgx
		Code, Message, Detail     string
		Position                  int32
		TableName, ConstraintName string
	}
	PQError struct { // lib/pq before v1.10
		Code, Message, Position, Table, Constraint string
	}
	BunError   struct{ code string }
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

	StreamError struct{ Message string }

	ConnectError     struct{ err error }
	ParseConfigError struct{ ConnString string }
	ConnLockError    struct{ status string }
	PgconnError      struct {
		msg  string
		err  error
		safe bool
	}
	ScanArgError struct{ Err error }
)

func (e *PgError) Error() string    { return "ERROR: " + e.Message + " (SQLSTATE " + e.Code + ")" }
func (e *PgError) SQLState() string { return e.Code }
func (e *PQError) Error() string    { return "pq: " + e.Message }
func (e BunError) Error() string    { return faults.CanaryMessage }
func (e BunError) Field(k byte) string {
	return map[byte]string{'C': e.code, 'M': faults.CanaryMessage}[k]
}
func (e BunError) IntegrityViolation() bool { return false }
func (e MSSQLError) Error() string          { return fmt.Sprintf("mssql: %s (%d)", e.Message, e.Number) }

func (e *MySQLError) Error() string        { return fmt.Sprintf("Error %d: %s", e.Number, e.Message) }
func (e *ModerncError) Error() string      { return e.msg }
func (e *ModerncError) Code() int          { return e.code }
func (e *NcrucesError) Error() string      { return e.msg }
func (e MattnError) Error() string         { return e.err }
func (e StreamError) Error() string        { return e.Message }
func (e *ConnectError) Error() string      { return "failed to connect to `user=u`: " + e.err.Error() }
func (e *ConnectError) Unwrap() error      { return e.err }
func (e *ParseConfigError) Error() string  { return "cannot parse `" + e.ConnString + "`" }
func (e *ConnLockError) Error() string     { return e.status }
func (e *ConnLockError) SafeToRetry() bool { return true }
func (e *PgconnError) Error() string       { return e.msg }
func (e *PgconnError) Unwrap() error       { return e.err }
func (e *PgconnError) SafeToRetry() bool   { return e.safe }
func (e ScanArgError) Error() string       { return "can't scan: " + e.Err.Error() }
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
		PQ: shape.TypeOf(&PQError{}), MySQL: shape.TypeOf(&MySQLError{}), MSSQL: shape.TypeOf(MSSQLError{}), Stream: shape.TypeOf(StreamError{}),
		Modernc: shape.TypeOf(&ModerncError{}), Mattn: shape.TypeOf(MattnError{}), Ncruces: shape.TypeOf(&NcrucesError{}),
		Config: shape.TypeOf(&ParseConfigError{}), Scan: shape.TypeOf(ScanArgError{}), Lock: shape.TypeOf(&ConnLockError{}),
		Connections: []shape.Type{shape.TypeOf(&ConnectError{}), shape.TypeOf(&PgconnError{})},
	}))
}

const (
	again       = toolerr.KindToolRetry
	fatal       = toolerr.KindToolFatal
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	unreachable = toolerr.KindNetworkTransportUnreachable

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// errorOf returns the error of a row.
func errorOf(t *testing.T, code string) (byText bool, err error) {
	t.Helper()
	if row, _ := spec.Of(sqladapter.Adapter{}).Table().Lookup(code); len(row.Numbers) > 0 {
		return false, number(row.Numbers[0])
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
	case "pool_full":
		return false, &PgError{Code: "08P01", Message: "no more connections allowed (max_client_conn)"}
	case "pooler_cannot_connect":
		return false, &PgError{Code: "08P01", Message: "server login has been failing, cached error: connect timeout (server_login_retry)"}
	case "pooler_tenant_not_found":
		return false, &PgError{Code: "XX000", Message: "Tenant or user not found"}
	case "no_privilege":
		return false, &PgError{Code: "42501", Message: "permission denied for table x"}
	case "compute_time_used_up":
		return false, &PgError{Code: "XX000", Message: "Your account or project has exceeded the compute time quota."}
	case "stale_plan":
		return false, &FullError{PgError: PgError{Code: "0A000", Message: text("")}, Routine: "RevalidateCachedQuery"}
	case "invalid_connection_string":
		return false, &ParseConfigError{"host = " + faults.CanaryHost + " password = " + faults.CredentialPassword}
	case "scan_failed":
		return false, ScanArgError{errors.New(faults.CanaryBody)}
	case "connection_busy":
		return false, &ConnLockError{"conn busy"}
	}
	return false, state(code)
}

func TestConformance(t *testing.T) {
	foreign(t)
	var cases []conformance.Case
	for _, row := range spec.Of(sqladapter.Adapter{}).Table().Rows() {
		byText, err := errorOf(t, row.VendorCode)
		te := row.Error(nil)
		c := conformance.Case{Name: row.VendorCode, Err: err, Want: conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect(), Code: row.VendorCode}}
		if byText {
			c.ByText = "pgx v5.12.0 and v4.18.3, lib/pq v1.12.3, go-sql-driver/mysql v1.10.1, gorm v1.31.2: made with errors.New"
		}
		cases = append(cases, c)
	}
	unlisted := conformance.Want{Kind: toolerr.KindUpstreamUnmapped, Effect: unknown}
	cases = append(cases,
		conformance.Case{Name: "a state of an unknown class", Err: state("QX999"), Want: unlisted},
		conformance.Case{Name: "an unknown number", Err: number(9999), Want: unlisted},
		conformance.Case{Name: "an unknown result", Err: result(99), Want: unlisted},
		conformance.Case{
			Name: "a refused connection", Err: &ConnectError{refusedDial()},
			Want: conformance.Want{Kind: unreachable, CanRetry: true, Effect: none},
		},
		conformance.Case{
			Name: "a connection that broke", Err: &PgconnError{msg: faults.CanaryHost, err: errors.New("unexpected EOF")},
			Want: conformance.Want{Kind: unreachable, CanRetry: true, Effect: unknown},
		},
	)
	for name, err := range map[string]error{
		"lib/pq of old": &PQError{Code: "40001", Message: text("")}, "bun": BunError{"40001"},
		"a parser": errors.Join(&ParseConfigError{}, state("40001")), "a scanner": errors.Join(ScanArgError{io.EOF}, state("40001")), "a lock": errors.Join(&ConnLockError{}, state("40001")),
		"a stream": errors.Join(StreamError{text("")}, state("40001")), "a socket": errors.Join(&net.OpError{Op: "Read", Err: io.EOF}, state("40001")),
	} {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: conformance.Want{Kind: again, CanRetry: true, Effect: none, Code: "40001"}})
	}
	for name, err := range map[string]error{"a broken stream": StreamError{text("")}, "a socket that ended": &net.OpError{Op: "Read", Err: io.EOF}} {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: conformance.Want{Kind: unreachable, CanRetry: true, Effect: unknown, Code: "connection_lost"}})
	}
	skip := map[string]string{}
	for _, former := range []string{
		"[2].Types[1] github.com/denisenkom/go-mssqldb.Error", "[3].Types[1] github.com/denisenkom/go-mssqldb.StreamError", "[5].Types[1] github.com/glebarez/go-sqlite.Error",
		"[8].Types[1] github.com/jackc/pgconn.parseConfigError", "[9].Types[1] github.com/jackc/pgx.scanArgError", "[10].Types[1] github.com/jackc/pgconn.connLockError",
	} {
		skip["part/Errors"+former] = "another name of the same type, of a former version or a fork"
	}
	for name, err := range map[string]error{"mattn": MattnError{Code: 5, err: text("")}, "ncruces": &NcrucesError{code: 5, msg: text("")}} {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: conformance.Want{Kind: again, CanRetry: true, Effect: none, Code: "SQLITE_BUSY"}})
	}
	conformance.Suite{
		Adapter:  sqladapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}, stdadapter.Adapter{}},
		Cases:    cases,
		Skip:     skip,
	}.Run(t)
}

// Each number and each text has a row.
func TestRows(t *testing.T) {
	table := spec.Of(sqladapter.Adapter{}).Table()
	for _, codes := range []iter.Seq[string]{
		maps.Values(sqladapter.Results()), maps.Values(sqladapter.Texts()),
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

func TestAnswers(t *testing.T) {
	foreign(t)
	tests := map[string]struct {
		err      error
		kind     toolerr.Kind
		code     string // for the agent
		reported string // in the report
	}{
		"a state of a known class":         {state("22023"), validation, "22000", "22023"},
		"lib/pq of old":                    {&PQError{Code: "40001"}, again, "40001", "40001"},
		"bun":                              {BunError{"23505"}, badRequest, "23505", "23505"},
		"a SQL Server number":              {MSSQLError{Number: 2627}, badRequest, "MSSQL_2627", "2627"},
		"a SQL Server number of a program": {MSSQLError{Number: 51000, Class: 16}, badRequest, "MSSQL_50000", "51000"},
		"a SQL Server class of rights":     {MSSQLError{Number: 10, Class: 14}, toolerr.KindUpstreamAuthError, "", "10"},
		"a SQL Server class of failures":   {MSSQLError{Number: 10, Class: 20}, serverError, "", "10"},
		"a SQL Server class of mistakes":   {MSSQLError{Number: 10, Class: 16}, badRequest, "", "10"},
		"several errors of SQL Server":     {MSSQLError{Number: 3013, Class: 16, All: []MSSQLError{{Number: 1105}, {Number: 3013}}}, serverError, "MSSQL_1105", "3013"},
		"a MySQL number":                   {number(1062), badRequest, "ER_DUP_ENTRY", "1062"},
		"a MySQL number of a known class":  {&MySQLError{Number: 1138, SQLState: [5]byte([]byte("42000"))}, validation, "42000", "1138"},
		"a full pool of Vitess":            {&MySQLError{Number: 1105, Message: "target: commerce.0.primary: vttablet: rpc error: code = ResourceExhausted desc = transaction pool connection limit exceeded"}, serverError, "pool_full", "1105"},
		"a lost tablet of Vitess":          {&MySQLError{Number: 1105, Message: "vttablet: rpc error: code = Unavailable desc = error reading from server: EOF"}, unreachable, "connection_lost", ""},
		"another unknown error of MySQL":   {&MySQLError{Number: 1105, Message: "code = Other desc"}, toolerr.KindUpstreamUnmapped, "", "1105"},
		"a MySQL number with general HY":   {&MySQLError{Number: 1999, SQLState: [5]byte([]byte("HY000"))}, toolerr.KindUpstreamUnmapped, "", "1999"},
		"an extended result":               {result(2067), badRequest, "SQLITE_CONSTRAINT_UNIQUE", "2067"},
		"an extended result, unlisted":     {result(10 | 3<<8), fatal, "SQLITE_IOERR", "778"},
		"a result of mattn's":              {MattnError{Code: 19, ExtendedCode: 787}, badRequest, "SQLITE_CONSTRAINT_FOREIGNKEY", "787"},
		"a result of mattn's, primary":     {MattnError{Code: 5}, again, "SQLITE_BUSY", "5"},
		"a result of ncruces":              {&NcrucesError{code: 261}, again, "SQLITE_BUSY", "261"},
		"a connection refused by name":     {&ConnectError{fmt.Errorf("1.2.3.4: %w", state("28P01"))}, toolerr.KindUpstreamAuthError, "28P01", "28P01"},
		"a connection that is closed":      {&ConnLockError{"conn closed"}, unreachable, "connection_closed", ""},
		"a deadline of the driver's":       {&PgconnError{msg: "x", err: context.DeadlineExceeded}, toolerr.KindNetworkTransportTimeout, "", ""},
		"a connection used twice":          {&ConnLockError{"conn busy"}, fatal, "connection_busy", ""},
		"a state beside a broken exchange": {errors.Join(&PgconnError{msg: "x", err: refusedDial()}, state("57P01")), serverError, "57P01", "57P01"},
		"gorm's word around a server's":    {fmt.Errorf("%w: %w", errors.New("violates check constraint"), state("23514")), validation, "23514", "23514"},
		"a refused TLS of one address":     {&ConnectError{errors.Join(errors.New("server refused TLS connection"), errors.New("server refused TLS connection"))}, fatal, "tls_refused", ""},
		"what no server sends":             {state(faults.CanaryCode), "", "", ""},
		"a success":                        {state("00000"), "", "", ""},
		"a warning":                        {state("01000"), "", "", ""},
		"an empty state":                   {state(""), "", "", ""},
	}
	assert.Equal(t, "*sqladapter_test.ConnLockError", adapt(t, sqladapter.Adapter{}, fmt.Errorf("query: %w", &ConnLockError{"conn busy"})).Extra().GoType)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.kind == "" {
				assert.Nil(t, sqladapter.Adapter{}.FromError(tt.err))
				return
			}
			te := adapt(t, sqladapter.Adapter{}, fmt.Errorf("query: %w", tt.err))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.reported, te.Extra().VendorCode)
		})
	}
}

// A driver cancels the query when the call's context ends, and then returns the server's
// error for a canceled query.
func TestEndedContext(t *testing.T) {
	foreign(t)
	chain := adapter.NewChain(sqladapter.Adapter{}, httpadapter.Adapter{})
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	for name, err := range map[string]error{"postgres": state("57014"), "mysql": number(1317), "sqlite": result(9)} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, toolerr.KindToolCanceled, toolerr.KindOf(chain.Adapt(canceled, err)))
			assert.Equal(t, toolerr.KindToolTimeout, toolerr.KindOf(chain.Adapt(late, err)))
			assert.Equal(t, serverError, toolerr.KindOf(chain.Adapt(t.Context(), err)))
		})
	}
	for _, code := range []string{"invalid_connection_string", "transaction_rolled_back"} {
		_, err := errorOf(t, code)
		assert.Equal(t, toolerr.KindToolTimeout, toolerr.KindOf(chain.Adapt(late, err)), code)
	}
	assert.Equal(t, badRequest, toolerr.KindOf(chain.Adapt(canceled, state("23505"))), "an answer is an answer")
}

// Statements before the one that the deadline interrupted may have been done.
func TestEffectAfterTheDeadline(t *testing.T) {
	foreign(t)
	chain := adapter.NewChain(sqladapter.Adapter{}, httpadapter.Adapter{})
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	for _, code := range []string{
		"57014", "ER_QUERY_INTERRUPTED", "SQLITE_INTERRUPT", "SQLITE_ABORT", "connection_busy", "connection_closed", "connection_lost",
		"transaction_closed", "scan_failed",
	} {
		_, err := errorOf(t, code)
		te, ok := toolerr.Find(chain.Adapt(late, err))
		require.True(t, ok, code)
		assert.Contains(t, []toolerr.Kind{toolerr.KindToolTimeout, toolerr.KindNetworkTransportTimeout}, te.Kind(), code)
		assert.Equal(t, unknown, te.Effect(), code)
		assert.False(t, te.SafeToRetry(false), code)
	}
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
