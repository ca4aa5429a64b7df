package faults_test

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/go126"
)

// A symptom is net/http's result for a fault. It is checked by type if there is one, and
// otherwise by text (go1.26).
type symptom struct {
	is     error              // for errors.Is
	as     func(error) bool   // by type
	text   string             // in the error's text
	not    []error            // !errors.Is
	inBody bool               // the error comes while the body is read or decoded
	status int                // a response, instead of an error
	also   func(outcome) bool // a check of the response
}

func as[E error](check func(E) bool) func(error) bool {
	return func(err error) bool {
		e, ok := go126.AsType[E](err)
		return ok && (check == nil || check(e))
	}
}

func opError(op string) func(error) bool {
	return as(func(e *net.OpError) bool { return e.Op == op })
}

func dnsError(check func(*net.DNSError) bool) func(error) bool {
	return as(func(e *net.DNSError) bool { return strings.HasPrefix(e.Name, faults.CanaryDNS) && check(e) })
}

func timeout(err error) bool {
	var e interface{ Timeout() bool }
	return errors.As(err, &e) && e.Timeout()
}

func anyOf(checks ...func(error) bool) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(checks, func(c func(error) bool) bool { return c(err) })
	}
}

func is(target error) func(error) bool { return func(err error) bool { return errors.Is(err, target) } }

// connectionLost are the errors after a reset. They depend on whether a read or a write
// fails first, because the other one may find the connection closed.
var connectionLost = anyOf(is(syscall.ECONNRESET), is(syscall.EPIPE), is(io.EOF), is(net.ErrClosed))

func says(text string) func(error) bool {
	return func(err error) bool { return strings.Contains(err.Error(), text) }
}

// orClosed also accepts a read of the closed connection, which net/http can report instead
// of the reason why it stopped writing.
func orClosed(check func(error) bool) func(error) bool {
	return anyOf(check, is(net.ErrClosed))
}

var parseError = as(func(e *url.Error) bool { return e.Op == "parse" })

var (
	mismatch = as(func(e x509.HostnameError) bool { return true })
	invalid  = func(reason x509.InvalidReason) func(error) bool {
		return as(func(e x509.CertificateInvalidError) bool { return e.Reason == reason })
	}
)

