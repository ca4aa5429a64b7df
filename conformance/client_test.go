package conformance_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A storeError is the error of an invented SDK for HTTP. It keeps status and headers, and
// its text has the whole response. Its fields are unexported, because httpadapter, which
// follows every adapter, would read exported ones.
type storeError struct {
	status int
	header http.Header
	body   string
}

func (e *storeError) Error() string { return fmt.Sprintf("store: %d: %s", e.status, e.body) }

// getItem is the only call of the SDK.
func getItem(ctx context.Context, client *http.Client, base string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/items/1", nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	switch {
	case resp.StatusCode >= 300:
		return &storeError{resp.StatusCode, resp.Header, string(body)}
	case err != nil:
		return httpadapter.CheckBody(resp, err)
	}
	return httpadapter.CheckBody(resp, json.Unmarshal(body, new(faults.Item)))
}

// store is the correct adapter of that SDK.
type store struct{}

func (store) Slug() string { return "_store" }

func (store) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*storeError); ok { //nolint:errorlint // one node of a walk
			return httpadapter.FromStatus(err, x.status, x.header, time.Time{}, toolerr.WithService("_store"))
		}
	}
	return nil
}

// spoiled is that adapter with changed answers.
type spoiled struct {
	store
	change func(*storeError, *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError
}

func (s spoiled) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*storeError); ok { //nolint:errorlint // one node of a walk
			return s.change(x, s.store.FromError(err))
		}
	}
	return nil
}

// storeSuite is the suite of the SDK for the named faults, or for all without a name.
func storeSuite(names ...string) conformance.Suite {
	s := conformance.Suite{
		Adapter:  store{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "store",
		Have:     []faults.Need{faults.NeedBody, faults.NeedJSON},
		Call: func(ctx context.Context, t conformance.Target) error {
			return getItem(ctx, &http.Client{
				Transport: httpadapter.Transport{Base: t.Client.Transport}, Timeout: t.Client.Timeout, CheckRedirect: t.Client.CheckRedirect,
			}, t.URL)
		},
	}
	if len(names) > 0 {
		s.Only = func(fault string) bool { return slices.Contains(names, fault) }
	}
	return s
}

// A callFunc makes a call of a suite.
type callFunc = func(ctx context.Context, t conformance.Target) error

// during replaces the client's calls under a fault.
func during(s *conformance.Suite, fault string, act func(ctx context.Context, t conformance.Target, call callFunc) error) {
	call := s.Call
	s.Call = func(ctx context.Context, t conformance.Target) error {
		if t.Fault.Name == fault {
			return act(ctx, t, call)
		}
		return call(ctx, t)
	}
}

// result returns the result of a suite with one fault.
func result(t *testing.T, s conformance.Suite) conformance.Result {
	t.Helper()
	report, err := s.Report(t.Context())
	require.NoError(t, err)
	require.Len(t, report.Faults, 1)
	return report.Faults[0]
}

func TestARightAdapterUnderEveryFault(t *testing.T) {
	storeSuite().Run(t)
}

// The differences themselves are tested with faults.Want.
func TestAWrongAnswerNamesTheFault(t *testing.T) {
	s := storeSuite("status-404")
	s.Adapter = spoiled{change: func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
		return te.WithKind(toolerr.KindUpstreamAuthError)
	}}
	err := s.Check(t.Context())
	var finding conformance.Finding
	require.ErrorAs(t, err, &finding)
	assert.Equal(t, "fault/status-404", finding.Check)
	assert.Contains(t, finding.Came, "kind is UPSTREAM_RUNTIME_AUTH_ERROR, want UPSTREAM_RUNTIME_NOT_FOUND")
	assert.Contains(t, finding.Look, "*conformance_test.storeError", "where to look")
	assert.Equal(t, conformance.Failed, result(t, s).Outcome)
}

