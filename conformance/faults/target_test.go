package faults_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

// A lateConn delivers nothing before the call has ended, as on a busy machine.
type lateConn struct {
	net.Conn
	over <-chan struct{}
}

func (c lateConn) Read(p []byte) (int, error) {
	<-c.over
	return c.Conn.Read(p)
}

// If a timer ends before the client has read the headers, the fault differs from one in the
// body, although the server has written both.
func TestMissedInBody(t *testing.T) {
	s := newServer(t)
	for _, late := range []bool{true, false} {
		target := s.Target(lookup(t, "client-timeout-in-body"), faults.WithPatience(time.Second))
		over, cancel := context.WithCancel(t.Context())
		dial := target.Transport.DialContext
		target.Transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial(ctx, network, addr)
			if late && err == nil {
				return lateConn{conn, over.Done()}, nil
			}
			return conn, err
		}
		o := drive(t.Context(), target)
		assert.Error(t, o.err)
		assert.Equal(t, late, o.resp == nil)
		assert.Equal(t, late, target.Missed())
		cancel()
	}
}

// Every body in which a client can detect other types gets such values. Other bodies are
// unfit.
func TestWrongTypes(t *testing.T) {
	const unfit = "the success of the shape acme has no JSON member whose value could be of another type"
	tests := map[string]struct{ body, sent, unfit string }{
		"strings":             {`{"id": "a", "n":null}`, `{"id":42,"n":null}`, ""},
		"a quote in a string": {`{"id":"say \"a\"","b":"\\"}`, `{"b":42,"id":42}`, ""},
		"numbers":             {`{"id":"a","n":-1.5e3}`, `{"id":42,"n":"quorvexbody"}`, ""},
		"true and false":      {`{"ok":true,"no":false}`, `{"no":"quorvexbody","ok":"quorvexbody"}`, ""},
		"objects and lists":   {`{"in":{"a":1},"of":[1]}`, `{"in":"quorvexbody","of":"quorvexbody"}`, ""},
		"a list of objects":   {`[{"id":"a"},{"id":"b"}]`, `[{"id":42},{"id":42}]`, ""},
		"nulls":               {`{"n":null}`, `{"n":null}`, unfit},
		"nothing":             {`{}`, `{}`, unfit},
		"XML":                 {`<a><b>2026-01-01T10:30:00Z</b></a>`, `<a><b>2026-01-01T10:30:00Z</b></a>`, unfit},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			shape := faults.Shape{Name: "acme", Success: func(faults.Request) faults.Content {
				return faults.Content{Type: "application/json", Body: []byte(tt.body)}
			}}
			target := newServer(t).Target(lookup(t, "json-wrong-type"), faults.WithTargetShape(shape))
			assert.Empty(t, target.Unfit())
			o := drive(t.Context(), target)
			assert.Equal(t, http.StatusOK, o.resp.StatusCode)
			assert.Equal(t, tt.sent, strings.TrimSpace(string(o.body)))
			assert.Equal(t, tt.unfit, target.Unfit())
		})
	}
}

// An outcome is the result of a fault for a net/http tool: a response with the part of the
// body that could be read, or an error.
type outcome struct {
	ctx    context.Context
	resp   *http.Response // its body was read and closed
	body   []byte
	err    error // of any phase
	inBody bool  // the error came while the body was read or decoded
}

// short is long enough for the loopback, and short enough for a test.
const short = 100 * time.Millisecond

func newServer(t *testing.T, opts ...faults.Option) *faults.Server {
	t.Helper()
	return faults.New(t, append([]faults.Option{faults.WithTimeout(short)}, opts...)...)
}

func lookup(t *testing.T, name string) faults.Fault {
	t.Helper()
	f, ok := faults.Lookup(name)
	require.Truef(t, ok, "no fault %q", name)
	return f
}