var symptoms = map[string]symptom{
	"status-503-truncated-body": {status: 503, inBody: true},

	"conn-refused":              {is: syscall.ECONNREFUSED, as: opError("dial")},
	"net-unreachable":           {is: syscall.ENETUNREACH, as: opError("dial")},
	"dialer-own-error":          {as: as[*faults.RefusedAddressError](nil)},
	"conn-reset-on-accept":      {as: connectionLost},
	"conn-reset-before-headers": {as: connectionLost},
	"empty-reply":               {is: io.EOF},
	"reset-during-upload":       {as: connectionLost},
	"dns-nxdomain":              {as: dnsError(func(e *net.DNSError) bool { return e.IsNotFound && !e.IsTimeout })},
	"dns-servfail":              {as: dnsError(func(e *net.DNSError) bool { return e.IsTemporary && !e.IsNotFound && !e.IsTimeout })},
	"dns-timeout":               {as: timeout, text: "lookup " + faults.CanaryDNS},

	"malformed-status-line": {text: `malformed HTTP status code "abc"`},
	"malformed-header":      {text: "malformed MIME header"},
	"bad-content-length":    {text: `bad Content-Length "-7"`},
	"not-http":              {text: `malformed HTTP response "SSH-2.0-`},
	"truncated-headers":     {is: io.ErrUnexpectedEOF},
	"oversized-headers":     {text: "server response headers exceeded"},

	"reset-mid-body":    {is: syscall.ECONNRESET, inBody: true},
	"truncated-body":    {is: io.ErrUnexpectedEOF, inBody: true},
	"truncated-chunked": {is: io.ErrUnexpectedEOF, inBody: true},
	"malformed-chunk":   {text: "invalid byte in chunk length", inBody: true},
	"bad-gzip":          {is: gzip.ErrHeader, inBody: true},
	"json-html":         {as: as[*json.SyntaxError](nil), inBody: true},
	"json-truncated":    {as: as[*json.SyntaxError](nil), inBody: true},
	"json-empty":        {as: as[*json.SyntaxError](nil), inBody: true},
	"json-wrong-type":   {as: as[*json.UnmarshalTypeError](nil), inBody: true},
	"json-array":        {as: as[*json.UnmarshalTypeError](nil), inBody: true},
	"max-bytes":         {as: as[*http.MaxBytesError](nil), inBody: true},

	"response-header-timeout": {as: timeout, text: "timeout awaiting response headers"},
	"client-timeout":          {as: timeout, is: context.DeadlineExceeded, text: "Client.Timeout exceeded"},
	"client-timeout-in-body":  {as: timeout, is: context.DeadlineExceeded, inBody: true},
	"ctx-deadline":            {is: context.DeadlineExceeded},
	"ctx-deadline-cause":      {as: as[*faults.CauseError](nil), not: []error{context.DeadlineExceeded, context.Canceled}},
	"ctx-deadline-past":       {is: context.DeadlineExceeded},
	"ctx-cancel":              {is: context.Canceled},
	"ctx-cancel-before":       {is: context.Canceled},
	"ctx-cancel-cause":        {as: as[*faults.CauseError](nil), not: []error{context.DeadlineExceeded, context.Canceled}},

	"tls-untrusted-ca":            {as: as[x509.UnknownAuthorityError](nil)},
	"tls-expired":                 {as: invalid(x509.Expired), text: "has expired"},
	"tls-wrong-usage":             {as: invalid(x509.IncompatibleUsage)},
	"tls-hostname":                {as: mismatch, text: faults.CanaryCertificate},
	"tls-client-cert-required-12": {as: opError("remote error"), text: "tls: "},
	"tls-client-cert-required-13": {as: opError("remote error"), text: "tls: certificate required"},
	"tls-version-server-old":      {as: opError("remote error"), text: "tls: protocol version not supported"},
	"tls-no-common-cipher":        {as: opError("remote error"), text: "tls: handshake failure"},
	"tls-client-on-plain-http":    {is: http.ErrSchemeMismatch},
	"tls-client-on-other-plain":   {as: as[tls.RecordHeaderError](nil)},
	"tls-handshake-timeout":       {as: timeout, text: "TLS handshake timeout", not: []error{context.DeadlineExceeded}},
	"tls-reset-in-handshake":      {is: syscall.ECONNRESET},
	"tls-fin-in-handshake":        {is: io.EOF},

	"redirect-loop-302":     {text: "stopped after 10 redirects"},
	"redirect-loop-307":     {text: "stopped after 10 redirects"},
	"redirect-bad-location": {text: "failed to parse Location header"},
	"redirect-other-scheme": {text: `unsupported protocol scheme "ftp"`},
	"redirect-refused":      {is: syscall.ECONNREFUSED, as: opError("dial"), text: faults.CanaryLocation},
	"check-redirect-error":  {as: as[*faults.RedirectError](nil)},
	"proxy-connect-407":     {text: "Proxy Authentication Required"},
	"proxy-connect-502":     {text: "Bad Gateway"},
	"proxy-refused":         {is: syscall.ECONNREFUSED, as: opError("proxyconnect")},
	"proxy-plain-407":       {status: 407},

	"url-unsupported-scheme": {text: `unsupported protocol scheme "ftp"`},
	"url-relative":           {text: `unsupported protocol scheme ""`},
	"url-no-host":            {text: "no Host in request URL"},
	"url-empty":              {text: `unsupported protocol scheme ""`},
	"url-bad-port":           {as: parseError, text: "invalid port"},
	"url-control-char":       {as: parseError, text: "invalid control character"},
	"url-bad-ipv6":           {as: parseError, text: "missing ']'"},
	"url-port-range":         {as: as[*net.AddrError](nil), text: "invalid port"},
	"header-invalid-value":   {text: "invalid header field value"},
	"method-invalid":         {text: "invalid method"},
	"nil-context":            {text: "nil Context"},
	"host-invalid":           {as: orClosed(says("invalid Host header"))},
	"nil-body-with-length":   {as: orClosed(says("Request.ContentLength=10 with nil Body"))},
	"body-reader-fails":      {as: orClosed(says(faults.CanaryFile))},
	"read-after-close":       {text: "read on closed response body", inBody: true, not: []error{http.ErrBodyReadAfterClose}},

	"s3-assumerole-conn-refused": {is: syscall.ECONNREFUSED, as: opError("dial")},
	"s3-200-with-slowdown": {status: 200, also: func(o outcome) bool {
		return strings.Contains(string(o.body), "<Error><Code>SlowDown</Code>")
	}},
	"oauth-200-no-access-token": {status: 200, also: func(o outcome) bool {
		return !strings.Contains(string(o.body), "access_token")
	}},

	"h2-rst-internal":         {text: "INTERNAL_ERROR; received from peer"},
	"h2-rst-cancel":           {text: "CANCEL; received from peer"},
	"h2-rst-refused":          {as: timeout},
	"h2-rst-calm":             {text: "ENHANCE_YOUR_CALM; received from peer"},
	"h2-rst-http11-required":  {text: "HTTP_1_1_REQUIRED; received from peer"},
	"h2-rst-mid-body":         {text: "INTERNAL_ERROR; received from peer", inBody: true},
	"h2-goaway-unprocessed":   {as: timeout},
	"h2-goaway-calm":          {text: "ENHANCE_YOUR_CALM"},
	"h2-conn-closed":          {is: io.ErrUnexpectedEOF},
	"h2-frame-too-large":      {text: "frame too large"},
	"h2-bad-status":           {text: "malformed non-numeric status pseudo header"},
	"h2-ends-without-headers": {text: "PROTOCOL_ERROR"},
}