func TestClientThatFailsWithoutAFault(t *testing.T) {
	hold := make(chan struct{}) // releases the client that hangs
	t.Cleanup(func() { close(hold) })
	tests := []struct {
		name string
		call func(context.Context, conformance.Target) error
		want string
	}{
		{"an error", func(context.Context, conformance.Target) error { return errors.New("no route") }, "does Suite.Shape fit it? no route"},
		{"a panic", func(context.Context, conformance.Target) error { panic("nil map") }, "panics on a healthy server: nil map"},
		{"the end of its goroutine", func(context.Context, conformance.Target) error { runtime.Goexit(); return nil }, "ended its goroutine"},
		{"no return", func(_ context.Context, t conformance.Target) error { <-hold; return nil }, "hangs on a healthy server"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := storeSuite("status-500")
			s.Call, s.Timeout = tt.call, patience
			assert.ErrorContains(t, s.Check(t.Context()), tt.want)
		})
	}
}

// patience is long enough for a healthy server, even on a busy machine.
const patience = 300 * time.Millisecond

// A client that ignores its context is distinguished from one that a fault makes wait.
func TestAClientThatHangs(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	s := storeSuite("status-500")
	s.Timeout = patience
	during(&s, "status-500", func(ctx context.Context, t conformance.Target, call callFunc) error {
		<-release
		return call(ctx, t)
	})
	res := result(t, s)
	require.Len(t, res.Findings, 1)
	assert.Equal(t, "the call returns when its context ends", res.Findings[0].Promised)
	assert.Contains(t, res.Findings[0].Came, "still running")
}

// The client reaches its caller's deadline, and the result is judged.
func TestAClientThatNeverGivesUp(t *testing.T) {
	s := storeSuite("conn-refused")
	call := s.Call
	s.Timeout = patience
	s.Call = func(ctx context.Context, t conformance.Target) error {
		for ctx.Err() == nil {
			if err := call(ctx, t); err == nil {
				return nil
			}
		}
		return ctx.Err()
	}
	s.Wants = map[string]conformance.Want{"fault/conn-refused": faults.ForKind(toolerr.KindNetworkTransportTimeout, toolerr.EffectNone).
		Because("the SDK repeats until its deadline")}
	assert.Equal(t, conformance.Passed, result(t, s).Outcome)
}

func TestAPanicUnderAFaultIsJudged(t *testing.T) {
	s := storeSuite("status-500")
	call := s.Call
	s.Call = func(ctx context.Context, t conformance.Target) error {
		if err := call(ctx, t); err != nil {
			panic(err)
		}
		return nil
	}
	res := result(t, s)
	assert.Equal(t, conformance.Failed, res.Outcome)
	assert.Contains(t, res.Raw, "panic: store: 500")
	assert.Equal(t, toolerr.KindToolFatal, res.Answer.Kind)
	s.Wants = map[string]conformance.Want{"fault/status-500": faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnknown).
		Because("the SDK panics, and the boundary contains it")}
	assert.Equal(t, conformance.Passed, result(t, s).Outcome)
}

// The rows name the clients that return no error.
func TestSilentClients(t *testing.T) {
	s := storeSuite("json-empty")
	s.Client = "aws/dynamodb"
	honest := s.Call
	during(&s, "json-empty", func(ctx context.Context, t conformance.Target, call callFunc) error {
		_ = call(ctx, t)
		return nil
	})
	res := result(t, s)
	assert.Equal(t, conformance.Silent, res.Outcome)
	assert.Contains(t, res.Reason, "zero output and no error")
	assert.Nil(t, res.Answer, "no adapter was asked")

	s.Client = "aws/s3"
	res = result(t, s)
	assert.Equal(t, conformance.Failed, res.Outcome, "the row does not name this client")
	require.Len(t, res.Findings, 1)
	assert.Equal(t, "the client reported success", res.Findings[0].Came)
	assert.Contains(t, res.Findings[0].Promised, "200 with an empty body")

	s.Client, s.Call = "aws/dynamodb/next-version", honest
	assert.Equal(t, conformance.Accepted, result(t, s).Outcome, "what it does report is judged")

	during(&s, "json-empty", func(ctx context.Context, _ conformance.Target, _ callFunc) error {
		<-ctx.Done()
		return ctx.Err()
	})
	s.Timeout = patience
	assert.Equal(t, conformance.Silent, result(t, s).Outcome, "it would never end")
}