// drive makes one call of a tool that uses net/http, decodes JSON, and meets all needs of
// the fault.
func drive(parent context.Context, target faults.Target) (o outcome) {
	ctx, cancel := target.Context(parent)
	defer cancel()
	o.ctx = ctx
	req, err := target.Request(ctx)
	if err != nil {
		o.err = err
		return o
	}
	if slices.Contains(target.Fault.Needs, faults.NeedAssumeRole) {
		req.Method, req.Body = http.MethodPost, io.NopCloser(strings.NewReader("Action=AssumeRole&Version=2011-06-15"))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	o.resp, o.err = target.Client.Do(req)
	if o.err != nil {
		return o
	}
	defer func() { _ = o.resp.Body.Close() }()
	o.body, o.err = io.ReadAll(o.resp.Body)
	if o.err == nil && slices.Contains(target.Fault.Needs, faults.NeedJSON) {
		o.err = json.Unmarshal(o.body, new(faults.Item))
	}
	o.inBody = o.err != nil
	return o
}

// A shape answers the operations of its clients; the suites of the adapters read its errors.
func TestSuccessByOperation(t *testing.T) {
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded; charset=utf-8"}}
	target := func(s string) http.Header { return http.Header{"X-Amz-Target": {s}} }
	for _, tt := range []struct {
		shape faults.Shape
		call  faults.Request
		has   string
	}{
		{faults.AWSJSON10(), faults.Request{Header: target("DynamoDB_20120810.GetItem")}, `"Item":{"id":{"S":"quorvexbody"}}`},
		{faults.AWSJSON10(), faults.Request{Header: target("DynamoDB_20120810.PutItem")}, `{}`},
		{faults.AWSJSON10(), faults.Request{Header: target("AmazonSQS.SendMessage"), Body: []byte(`{"MessageBody":"hello"}`)}, "5d41402abc4b2a76b9719d911017c592"}, // md5("hello")
		{faults.AWSQuery(), faults.Request{Header: form, Body: []byte("Action=GetCallerIdentity")}, "<GetCallerIdentityResult><Arn>"},
		{faults.AWSQuery(), faults.Request{Header: form, Body: []byte("Action=AssumeRole")}, "<AssumeRoleResult><Credentials>"},
		{faults.AWSRestXML(), faults.Request{Method: "GET", Header: http.Header{}}, "quorvexbody quorvexbody"},
		{faults.AWSRestXML(), faults.Request{Method: "GET", Query: "list-type=2", Header: http.Header{}}, "<ListBucketResult"},
		{faults.AWSRestXML(), faults.Request{Method: "PUT", Header: http.Header{"X-Amz-Copy-Source": {"b/k"}}}, "<CopyObjectResult"},
		{faults.Google(), faults.Request{Method: "GET", Path: "/files/1", Header: http.Header{}}, `"drive#file"`},
		{faults.Google(), faults.Request{Method: "GET", Path: "/b/x/o/y", Header: http.Header{}}, `"storage#object"`},
		{faults.Google(), faults.Request{Method: "GET", Path: "/b/x/o/y", Query: "alt=media", Header: http.Header{}}, "quorvexbody quorvexbody"},
		{faults.Google(), faults.Request{Method: "GET", Path: "/v1/operations/x", Header: http.Header{}}, `"done":false`},
		{faults.OAuth(), faults.Request{Method: "POST", Path: "/token", Header: form}, `"access_token"`},
		{faults.Google(), faults.Request{Method: "POST", Path: "/token", Header: form}, `"access_token"`},
	} {
		assert.Contains(t, string(tt.shape.Success(tt.call).Body), tt.has, tt.shape.Name)
	}
}

func TestClosedPort(t *testing.T) {
	address := faults.ClosedPort(t)
	_, err := net.Dial("tcp", address)
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	_, err = net.Listen("tcp", address)
	require.ErrorIs(t, err, syscall.EADDRINUSE, "no other program can have it")
}

// The raw bytes have the letter case of the row, which net/http would hide.
func TestWaitHeadersAreSentAsWritten(t *testing.T) {
	s := newServer(t)
	for name, line := range map[string]string{"429-delta": "Retry-After: 7", "429-delta-odd-case": "rEtRy-aFtEr: 7", "403-reset-after": "X-RateLimit-Remaining: 0"} {
		assert.Contains(t, raw(t, s.Target(lookup(t, name))), "\r\n"+line+"\r\n")
	}
}
