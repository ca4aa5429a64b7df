package sqladapter

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The types of packages that are not imported.
var (
	pqError      = shape.T("github.com/lib/pq", "Error") // before v1.10 without SQLState
	mysqlError   = shape.T("github.com/go-sql-driver/mysql", "MySQLError")
	moderncError = shape.T("modernc.org/sqlite", "Error")
	mattnError   = shape.T("github.com/mattn/go-sqlite3", "Error")
	ncrucesError = shape.T("github.com/ncruces/go-sqlite3", "Error")
)

// meanings are the types that a driver makes itself, and their rows; "" is a
// broken exchange, whose row is the kind of what broke it.
var (
	pgx, pgconn, pgconn4 = "github.com/jackc/pgx", "github.com/jackc/pgx/pgconn", "github.com/jackc/pgconn"

	meanings = map[shape.Type]string{
		shape.T(pgconn, "ParseConfigError"):  invalidDSN,
		shape.T(pgconn4, "parseConfigError"): invalidDSN,
		shape.T(pgx, "ScanArgError"):         scanFailed,
		shape.T(pgx, "scanArgError"):         scanFailed,
		shape.T(pgconn, "connLockError"):     connectionBusy,
		shape.T(pgconn4, "connLockError"):    connectionBusy,

		shape.T(pgconn, "ConnectError"):             "",
		shape.T(pgconn4, "connectError"):            "",
		shape.T(pgconn, "pgconnError"):              "",
		shape.T(pgconn4, "pgconnError"):             "",
		shape.T(pgconn, "errTimeout"):               "",
		shape.T(pgconn4, "errTimeout"):              "",
		shape.T(pgconn4, "writeError"):              "",
		shape.T(pgconn, "contextAlreadyDoneError"):  "",
		shape.T(pgconn4, "contextAlreadyDoneError"): "",
	}

	types = shape.NewSet(slices.Concat(slices.Collect(maps.Keys(meanings)),
		[]shape.Type{pqError, mysqlError, moderncError, mattnError, ncrucesError})...)
)

// texts are the sentinels that drivers make with errors.New, by their exact
// text, for want of a type: pgx v5.12.0, go-sql-driver/mysql v1.10.1.
var texts = map[string]string{
	"conn closed":           connectionClosed,
	"tx is closed":          transactionClosed,
	"no rows in result set": noRows, // pgx before v5.7; since then it is sql.ErrNoRows
	"commit unexpectedly resulted in rollback": transactionRolledBack,
	"too many rows in result set":              tooManyRows,

	"invalid connection": connectionLost,
	"packet for query is too large. Try adjusting the `Config.MaxAllowedPacket`": packetTooLarge,
}

// unsent is how pgx says that nothing was sent.
type unsent interface{ SafeToRetry() bool }

// plainText is the type behind errors.New.
var plainText = reflect.TypeOf(errors.New(""))

// sights is what the tree of an error holds, apart from an answer.
type sights struct {
	node   error // the outermost of a driver's own errors
	code   string
	broken bool // an exchange broke
	unsent bool // and the driver says that nothing was sent
}

func (s *sights) look(e error, t shape.Type) {
	if t != (shape.Type{}) {
		if code, ok := meanings[t]; ok {
			s.lookAtClient(e, t, code)
		}
		return
	}
	if reflect.TypeOf(e) == plainText {
		if code := texts[e.Error()]; code != "" && (s.code == "" || s.code == connectionBusy) {
			s.note(e, code)
		}
	}
}

func (s *sights) note(e error, code string) {
	if s.node == nil {
		s.node = e
	}
	s.code = code
}

func (s *sights) lookAtClient(e error, t shape.Type, code string) {
	if safe, _ := shape.Call(e, unsent.SafeToRetry); safe || t.Name() == "ConnectError" || t.Name() == "connectError" {
		s.unsent = true
	}
	if code == connectionBusy {
		if status, _ := shape.Field[string](e, "status"); status == "conn closed" {
			code = connectionClosed
		}
	}
	switch {
	case code != "" && s.code == "":
		s.note(e, code)
	case code == "":
		s.breaks(e)
	}
}

// breaks notes that an exchange broke.
func (s *sights) breaks(e error) {
	s.broken = true
	if s.node == nil {
		s.node = e
	}
}

// answer is the error of what a driver says itself, nil if it says nothing.
func (s *sights) answer(err error) *toolerr.ToolRuntimeError {
	switch {
	case s.code != "":
		row, _ := table.Lookup(s.code)
		if s.code == invalidDSN {
			return listed(err, s.node, row, "", toolerr.WithDeveloperMessage("pgconn: a connection string that cannot be parsed; it is not repeated here"))
		}
		return listed(err, s.node, row, "")
	case s.broken:
		return s.brokenExchange(err)
	}
	return nil
}

// brokenExchange is the error of a connection that could not be made, or that
// broke. What broke it is known below HTTP as well.
func (s *sights) brokenExchange(err error) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{
		toolerr.WithVendorType(s.node), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)), {},
	}
	if s.unsent {
		opts[3] = toolerr.WithEffect(toolerr.EffectNone)
	}
	if te := (httpadapter.Adapter{}).FromError(err); te != nil {
		if te.Kind() == toolerr.KindToolTimeout {
			// A deadline and nothing else: what was late is the database.
			return te.WithKind(toolerr.KindNetworkTransportTimeout, opts...)
		}
		return te.With(opts...)
	}
	opts = append(opts, toolerr.WithCause(err))
	if !s.unsent {
		opts[3] = toolerr.WithEffect(toolerr.EffectUnknown)
	}
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, opts...)
}
