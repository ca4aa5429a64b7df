// Package nats_test tests NATS's client, its JetStream API and the older JetStream API with
// NATS.
package nats_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/natsadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	secret  = faults.CredentialBearer
	subject = faults.CanaryPath + ".eu"
	body    = faults.CanaryBody

	// soon is a wait that ends without an answer.
	soon = 50 * time.Millisecond
)

var check, checkRow = proof.Checks(natsadapter.Adapter{}), proof.Rows(natsadapter.Adapter{})

// checked compares an error with the table's row of a code.
func checked(t *testing.T, name, code string, err error) {
	t.Helper()
	checkRow(t, name, code, err)
	seen[code] = true
}

// seen are the codes that a real client returned.
var seen = map[string]bool{}

// unmade are the codes that no client returns here, with the reasons.
var unmade = map[string]string{
	"tls":                "what is inside of it is httpadapter's",
	"no_messages":        "the client keeps it for itself",
	"no_matching_stream": "of the older API alone; TestEverySentinel has its text",
}

func TestNATS(t *testing.T) {
	open := startNATS(t, "max_payload: 16384\njetstream {}\n")
	core(t, open)
	connections(t)
	said(t)
	rights(t)
	modern(t, open)
	stores(t, open)
	notEnabled(t)
	numbered(t)
	statuses(t)
	for _, row := range spec.Of(natsadapter.Adapter{}).Table().Rows() {
		if reason := unmade[row.VendorCode]; reason == "" {
			assert.True(t, seen[row.VendorCode], "no server returns %s", row.VendorCode)
		} else {
			assert.False(t, seen[row.VendorCode], "%s is returned after all", row.VendorCode)
		}
	}
}

