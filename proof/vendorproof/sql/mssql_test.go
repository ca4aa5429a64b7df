package sql_test

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	_ "github.com/microsoft/go-mssqldb" // the driver "sqlserver"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// A tds is a server that refuses a login, or every statement, because Debian has no SQL
// Server. Numbers and texts are those of [MS-TDS] and of SQL Server 2022.
type tds struct {
	login  bool // the login is refused
	errors []refusedTDS
	hangup bool // closes the connection instead
}

type refusedTDS struct {
	number int32
	class  byte
	text   string
}

func utf16le(s string) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// token returns an ERROR token ([MS-TDS] 2.2.7.10).
func (r refusedTDS) token() []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(r.number))
	b = append(b, 1, r.class)
	b = append(binary.LittleEndian.AppendUint16(b, uint16(len([]rune(r.text)))), utf16le(r.text)...)
	b = append(b, 0, 0) // no names of server and procedure
	b = binary.LittleEndian.AppendUint32(b, 1)
	return append(binary.LittleEndian.AppendUint16([]byte{0xAA}, uint16(len(b))), b...)
}

// done returns a DONE token, with or without an error ([MS-TDS] 2.2.7.6).
func done(failed bool) []byte {
	b := make([]byte, 13)
	b[0] = 0xFD
	if failed {
		b[1] = 2
	}
	return b
}

func (s tds) refusal() (b []byte) {
	for _, r := range s.errors {
		b = append(b, r.token()...)
	}
	return append(b, done(true)...)
}

func (s tds) answer(packet byte) []byte {
	switch {
	case packet == 0x12: // PRELOGIN: a version, and no encryption
		return []byte{0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xFF, 16, 0, 0, 0, 0, 0, 2}
	case packet == 0x10 && !s.login: // LOGIN7: LOGINACK
		name := utf16le("x")
		ack := append([]byte{1, 0x74, 0, 0, 4, 1}, name...)
		ack = append(ack, 16, 0, 0, 0)
		return append(append(binary.LittleEndian.AppendUint16([]byte{0xAD}, uint16(len(ack))), ack...), done(false)...)
	}
	return s.refusal()
}

func (s tds) start(t *testing.T) *sql.DB {
	t.Helper()
	var ports loopback.Server
	t.Cleanup(ports.Close)
	return opened(t, "sqlserver", fmt.Sprintf("sqlserver://u:%s@%s?database=d&encrypt=disable", faults.CredentialPassword, ports.Serve(s.serve)))
}

func (s tds) serve(conn *net.TCPConn) {
	for header := make([]byte, 8); ; {
		if _, err := io.ReadFull(conn, header); err != nil {
			return
		}
		if _, err := io.CopyN(io.Discard, conn, int64(binary.BigEndian.Uint16(header[2:]))-8); err != nil {
			return
		}
		if header[1]&1 == 0 {
			continue // more of the same message follows
		}
		if s.hangup && header[0] != 0x12 && header[0] != 0x10 {
			return
		}
		body := s.answer(header[0])
		_, _ = conn.Write(append([]byte{4, 1, byte((len(body) + 8) >> 8), byte(len(body) + 8), 0, 0, 1, 0}, body...))
	}
}

// The driver reads every number of the table.
func TestSQLServer(t *testing.T) {
	for _, row := range spec.Of(sqladapter.Adapter{}).Table().Rows() {
		digits, ok := strings.CutPrefix(row.VendorCode, "MSSQL_")
		if !ok {
			continue
		}
		number, err := strconv.Atoi(digits)
		require.NoError(t, err)
		s := tds{errors: []refusedTDS{{int32(number), 16, proof.Said}}, login: number > 18400 && number < 18500 || number == 4060}
		_, err = s.start(t).ExecContext(t.Context(), "SELECT 1")
		proof.Check(t, sqladapter.Adapter{}, proof.Case{Name: row.VendorCode, Err: err, Code: row.VendorCode, Want: proof.WantRow(row, 0)})
	}
	for class, want := range map[byte]toolerr.Kind{
		11: toolerr.KindUpstreamBadRequest, 14: toolerr.KindUpstreamAuthError, 16: toolerr.KindUpstreamBadRequest,
		17: toolerr.KindUpstreamServerError, 18: toolerr.KindUpstreamServerError, 22: toolerr.KindUpstreamServerError,
	} {
		_, err := tds{errors: []refusedTDS{{31000, class, proof.Said}}}.start(t).ExecContext(t.Context(), "SELECT 1")
		te := sqladapter.Adapter{}.FromError(err)
		require.NotNil(t, te, "%T", err)
		assert.Equal(t, want, te.Kind(), class)
		assert.Equal(t, "31000", te.Extra().VendorCode)
	}
	several := tds{errors: []refusedTDS{{5123, 16, "CREATE FILE encountered operating system error"}, {1801, 16, "exists"}, {3013, 16, "terminating abnormally"}}}
	_, err := several.start(t).ExecContext(t.Context(), "CREATE DATABASE x")
	proof.Check(t, sqladapter.Adapter{}, proof.Case{Name: "several", Err: err, Code: "MSSQL_1801", Want: proof.Want(toolerr.KindUpstreamBadRequest, none)})
}

// The connection ends in the middle of a statement, or is refused.
func TestSQLServerIsLost(t *testing.T) {
	_, err := tds{hangup: true}.start(t).ExecContext(t.Context(), "UPDATE x SET y = 1")
	proof.Check(t, sqladapter.Adapter{}, proof.Case{
		Name: "lost", Err: err, Code: "connection_lost", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, unknown),
	})
	db := opened(t, "sqlserver", "sqlserver://u:p@"+faults.ClosedPort(t)+"?encrypt=disable")
	proof.Check(t, sqladapter.Adapter{}, proof.Case{
		Name: "refused", Err: db.PingContext(t.Context()), Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none),
	})
}

// The agent reads which of its own words is wrong.
func TestSQLServerFindings(t *testing.T) {
	for text, want := range map[string]string{
		"Invalid column name 'nme'.":                `/sql contains the name "nme", which is not known (line 1, column 8)`,
		"Incorrect syntax near the keyword 'form'.": `/sql has a syntax error at "form" (line 1, column 12)`,
		"Cannot insert the value NULL into column 'email', table 'd.dbo.t'; column does not allow nulls. INSERT fails.": `/email is required`,
	} {
		_, err := tds{errors: []refusedTDS{{207, 16, text}}}.start(t).ExecContext(t.Context(), "SELECT 1")
		proof.Told(t, sqladapter.Adapter{}, err, `{"sql":"select nme form t","email":null}`, want)
	}
}
