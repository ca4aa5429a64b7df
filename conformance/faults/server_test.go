package faults_test

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
)

// goroutines returns the stacks of all goroutines.
func goroutines(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, pprof.Lookup("goroutine").WriteTo(&b, 2))
	return b.String()
}

// This test is not parallel, because it inspects the whole process.
func TestCloseLeavesNothingRunning(t *testing.T) {
	s, err := faults.Start(faults.WithTimeout(short))
	require.NoError(t, err)
	var calls sync.WaitGroup
	for _, name := range []string{
		"status-500", "429-delta", "conn-refused", "conn-reset-before-headers", "empty-reply", "dns-nxdomain", "dns-timeout",
		"reset-mid-body", "truncated-body", "client-timeout-in-body", "ctx-cancel", "tls-untrusted-ca", "tls-handshake-timeout",
		"redirect-loop-302", "proxy-connect-502", "h2-rst-internal", "h2-rst-mid-body", "h2-goaway-calm",
	} {
		target := s.Target(lookup(t, name))
		calls.Go(func() { drive(t.Context(), target) })
	}
	// Only Close ends this call: the context that the server cancels after it has read the
	// request is not that of the call.
	stuck, ended := s.Target(lookup(t, "ctx-cancel")), make(chan error, 1)
	seen, cancel := stuck.Context(t.Context())
	defer cancel()
	req, err := stuck.Request(t.Context())
	require.NoError(t, err)
	go func() {
		_, err := stuck.Client.Do(req)
		ended <- err
	}()
	calls.Wait()
	<-seen.Done()
	s.Close()
	require.Error(t, <-ended, "Close ends the calls that are still under way")
	s.Close() // a second call does nothing
	for stack := range strings.SplitSeq(goroutines(t), "\n\n") {
		assert.NotContains(t, stack, "faults.(*Server)", "a goroutine of the server outlives it")
		assert.NotContains(t, stack, "faults.(*exchange)", "a goroutine of the server outlives it")
	}
	assert.Eventually(t, func() bool {
		return !strings.Contains(goroutines(t), "net/http.(*persistConn)") && !strings.Contains(goroutines(t), "http2ClientConn")
	}, 5*time.Second, 5*time.Millisecond, "the clients' connections end too")
}

func TestClientsDialNothingButTheLoopback(t *testing.T) {
	s := newServer(t)
	for _, f := range faults.All() {
		target := s.Target(f)
		for _, addr := range []string{"192.0.2.1:80", "example.invalid:80", "[2001:db8::1]:80"} {
			if f.Name == "dialer-own-error" {
				continue // it has no address
			}
			_, err := target.Transport.DialContext(t.Context(), "tcp", addr)
			assert.ErrorIs(t, err, loopback.ErrOutside, "%s dials %s", f.Name, addr)
		}
	}
}

// A status is sent only after the whole request was read, so that no RST overtakes it.
func TestUploadIsReadWhole(t *testing.T) {
	target := newServer(t).Target(lookup(t, "status-413"))
	body := strings.NewReader(strings.Repeat("x", 4<<20))
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, target.URL, body)
	require.NoError(t, err)
	req.Header.Set("Expect", "100-continue")
	resp, err := target.Client.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	assert.Equal(t, 413, resp.StatusCode)
	assert.Zero(t, body.Len())
}

// raw sends a request over a bare connection and returns the response's bytes.
func raw(t *testing.T, target faults.Target) string {
	t.Helper()
	u, err := url.Parse(target.URL)
	require.NoError(t, err)
	conn, err := net.Dial("tcp", u.Host)
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = conn.Write([]byte("GET / HTTP/1.1\r\nHost: " + u.Host + "\r\n\r\n"))
	require.NoError(t, err)
	var b bytes.Buffer
	_, err = b.ReadFrom(conn)
	require.NoError(t, err)
	return b.String()
}

// A fault that races with a timer of the caller has happened when the server has read a
// request.
func TestMissed(t *testing.T) {
	s := newServer(t)
	for _, f := range faults.All() {
		if f.Group != faults.GroupTimeout {
			assert.False(t, s.Target(f).Missed(), f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			target := s.Target(f, faults.WithPatience(time.Second))
			races := target.Missed()
			assert.Equal(t, races, slices.Contains([]string{"client-timeout", "client-timeout-in-body", "aws-read-timeout", "ctx-deadline", "ctx-deadline-cause"}, f.Name))
			if slices.Contains(f.Needs, faults.NeedSetup) {
				return
			}
			drive(t.Context(), target)
			assert.False(t, target.Missed())
		})
	}
}
