// Package clickhouse_test tests ClickHouse's clients with a server that refuses like
// ClickHouse, over its native protocol and over HTTP, because Debian has no ClickHouse.
package clickhouse_test

import (
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go"
	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/clickhouseadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none = toolerr.EffectNone

func TestMain(m *testing.M) { proof.Main(m) }

// exception is a packet of the native protocol: number, code, name, message, stack, and a
// flag that no other is nested (ClickHouse documentation, Native protocol, Server packets).
func exception(code int32, message string) []byte {
	str := func(b []byte, s string) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	b := binary.LittleEndian.AppendUint32([]byte{2}, uint32(code))
	return append(str(str(str(b, "DB::Exception"), "DB::Exception: "+message), "0. "+faults.CanaryPath), 0)
}

// native starts a server that refuses every handshake.
func native(t *testing.T, code int32, message string) string {
	t.Helper()
	var s loopback.Server
	t.Cleanup(s.Close)
	return s.Serve(func(conn *net.TCPConn) {
		_, _ = conn.Read(make([]byte, 4096))
		_, _ = conn.Write(exception(code, message))
	})
}

func ping(t *testing.T, addr string, protocol clickhouse.Protocol) error {
	t.Helper()
	conn, err := clickhouse.Open(&clickhouse.Options{
		Addr: []string{addr}, Protocol: protocol, DialTimeout: 5 * time.Second, Auth: clickhouse.Auth{Username: "u", Password: faults.CredentialPassword},
	})
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn.Exec(t.Context(), "SELECT 1")
}

func lower(t *testing.T, addr string) error {
	t.Helper()
	c, err := ch.Dial(t.Context(), ch.Options{Address: addr, User: "u", Password: faults.CredentialPassword})
	if err == nil {
		_ = c.Close()
	}
	return err
}

// Both clients read every number of the adapter.
func TestNumbers(t *testing.T) {
	seen := map[string]bool{}
	for number := range 2000 {
		code := clickhouseadapter.Code(number)
		if code == "" {
			continue
		}
		seen[code] = true
		addr := native(t, int32(number), proof.Said)
		proveRow(t, fmt.Sprint("clickhouse-go ", number), code, ping(t, addr, clickhouse.Native))
		proveRow(t, fmt.Sprint("ch-go ", number), code, lower(t, addr))
		s := proof.Serve(t, refusing(500, number, proof.Said))
		err := ping(t, strings.TrimPrefix(s.URL, "http://"), clickhouse.HTTP)
		proveRow(t, fmt.Sprint("HTTP ", number), code, err)
	}
	for _, row := range spec.Of(clickhouseadapter.Adapter).Table().Rows() {
		if !row.Unanswered || row.VendorCode == "QUERY_WAS_CANCELLED" {
			require.True(t, seen[row.VendorCode], row.VendorCode)
		}
	}
	addr := native(t, 1999, proof.Said)
	prove(t, proof.Case{Name: "an unlisted number", Err: ping(t, addr, clickhouse.Native), Want: proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown)})
}

func refusing(status, number int, message string) proof.Answer {
	return proof.Answer{
		Status: status, Header: http.Header{"X-Clickhouse-Exception-Code": {fmt.Sprint(number)}, "Content-Type": {"text/plain"}},
		Body: fmt.Sprintf("Code: %d. DB::Exception: %s. (%s) (version 25.8.1.1)", number, message, clickhouseadapter.Code(number)),
	}
}

// The responses come from a proxy before ClickHouse.
func TestStatuses(t *testing.T) {
	for _, status := range []int{401, 403, 404, 429, 502, 503, 504} {
		s := proof.Serve(t, proof.Answer{Status: status, Body: "<html>" + faults.CanaryBody})
		err := ping(t, strings.TrimPrefix(s.URL, "http://"), clickhouse.HTTP)
		prove(t, proof.Case{Name: fmt.Sprint(status), Err: err, Want: faults.ForStatus(status)})
	}
}

// The errors are made by clickhouse-go itself.
func TestClient(t *testing.T) {
	err := ping(t, faults.ClosedPort(t), clickhouse.Native)
	prove(t, proof.Case{Name: "refused", Err: err, Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
	for err, code := range map[error]string{
		clickhouse.ErrAcquireConnTimeout: "connection_pool_timeout", clickhouse.ErrConnectionClosed: "connection_was_closed",
		clickhouse.ErrBatchAlreadySent: "batch_usage", clickhouse.ErrBatchInvalid: "batch_usage", clickhouse.ErrBatchNotSent: "batch_usage",
	} {
		proveRow(t, err.Error(), code, fmt.Errorf("insert: %w", err))
	}
}

// The agent reads which word of its SQL is not known.
func TestFindings(t *testing.T) {
	const text = "Unknown expression identifier `nme` in scope SELECT nme FROM users. Maybe you meant: ['name']"
	for _, err := range []error{ping(t, native(t, 47, text), clickhouse.Native), lower(t, native(t, 47, text))} {
		proof.Told(t, clickhouseadapter.Adapter, err, `{"sql":"SELECT nme FROM users"}`, `/sql contains the name "nme", which is not known (line 1, column 8)`)
	}
}

var (
	prove    = proof.Checks(clickhouseadapter.Adapter)
	proveRow = proof.Rows(clickhouseadapter.Adapter)
)
