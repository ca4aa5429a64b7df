package faults_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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
