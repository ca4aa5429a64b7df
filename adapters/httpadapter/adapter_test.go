package httpadapter_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unclear = toolerr.EffectUnknown
)

func wrapURL(err error) error {
	return &url.Error{Op: "Get", URL: "http://api.example.com/v1/items/42?key=secret", Err: err}
}

func op(name string, err error) error { return &net.OpError{Op: name, Net: "tcp", Err: err} }

func sys(err error) error { return os.NewSyscallError("connect", err) }

// The errors are of types that a loopback server cannot provoke, and trees that only other
// libraries make. For the rest see TestFaults.
func TestFromError(t *testing.T) {
	var (
		fatal       = answer{toolerr.KindToolFatal, false, none}
		fatalSent   = answer{toolerr.KindToolFatal, false, unclear}
		unreachable = answer{toolerr.KindNetworkTransportUnreachable, true, unclear}
		noWay       = answer{toolerr.KindNetworkTransportUnreachable, true, none}
		timeout     = answer{toolerr.KindNetworkTransportTimeout, true, unclear}
		noTimeout   = answer{toolerr.KindNetworkTransportTimeout, true, none}
		unmapped    = answer{toolerr.KindNetworkTransportUnmapped, true, unclear}
		canceled    = answer{toolerr.KindToolCanceled, false, unclear}
		deadline    = answer{toolerr.KindToolTimeout, true, unclear}
		declined    = answer{}
	)
	escape, port := parseError("http://example.com/%zz"), parseError("postgres://user:pa/ss@example.com:x/db")
	_, missing := os.Open(filepath.Join(t.TempDir(), "missing"))
	syntax := json.Unmarshal([]byte("<html>"), new(int))

	tests := []struct {
		name string
		err  error
		want answer
	}{
		{"nil", nil, declined},
		{"a URL that does not parse", escape, fatal},
		{"a URL whose port is a password", port, fatal},
		{"a URL that does not parse, inside an exchange", wrapURL(escape), fatal},
		{"an escape", url.EscapeError("%zz"), fatal},
		{"a host", url.InvalidHostError("[::1"), fatal},

		{"a host without the right addresses", wrapURL(op("dial", &net.AddrError{Err: "no suitable address found", Addr: "x"})), noWay},
		{"an address outside of a dial", &net.AddrError{Err: "missing port in address", Addr: "x"}, declined},
		{"an unknown network", op("dial", net.UnknownNetworkError("tcp9")), fatal},
		{"a strange address", op("dial", net.InvalidAddrError("x")), fatal},

		{"an authority alone", x509.UnknownAuthorityError{}, fatal},
		{"a host name alone", x509.HostnameError{}, fatal},
		{"an expired certificate alone", x509.CertificateInvalidError{Reason: x509.Expired}, fatal},
		{"no system roots", x509.SystemRootsError{}, fatal},
		{"an algorithm", x509.InsecureAlgorithmError(1), fatal},
		{"a constraint", x509.ConstraintViolationError{}, fatal},
		{"an extension", x509.UnhandledCriticalExtension{}, fatal},
		{"an ECH rejection", &tls.ECHRejectionError{}, fatal},
		{"an alert of QUIC", tls.AlertError(40), fatal},
		{"an alert about the service itself", wrapURL(op("remote error", tls.AlertError(80))), unreachable},
		{"an alert of somebody who left", tls.AlertError(90), unreachable},
		{"no TLS", wrapURL(tls.RecordHeaderError{}), fatal},
		{"no TLS but HTTP", wrapURL(http.ErrSchemeMismatch), fatal},
		{"our own alert", wrapURL(op("local error", errors.New("tls: bad record MAC"))), unmapped},

		{"too large", &http.MaxBytesError{Limit: 1}, fatalSent},
		{"an upload from a missing file", wrapURL(missing), fatalSent},

		{"the dial's timeout", wrapURL(op("dial", os.ErrDeadlineExceeded)), noTimeout},
		{"the dial's other timeout", wrapURL(op("dial", context.DeadlineExceeded)), noTimeout},
		{"ETIMEDOUT of a dial", wrapURL(op("dial", sys(syscall.ETIMEDOUT))), noTimeout},
		{"the read's timeout", op("read", os.ErrDeadlineExceeded), timeout},
		{"a deadline behind a lost connection", errors.Join(context.DeadlineExceeded, wrapURL(op("dial", sys(syscall.ECONNREFUSED)))), noWay},
		{"a deadline alone", context.DeadlineExceeded, deadline},
		{"a descriptor's deadline", os.ErrDeadlineExceeded, timeout},
		{"a file's deadline", &fs.PathError{Op: "read", Path: "|0", Err: os.ErrDeadlineExceeded}, declined},
		{"by method", slow{}, timeout},
		{"by Is", likeDeadline{}, deadline},

		{"a cancel alone", context.Canceled, canceled},
		{"a cancel while dialling", wrapURL(op("dial", context.Canceled)), answer{toolerr.KindToolCanceled, false, none}},

		{"a name, alone", &net.DNSError{IsTemporary: true}, noWay},
		{"refused, behind a proxy", wrapURL(op("proxyconnect", op("dial", sys(syscall.ECONNREFUSED)))), noWay},
		{"refused, bare", syscall.ECONNREFUSED, noWay},
		{"reset, bare", syscall.ECONNRESET, unreachable},
		{"ETIMEDOUT, bare", syscall.ETIMEDOUT, timeout},
		{"no route, bare", syscall.EHOSTUNREACH, unreachable},
		{"a broken pipe, of a connection", op("write", sys(syscall.EPIPE)), unreachable},
		{"a broken pipe, bare", syscall.EPIPE, declined},
		{"try again, bare", syscall.EAGAIN, declined},
		{"a file with a network's number", &fs.PathError{Op: "read", Path: "x", Err: syscall.ECONNRESET}, declined},
		{"a link", &os.LinkError{Op: "link", Err: syscall.ECONNRESET}, declined},
		{"a file beside a network", errors.Join(missing, syscall.ECONNRESET), unreachable},
		{"a port in use", op("listen", sys(syscall.EADDRINUSE)), declined},
		{"a closed connection", op("write", net.ErrClosed), unreachable},
		{"a closed connection, bare", net.ErrClosed, unreachable},
		{"an unexpected end in the exchange", wrapURL(fmt.Errorf("broken: %w", io.ErrUnexpectedEOF)), unreachable},
		{"an unexpected end alone", io.ErrUnexpectedEOF, declined},

		{"a stream error", streamError{Code: 2}, unreachable},
		{"a refused stream", wrapURL(streamError{Code: 7}), noWay},
		{"going away", wrapURL(goAway{ErrCode: 11}), unreachable},
		{"not quite a stream error", almostStreamError{}, declined},

		{"JSON alone", syntax, declined},
		{"anything in an exchange", wrapURL(errors.New("the round tripper has lost its way")), unmapped},
		{"no location", http.ErrNoLocation, unmapped},
		{"a line too long", http.ErrLineTooLong, unmapped},

		{"two exchanges", wrapURL(fmt.Errorf("oauth2: %w", wrapURL(&tls.CertificateVerificationError{}))), fatal},
		{"adapted already", toolerr.Fatal(toolerr.Message{}), declined},
		{"a kind", toolerr.KindToolRetry, declined},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, err := range map[string]error{
				"plain": tt.err, "wrapped": wrap(tt.err), "joined": join(tt.err),
			} {
				te := httpadapter.Adapter{}.FromError(err)
				if tt.want == (answer{}) {
					require.Nilf(t, te, "%s: %v", name, te)
					continue
				}
				require.NotNil(t, te, name)
				assert.Equal(t, tt.want, answerOf(te), name)
				assert.Equal(t, "_http", te.Extra().Service)
				assert.Equal(t, err, te.Cause())
				assert.Zero(t, te.StatusCode())
				assert.NotContains(t, te.Error(), "example")
			}
		})
	}
}

