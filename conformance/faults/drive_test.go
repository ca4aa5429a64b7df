package faults_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

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