// The test calls each fault as a net/http tool would, and checks that the symptom is that
// of the row.
func TestEveryFaultReallyHappens(t *testing.T) {
	s := newServer(t)
	for _, f := range faults.All() {
		if why, ok := onlyElsewhere(f); ok {
			t.Logf("%s: %s", f.Name, why)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			o := drive(t.Context(), s.Target(f))
			want, ok := symptoms[f.Name]
			if !ok {
				want = symptom{status: f.Want.Status}
				require.NotZero(t, want.status, "a fault without a status needs a symptom")
			}
			check(t, o, want)
		})
	}
}

// onlyElsewhere reports why a fault does not occur with net/http.
func onlyElsewhere(f faults.Fault) (string, bool) {
	if slices.Contains(f.Needs, faults.NeedSetup) {
		return "the fault is in the set-up of an SDK's client", true
	}
	return "", false
}

func check(t *testing.T, o outcome, want symptom) {
	t.Helper()
	if want.status != 0 {
		require.Equal(t, want.inBody, o.err != nil, "%v", o.err)
		assert.Equal(t, want.status, o.resp.StatusCode)
		assert.True(t, want.also == nil || want.also(o), "the response is the one described: %s", o.body)
		return
	}
	require.Error(t, o.err)
	t.Logf("%T: %v", o.err, o.err)
	assert.Equal(t, want.inBody, o.inBody, "in the body")
	if want.is != nil {
		assert.ErrorIs(t, o.err, want.is)
	}
	if want.as != nil {
		assert.True(t, want.as(o.err), "the error has the type expected: %v", o.err)
	}
	if want.text != "" {
		assert.ErrorContains(t, o.err, want.text)
	}
	for _, not := range want.not {
		assert.NotErrorIs(t, o.err, not)
	}
}

func TestSymptomsNameFaults(t *testing.T) {
	for name := range symptoms {
		_, ok := faults.Lookup(name)
		assert.True(t, ok, "symptom of no fault: %s", name)
	}
}