func parseError(s string) error {
	_, err := url.Parse(s)
	return err
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("listing items: %w", err)
}

func join(err error) error {
	if err == nil {
		return nil
	}
	return errors.Join(errors.New("cleaning up failed"), wrap(err))
}

type slow struct{}

func (slow) Error() string { return "slow" }
func (slow) Timeout() bool { return true }

type likeDeadline struct{}

func (likeDeadline) Error() string        { return "late" }
func (likeDeadline) Is(target error) bool { return target == context.DeadlineExceeded }

// streamError and goAway have the form of golang.org/x/net/http2's types, which net/http
// bundles under other names.
type streamError struct {
	StreamID uint32
	Code     uint32
	Cause    error
}

func (streamError) Error() string { return "stream error" }

type goAway struct {
	LastStreamID uint32
	ErrCode      uint32
	DebugData    string
}

func (goAway) Error() string { return "GOAWAY" }

type almostStreamError struct {
	StreamID uint32
	Code     int
	Cause    error
}

func (almostStreamError) Error() string { return "stream error" }

func TestReportNamesTheExchange(t *testing.T) {
	te := httpadapter.Adapter{}.FromError(wrap(wrapURL(op("dial", sys(syscall.ECONNREFUSED)))))
	x := te.Extra()
	assert.Equal(t, "http://api.example.com/v1/items/…", x.Endpoint)
	assert.Equal(t, "GET", x.HTTPMethod)
	assert.Equal(t, "*net.OpError", x.GoType)
	assert.NotContains(t, te.DeveloperMessage(), "secret")

	inner := &url.Error{Op: "Post", URL: "https://login.example.com/token", Err: io.EOF}
	x = httpadapter.Adapter{}.FromError(wrapURL(inner)).Extra()
	assert.Equal(t, "https://login.example.com/token", x.Endpoint, "the call that failed, not the one around it")
	assert.Equal(t, "POST", x.HTTPMethod)

	x = httpadapter.Adapter{}.FromError(&url.Error{Op: "Frobnicate it", URL: "http://example.com/", Err: io.EOF}).Extra()
	assert.Empty(t, x.HTTPMethod, "a word that is not a method")
}