func TestFaultsAreLeftOut(t *testing.T) {
	s := storeSuite("status-404", "header-invalid-value", "s3-SlowDown-503", "status-500")
	s.Skip = map[string]string{"fault/status-404": "the SDK makes a nil of it", "fault/tls-expired": "not this one either"}
	report, err := s.Report(t.Context())
	require.NoError(t, err)
	outcomes := map[string]string{}
	for n, r := range report.Faults {
		assert.Equal(t, "fault/"+report.Rows[n].Name, r.Name)
		outcomes[r.Name] = string(r.Outcome) + ": " + r.Reason
	}
	assert.Equal(t, map[string]string{
		"fault/status-404":           "skipped: the SDK makes a nil of it",
		"fault/header-invalid-value": "skipped: the client lacks control of the *http.Request",
		"fault/s3-SlowDown-503":      "skipped: the client lacks an S3 client",
		"fault/status-500":           "passed: ",
	}, outcomes)

	s.Have = append(s.Have, faults.NeedS3)
	s.Only = func(fault string) bool { return fault == "s3-SlowDown-503" }
	assert.NotEqual(t, conformance.Skipped, result(t, s).Outcome, "what the client has is not lacked")
}

func TestSuiteWants(t *testing.T) {
	s := storeSuite("status-404")
	s.Wants = map[string]conformance.Want{"fault/status-404": faults.ForStatus(410).Because("the SDK's documentation")}
	res := result(t, s)
	require.Len(t, res.Findings, 1)
	assert.Contains(t, res.Findings[0].Promised, "Suite.Wants")
	assert.Contains(t, res.Findings[0].Came, "status is 404, want 410")
	for name, spoil := range map[string]map[string]conformance.Want{
		"without a reason":         {"fault/status-404": faults.ForStatus(404)},
		"no fault/nothing to list": {"fault/nothing": faults.ForStatus(404).Because("x")},
		"no law/nil to list":       {"law/nil": faults.ForStatus(404).Because("x")},
	} {
		s.Wants = spoil
		assert.ErrorContains(t, s.Check(t.Context()), name)
	}
}

// A suite can have its own faults.
func TestSuiteFaults(t *testing.T) {
	own := faults.Fault{
		Name: "store-moved", Group: "Store", Does: "the item has moved",
		Want: faults.ForStatus(410), Source: "the store's page about items",
	}
	s := storeSuite()
	s.Faults = []faults.Fault{own}
	during(&s, own.Name, func(context.Context, conformance.Target, callFunc) error { return &storeError{status: http.StatusGone} })
	report, err := s.Report(t.Context())
	require.NoError(t, err)
	require.Len(t, report.Faults, 1)
	assert.Equal(t, own.Name, report.Rows[0].Name)
	assert.Equal(t, conformance.Passed, report.Faults[0].Outcome)
	s.Faults = append(s.Faults, own)
	assert.ErrorContains(t, s.Check(t.Context()), "another one's")
}

func TestSuiteMessages(t *testing.T) {
	s := storeSuite("status-404")
	s.Adapter = spoiled{change: func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
		return toolerr.New(te.Kind(), toolerr.Msgf("Item %s is not in the store.", toolerr.Int(1)), toolerr.WithCause(te.Cause()),
			toolerr.WithVendorType(te.Cause()), toolerr.WithStatus(te.StatusCode()))
	}}
	require.ErrorContains(t, s.Check(t.Context()), "law/message")
	s.Messages = []toolerr.Message{toolerr.Msg("Item 1 is not in the store.")}
	assert.NoError(t, s.Check(t.Context()))
}