// core tests the errors of requests, subscriptions and messages.
func core(t *testing.T, url string) {
	t.Helper()
	nc := connect(t, url)
	_, err := nc.Request("nobody."+subject, []byte(body), time.Second)
	checked(t, "a request without a listener", "no_responders", err)
	silent, err := nc.SubscribeSync("silent." + faults.CanaryPath)
	require.NoError(t, err)
	_, err = nc.Request(silent.Subject, []byte(body), soon)
	checked(t, "a request without an answer", "timeout", err)
	_, err = silent.NextMsg(time.Second)
	require.NoError(t, err)
	_, err = silent.NextMsg(soon)
	checked(t, "a message that does not come", "timeout", err)

	late, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	_, err = nc.RequestWithContext(late, silent.Subject, []byte(body))
	check(t, proof.Case{Name: "a deadline", Context: late, Err: err, Want: proof.Want(toolerr.KindToolTimeout, unknown), Service: "_http"})

	checked(t, "a message that is too large", "max_payload", nc.Publish(subject, make([]byte, 1<<15)))
	checked(t, "no subject", "bad_subject", nc.Publish("", []byte(body)))
	_, err = nc.QueueSubscribeSync("x", "two words")
	checked(t, "a queue", "bad_queue_name", err)
	_, err = nc.Subscribe("x", nil)
	checked(t, "no handler", "client_usage", err)

	slow, err := nc.SubscribeSync("slow")
	require.NoError(t, err)
	require.NoError(t, slow.SetPendingLimits(1, 1<<10))
	for range 5 {
		require.NoError(t, nc.Publish("slow", []byte(body)))
	}
	require.NoError(t, nc.Flush())
	require.Eventually(t, func() bool { n, _ := slow.Dropped(); return n > 0 }, time.Minute, time.Millisecond)
	_, err = slow.NextMsg(time.Second)
	checked(t, "a subscriber that is too slow", "slow_consumer", err)

	drained := connect(t, url, nats.DrainTimeout(soon), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	release := make(chan struct{})
	_, err = drained.Subscribe("held", func(*nats.Msg) { <-release })
	require.NoError(t, err)
	require.NoError(t, drained.Publish("held", nil))
	require.NoError(t, drained.Flush())
	require.NoError(t, drained.Drain())
	_, err = drained.SubscribeSync(subject)
	checked(t, "draining", "connection_draining", err)
	require.Eventually(t, drained.IsClosed, time.Minute, time.Millisecond)
	checked(t, "drained for too long", "drain_timeout", drained.LastError())
	close(release)

	asking := connect(t, url)
	asked, err := nc.SubscribeSync("asked")
	require.NoError(t, err)
	require.NoError(t, nc.Flush())
	waits := make(chan error, 1)
	go func() {
		_, err := asking.Request(asked.Subject, []byte(body), time.Minute)
		waits <- err
	}()
	_, err = asked.NextMsg(10 * time.Second)
	require.NoError(t, err)
	require.NoError(t, asking.ForceReconnect())
	checked(t, "a connection made anew while it waits", "disconnected", <-waits)

	nc.Close()
	checked(t, "closed", "connection_closed", nc.Publish(subject, []byte(body)))
	_, err = nats.Connect("127.0.0.1:1", nats.Token(secret), nats.TokenHandler(func() string { return secret }))
	checked(t, "two tokens", "client_options", err)
	_, err = nats.Connect("nats://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@127.0.0.1:1")
	checked(t, "refused", "no_servers", err)
	_, err = nats.Connect("nats://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@h:x")
	check(t, proof.Case{Name: "a URL", Err: err, Want: proof.Want(toolerr.KindToolFatal, none), Service: "_http"})
	_, err = nats.Connect(url, nats.Secure())
	checked(t, "a server without TLS", "secure_conn", err)
}

// connections tests connections that break in use.
func connections(t *testing.T) {
	t.Helper()
	url, stop := fake{}.start(t)
	nc := connect(t, url, nats.ReconnectWait(time.Hour), nats.ReconnectBufSize(8))
	_, err := nc.Request(subject, []byte(body), soon)
	checked(t, "lost while it waits", "timeout", err)
	stop()
	require.Eventually(t, nc.IsReconnecting, time.Minute, time.Millisecond)
	require.NoError(t, nc.Publish(subject, make([]byte, 16)))
	checked(t, "too much while it is down", "reconnect_buf_exceeded", nc.Publish(subject, make([]byte, 16)))
	_, err = nc.RTT()
	checked(t, "down", "disconnected", err)
	checked(t, "drained while it is down", "connection_reconnecting", nc.Drain())

	url, _ = fake{}.start(t)
	nc = connect(t, url, nats.NoReconnect())
	_, err = nc.Request(subject, []byte(body), 10*time.Second)
	checked(t, "lost for good while it waits", "connection_closed", err)

	url, _ = fake{hello: "HTTP/1.1 400 Bad Request"}.start(t)
	_, err = nats.Connect(url)
	checked(t, "another protocol", "no_info_received", err)
	url, _ = fake{hello: `INFO {"version":"2.9.10","headers":false}`, pub: "+OK"}.start(t)
	m := nats.NewMsg(subject)
	m.Header.Set("X", body)
	checked(t, "an old server", "not_supported", connect(t, url).PublishMsg(m))
	url, _ = fake{hello: `INFO {"version":"2.9.10","tls_required":true}`, certificate: certificate(t)}.start(t)
	_, err = nats.Connect(url)
	check(t, proof.Case{Name: "an untrusted certificate", Err: err, Want: proof.Want(toolerr.KindToolFatal, none), Service: "_http"})
}

// sentences are a server's texts for a client during and after the sign-in.
var sentences = map[string]string{
	"Authorization Violation": "authorization", "User Authentication Expired": "auth_expired", "User Authentication Revoked": "auth_revoked",
	"Account Authentication Expired": "account_auth_expired", "Authentication Timeout": "auth_timeout", "Maximum Connections Exceeded": "max_connections_exceeded",
	"maximum account active connections exceeded": "max_connections_exceeded", "Stale Connection": "stale_connection",
	"Connection throttling is active. Please try again later.": "connection_throttled", "Secure Connection - TLS Required": "secure_conn",
	"Maximum Payload Violation": "max_payload", "Maximum Control Line Exceeded": "max_control_line", "Invalid Publish Subject": "bad_subject",
	"Unknown Protocol Operation": "protocol_error", "Parser Error": "protocol_error", "Maximum Subscriptions Exceeded": "max_subscriptions_exceeded",
	"Permissions Violation for Publish to \"" + subject + "." + secret + "\"": "permission_violation",
}

// said tests a server's texts: during the sign-in, and later, as the connection's last
// error.
func said(t *testing.T) {
	t.Helper()
	for words, code := range sentences {
		url, _ := fake{ping: "-ERR '" + words + "'"}.start(t)
		_, err := nats.Connect(url)
		checked(t, code+", signing in", code, err)

		url, _ = fake{pub: "-ERR '" + words + "'"}.start(t)
		nc := connect(t, url, nats.NoReconnect(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
		require.NoError(t, nc.Publish(subject, []byte("x")))
		require.NoError(t, ignoreClosed(nc.FlushTimeout(10*time.Second)))
		require.Eventually(t, func() bool { return nc.LastError() != nil }, time.Minute, time.Millisecond)
		checked(t, code+", later", code, nc.LastError())
		nc.Close()
	}
	url, _ := fake{ping: "-ERR 'Future " + body + "'"}.start(t)
	_, err := nats.Connect(url)
	check(t, proof.Case{Name: "a word of the future", Err: err, Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown)})
}

func ignoreClosed(err error) error {
	if errors.Is(err, nats.ErrConnectionClosed) {
		return nil
	}
	return err
}

// rights tests the refusals of a server with accounts.
func rights(t *testing.T) {
	t.Helper()
	url := startNATS(t, fmt.Sprintf("max_connections: 1\nauthorization { users: [{user: few, password: %q, permissions: {publish: [\"ok.>\", \"_INBOX.>\"], subscribe: [\"ok.>\", \"_INBOX.>\"]}}] }\n", faults.CredentialPassword))
	_, err := nats.Connect(url, nats.UserInfo("few", secret))
	checked(t, "a wrong password", "authorization", err)
	nc := connect(t, url, nats.UserInfo("few", faults.CredentialPassword), nats.PermissionErrOnSubscribe(true), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	sub, err := nc.SubscribeSync(subject)
	require.NoError(t, err)
	_, err = sub.NextMsg(10 * time.Second)
	checked(t, "a subject that may not be read", "permission_violation", err)
	require.NoError(t, nc.Publish(subject+"."+secret, nil))
	require.NoError(t, nc.Flush())
	checked(t, "a subject that may not be written", "permission_violation", nc.LastError())
	_, err = nats.Connect(url, nats.UserInfo("few", faults.CredentialPassword))
	tooMany(t, err)
}

// tooMany checks the error of a refused connection: the server's text, or a connection that
// broke before the client read it.
func tooMany(t *testing.T, err error) {
	t.Helper()
	require.Error(t, err)
	if strings.Contains(strings.ToLower(err.Error()), "maximum connections") {
		checked(t, "a connection too many", "max_connections_exceeded", err)
		return
	}
	t.Logf("a connection too many: %T %v", err, err)
}

// notEnabled tests servers and accounts without JetStream.
func notEnabled(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	without := connect(t, startNATS(t, ""))
	old, err := without.JetStream()
	require.NoError(t, err)
	_, err = old.StreamInfo("x")
	checked(t, "no answer for JetStream, older API", "no_responders", err)
	_, err = old.AccountInfo()
	checked(t, "no JetStream, older API", "jetstream_not_enabled", err)
	js, err := jetstream.New(without)
	require.NoError(t, err)
	_, err = js.Stream(ctx, "x")
	checked(t, "no answer for JetStream", "no_responders", err)
	_, err = js.AccountInfo(ctx)
	checked(t, "no JetStream", "jetstream_not_enabled", err)
	_, err = js.Publish(ctx, subject, []byte(body), jetstream.WithRetryAttempts(0))
	checked(t, "no stream", "no_stream_response", err)

	url := startNATS(t, fmt.Sprintf("jetstream {}\naccounts { A: {jetstream: enabled, users: [{user: a, password: x}]}, B: {users: [{user: b, password: %q}]} }\n", faults.CredentialPassword))
	js, err = jetstream.New(connect(t, url, nats.UserInfo("b", faults.CredentialPassword)))
	require.NoError(t, err)
	_, err = js.AccountInfo(ctx)
	checked(t, "an account without JetStream", "jetstream_not_enabled_for_account", err)
}

// numbered tests all numbers of the table, sent by a server of the test, and some others.
func numbered(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	nc := connect(t, startNATS(t, ""))
	old, err := nc.JetStream()
	require.NoError(t, err)
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	var refusal atomic.Value
	answer := func(m *nats.Msg) { _ = m.Respond(refusal.Load().([]byte)) }
	for _, s := range []string{"$JS.API.>", "orders"} {
		_, err = nc.Subscribe(s, answer)
		require.NoError(t, err)
	}
	all := func(name string, check func(name string, err error), status, number int, description string) {
		answer, err := json.Marshal(map[string]any{"stream": "s", "error": map[string]any{"code": status, "err_code": number, "description": description}})
		require.NoError(t, err)
		refusal.Store(answer)
		_, err = js.Stream(ctx, "s")
		check(name, err)
		_, err = old.StreamInfo("s")
		check(name+", older API", err)
		_, err = js.Publish(ctx, "orders", []byte(body))
		check(name+" of a message", err)
		_, err = old.Publish("orders", []byte(body))
		check(name+" of a message, older API", err)
	}
	for number := 10000; number < 11000; number++ {
		code := natsadapter.Code(number)
		if code == "" {
			continue
		}
		all(fmt.Sprint(number, " ", code), func(name string, err error) { checked(t, name, code, err) }, 400, number, faults.CanaryMessage+" "+secret)
	}
	all("a stream that is full", func(name string, err error) { checked(t, name, "stream_full", err) }, 503, 10077, "maximum bytes exceeded")
	for status, want := range map[int]proof.Case{
		404: {Want: proof.Want(toolerr.KindUpstreamNotFound, none)},
		429: {Want: proof.Want(toolerr.KindUpstreamRateLimit, none)},
		500: {Want: proof.Want(toolerr.KindUpstreamServerError, unknown)},
	} {
		all(fmt.Sprint("a number of the future, ", status), func(name string, err error) {
			want.Name, want.Err = name, err
			check(t, want)
		}, status, 10999, faults.CanaryMessage)
	}
	refusal.Store([]byte("<html>" + body))
	_, err = js.Publish(ctx, "orders", []byte(body))
	checked(t, "an answer that is none", "invalid_response", err)
	refusal.Store([]byte("{}"))
	_, err = js.CreateConsumer(ctx, "s", jetstream.ConsumerConfig{})
	checked(t, "an answer with nothing in it", "invalid_response", err)
}

func name(prefix string) string { return prefix + strings.ToUpper(faults.CanaryPath) }
