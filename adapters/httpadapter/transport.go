package httpadapter

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"time"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/toolerr"
)

// sights is the result of one walk over an error tree.
type sights struct {
	// The status of a response, and the error that has it; node is nil without one. A rate
	// limit may have a wait and no status.
	node      error
	status    int
	header    http.Header
	requestID string
	wait      time.Duration // in the error itself; 0: none

	// The first rule that fits, and the error that fits it; 0 without one.
	rule    rule
	ruledBy error

	// Method and URL of the innermost error that has them.
	method, url string

	inExchange       bool // below a *url.Error, or in a body
	beforeConnection bool // below a dial
	inFile           bool // below an error of a file, which wraps the same errors
	onNetwork        bool // the tree has an error of package net
	gaveUp           bool // below go-retryablehttp's error after the last attempt

	marked *marked.Result // a result that the tool itself marked as failed
}

// look reads one error of the tree, and skips one that panics.
func (s *sights) look(e error) {
	defer func() { _ = recover() }()

	switch x := e.(type) {
	case *StatusError:
		if r := x.kept(); x.StatusCode() != 0 {
			s.answered(e, x.StatusCode(), r.Header)
			s.method, s.url = r.Method, r.URL
		}
	case *BodyError:
		s.lookAtBody(x)
	case *flattenedError:
		s.inExchange = true
		s.method, s.url = x.method, x.url
		s.rules(x.rule, e)
	case *noResponseError:
		s.rules(brokenRoundTripper, e)
	case *ProxyError:
		s.rules(x.rule(), e)
	case *url.Error:
		s.lookAtURL(x)
	case *net.OpError:
		s.lookAtOp(x)
	case *net.DNSError:
		s.onNetwork = true
		s.rules(unresolved, e)
		if x.IsTimeout {
			s.rules(timeoutBefore, e)
		}
	case *net.AddrError:
		// Package net's other text, "no suitable address found", is about the results of a
		// resolver (go1.26.8).
		if s.beforeConnection && x.Err != "no suitable address found" {
			s.rules(invalidAddress, e)
		}
	case net.UnknownNetworkError, net.InvalidAddrError:
		if s.beforeConnection {
			s.rules(invalidAddress, e)
		}
	case url.EscapeError, url.InvalidHostError:
		s.rules(invalidURL, e)
	case *tls.CertificateVerificationError, *tls.ECHRejectionError,
		x509.UnknownAuthorityError, x509.HostnameError, x509.CertificateInvalidError, x509.SystemRootsError,
		x509.InsecureAlgorithmError, x509.ConstraintViolationError, x509.UnhandledCriticalExtension:
		s.rules(certificate, e)
	case tls.AlertError:
		s.rules(ruleOfAlert(x), e)
	case tls.RecordHeaderError:
		s.rules(wrongProtocol, e)
	case *http.MaxBytesError:
		s.rules(tooLarge, e)
	case *fs.PathError, *os.LinkError:
		s.inFile = true
		if s.inExchange {
			s.rules(unreadableUpload, e)
		}
	case *os.SyscallError:
		// The wrapped error is more specific.
	case *marked.Result:
		s.marked = x
	case *toolerr.ToolRuntimeError, toolerr.Kind, toolerr.Class:
		// Already adapted: a chain handles it before it calls an adapter.
	default:
		s.lookAtOther(e)
	}
	if s.inFile && !errtree.Wraps(e) {
		s.inFile = false
	}
}

// ruleOfAlert returns the rule of a TLS alert (RFC 8446 section 6): two of them are not about
// what the sides support.
func ruleOfAlert(alert error) rule {
	switch alert.Error() { // of an unexported type in net.OpError
	case "tls: internal error", "tls: user canceled":
		return lostConnection
	}
	return handshakeAlert
}

// rules sets the rule if it has precedence over the current one.
//
//go:noinline
func (s *sights) rules(r rule, e error) {
	if s.rule == 0 || r < s.rule {
		s.rule, s.ruledBy = r, e
	}
}

func (s *sights) answered(e error, status int, h http.Header) {
	s.node, s.status, s.header = e, status, h
}

func (s *sights) lookAtBody(e *BodyError) {
	s.inExchange = true
	a := e.about()
	s.method, s.url = a.Method, a.URL
	s.rules(cmp.Or(a.stated, brokenBody), e)
	_, _, stated := LimitIn(a.Body).Row(a.Status)
	if a.Status >= 300 || stated {
		// A status or a code takes precedence over a body that could not be read.
		s.answered(e, a.Status, a.Header)
	}
}