// A data source name that does not parse contains parts of a password that redaction does
// not recognise.
func TestURLThatDoesNotParseIsWithheld(t *testing.T) {
	for _, dsn := range []string{
		"postgres://user:hunter2/with/slash@db.example.com/x", "postgres://user:hun%zzter2@db.example.com/x", "http://user:hunter2@[::1/x", "hunter2\n://",
	} {
		_, err := url.Parse(dsn)
		require.Error(t, err, dsn)
		te := httpadapter.Adapter{}.FromError(fmt.Errorf("connecting: %w", err))
		report, err := json.Marshal(te.Report())
		require.NoError(t, err)
		for _, part := range []string{"hun", "hunter2", "slash"} {
			assert.NotContains(t, string(report), part)
		}
		assert.Empty(t, te.Extra().Endpoint)
	}
}

func TestTransportRules(t *testing.T) {
	names := map[string]bool{}
	for _, r := range base.TransportRules {
		assert.False(t, names[r.Name], "%s is there twice", r.Name)
		names[r.Name] = true
		assert.True(t, r.Kind.Known(), r.Name)
		assert.NotEmpty(t, r.Match, r.Name)
		assert.NotEmpty(t, r.Why, r.Name)
		if r.CanRetry != r.Kind.CanRetry() {
			assert.Contains(t, []string{"endless redirect", "gave up"}, r.Name)
		}
	}
}

// net/http runs with every fault, with and without errand's Transport, and the kit's laws
// are checked. The tests of package clients do the same with go-retryablehttp.
func TestFaults(t *testing.T) {
	for _, s := range clients.Suites()[:2] {
		t.Run(s.Client, s.Run)
	}
}

// call is a tool: one request with net/http, whose response is a JSON object.
func call(ctx context.Context, target faults.Target) error {
	req, err := target.Request(ctx)
	if err != nil {
		return err
	}
	resp, err := target.Client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return httpadapter.CheckBody(resp, err)
	}
	return httpadapter.CheckBody(resp, json.Unmarshal(body, new(faults.Item)))
}

// The methods of errand's errors work on zero values.
func TestEmptyErrors(t *testing.T) {
	for _, e := range []*httpadapter.StatusError{nil, {}} {
		assert.Equal(t, "HTTP status 0", e.Error())
		assert.Zero(t, e.StatusCode())
		assert.Nil(t, e.Header())
		assert.Empty(t, e.Method()+e.URL()+e.Body()+e.DeveloperMessage())
	}
	for _, e := range []*httpadapter.BodyError{nil, {}} {
		assert.Equal(t, "the response's body failed", e.Error())
		require.NoError(t, e.Unwrap())
		assert.False(t, e.Timeout())
	}
	assert.Empty(t, (*httpadapter.ProxyError)(nil).Error())
}

type loop struct{ next error }

func (l *loop) Error() string { return "loop" }
func (l *loop) Unwrap() error { return l.next }

type panics struct{ inner error }

func (panics) Error() string   { panic("Error") }
func (p panics) Unwrap() error { return p.inner }