// The library redacts credentials with a known shape, also in the base64 of text. The kit
// finds all credentials that it planted, also in the base64 of other data.
func TestACredentialInDisguiseIsFound(t *testing.T) {
	s := storeSuite("status-500")
	s.Adapter = spoiled{change: func(x *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
		return te.With(toolerr.WithDeveloperMessage("body: " + base64.StdEncoding.EncodeToString([]byte("\x01"+x.body))))
	}}
	s.Call = func(ctx context.Context, t conformance.Target) error { return getItem(ctx, t.Client, t.URL) }
	err := s.Check(t.Context())
	require.Error(t, err)
	assert.Contains(t, err.Error(), "no credential anywhere")
	assert.Contains(t, err.Error(), "DeveloperMessage")
	assert.Contains(t, err.Error(), faults.CredentialBody)
}

func TestARunThatIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	s := storeSuite("status-500", "status-404")
	why := errors.New("the person pressed a key")
	call := s.Call
	s.Call = func(c context.Context, t conformance.Target) error {
		if t.Fault.Name != "healthy" {
			cancel(why)
		}
		return call(c, t)
	}
	_, err := s.Report(ctx)
	assert.ErrorIs(t, err, why)
}

// A fault that did not happen is tried again: if a client's timer ends before the request
// is sent, the result shows nothing.
func TestAFaultThatDidNotHappen(t *testing.T) {
	for _, fault := range []string{"client-timeout", "client-timeout-in-body", "ctx-deadline", "ctx-deadline-cause"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			s := storeSuite(fault)
			late := 0
			during(&s, fault, func(ctx context.Context, t conformance.Target, call callFunc) error {
				if late++; late == 1 {
					return context.DeadlineExceeded // before a request was sent
				}
				return call(ctx, t)
			})
			assert.Equal(t, conformance.Passed, result(t, s).Outcome)
			assert.Equal(t, 2, late)
		})
	}
}

// A client that never sends is judged too.
func TestAClientThatNeverSends(t *testing.T) {
	s := storeSuite("client-timeout")
	calls := 0
	during(&s, "client-timeout", func(context.Context, conformance.Target, callFunc) error {
		calls++
		return errors.New("no")
	})
	assert.Equal(t, conformance.Failed, result(t, s).Outcome)
	assert.Equal(t, 3, calls)
}

// If a row states that only the deadline stops a client, the deadline is short.
func TestAClientWithoutEnd(t *testing.T) {
	own := faults.Fault{
		Name: "store-asks-again", Group: "Store", Does: "an answer after which the client asks again",
		Want:   faults.ForKind(toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown),
		Source: "the store's source", Endless: map[string]string{"store": "asks again at once"},
	}
	s := storeSuite()
	s.Faults = []faults.Fault{own}
	s.Timeout = time.Hour
	during(&s, own.Name, func(ctx context.Context, _ conformance.Target, _ callFunc) error {
		<-ctx.Done()
		return &url.Error{Op: "Get", URL: "http://store.invalid", Err: ctx.Err()}
	})
	assert.Equal(t, conformance.Passed, result(t, s).Outcome)
}

// If a shape cannot have a fault, it is not applicable, and the result has the reason.
func TestSuccessShapeWithoutValues(t *testing.T) {
	s := storeSuite("json-wrong-type")
	s.Shape.Name = "acme"
	s.Shape.Success = func(faults.Request) faults.Content {
		return faults.Content{Type: "application/json", Body: []byte("{}")}
	}
	s.Skip = map[string]string{"law/rows": "no error is recognised"}
	report, err := s.Report(t.Context())
	require.NoError(t, err)
	require.Len(t, report.Faults, 1)
	assert.Equal(t, conformance.Skipped, report.Faults[0].Outcome)
	assert.Equal(t, "the success of the shape acme has no JSON member whose value could be of another type", report.Faults[0].Reason)
}