// lookAtURL reads the error of an exchange, or of a URL that does not parse. A tree can
// have two: the tool's call, and inside it that for a token.
func (s *sights) lookAtURL(e *url.Error) {
	if e.Op == "parse" {
		s.rules(invalidURL, e)
		return
	}
	s.inExchange = true
	s.method, s.url = methodOf(e.Op), e.URL
	s.rules(unmapped, e)
}

func (s *sights) lookAtOp(e *net.OpError) {
	s.onNetwork = true
	switch e.Op {
	case "dial", "proxyconnect", "socks connect":
		s.beforeConnection = true
		s.rules(notConnected, e)
		if e.Timeout() {
			s.rules(timeoutBefore, e)
		}
	case "read", "write", "readfrom", "writeto":
		s.rules(lostConnection, e)
		if e.Timeout() {
			s.rules(timeout, e)
		}
	case "remote error":
		s.rules(ruleOfAlert(e.Err), e)
	case "local error":
		s.rules(unmapped, e)
	default:
		// Listening and setting options are not exchanges.
		s.inFile = true
	}
}

// The types of errors.New and fmt.Errorf, which have only a text.
var (
	plainText   = reflect.TypeOf(errors.New(""))
	wrappedText = reflect.TypeOf(fmt.Errorf("%w", io.EOF))
)

// lookAtOther reads errors without an exported type: values, interfaces, and last texts.
func (s *sights) lookAtOther(e error) {
	if s.lookAtValue(e) {
		return
	}
	switch t := reflect.TypeOf(e); t {
	case plainText:
		s.lookAtText(e)
		return
	case wrappedText:
		s.lookAtWrapping(e)
		return
	default:
		if r := http2Rule(e, t); r != 0 {
			s.rules(r, e)
			return
		}
	}
	if s.lookAtStatus(e) {
		return
	}
	if s.inFile {
		return
	}
	if r, number := errnoRule(e); number {
		if r != 0 {
			s.rules(r, e)
		}
		return
	}
	s.lookAtTime(e)
}

// lookAtValue compares e with the values that net/http, context and io export.
func (s *sights) lookAtValue(e error) bool {
	switch e {
	case context.Canceled: //nolint:errorlint // one node of a walk
		s.rules(canceled, e)
	case context.DeadlineExceeded:
		s.deadline(e)
	case os.ErrDeadlineExceeded:
		if !s.inFile {
			s.rules(timeout, e)
		}
	case net.ErrClosed:
		if !s.inFile {
			s.rules(lostConnection, e)
		}
	case http.ErrSchemeMismatch:
		s.rules(wrongProtocol, e)
	case http.ErrBodyReadAfterClose:
		s.rules(readAfterClose, e)
	case http.ErrNoLocation, http.ErrLineTooLong:
		s.rules(unmapped, e)
	case io.EOF, io.ErrUnexpectedEOF:
		if s.inExchange {
			s.rules(lostConnection, e)
		}
	default:
		return false
	}
	return true
}

// deadline distinguishes the deadline of an exchange from one of any operation.
func (s *sights) deadline(e error) {
	if s.inExchange || s.onNetwork {
		s.rules(timeout, e)
	} else {
		s.rules(deadline, e)
	}
}

// lookAtTime checks whether e is a timeout or a cancellation, in all existing ways: which
// one an error has depends on the phase, and sometimes on a race.
func (s *sights) lookAtTime(e error) {
	if t, ok := e.(interface{ Timeout() bool }); ok && t.Timeout() {
		s.rules(timeout, e)
		// The timeout of the handshake can only be recognised by its type, which is not exported
		// (go1.26.8).
		if reflect.TypeOf(e).String() == "http.tlsHandshakeTimeoutError" {
			s.rules(timeoutBefore, e)
		}
		return
	}
	is, ok := e.(interface{ Is(error) bool })
	switch {
	case !ok:
	case is.Is(os.ErrDeadlineExceeded):
		s.rules(timeout, e)
	case is.Is(context.DeadlineExceeded):
		s.deadline(e)
	case is.Is(context.Canceled):
		s.rules(canceled, e)
	}
}
