package openaiadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := openaiadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %v", err)
	assert.Equal(t, "_openai", te.Extra().Service)
	return te
}

// unsent is a redirect to another origin, which the SDK never follows. net/http wraps the
// error like a lost connection.
var unsent = &url.Error{Op: "Post", URL: "https://api.openai.com/v1", Err: &NoRetryError{errors.New(faults.CanaryMessage)}}

func TestDeclines(t *testing.T) {
	var typedNil *Error
	var noStream *StreamError
	for name, err := range map[string]error{
		"nil":                  nil,
		"a typed nil":          typedNil,
		"a nil stream error":   noStream,
		"one that wraps a nil": fmt.Errorf("asking: %w", error(noStream)),
		"another error":        errors.New("OpenAI API error: 429 Too Many Requests"),
		"the zero error":       &Error{},
		"a success":            &Error{StatusCode: 200, Message: "all is well"},
		"a zero token error":   &OAuthError{},
		"an invalid status":    &Error{StatusCode: 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, openaiadapter.Adapter{}.FromError(err))
		})
	}
}

// The texts begin like the SDK's, but have no error object of OpenAI.
func TestTexts(t *testing.T) {
	for _, text := range []string{
		"",
		`"a sentence"`,
		"a sentence",
		`["a list"]`,
		"{",
		"null",
		`{"message":"no code"}`,
		`{"message":null,"code":"server_error"}`,
		`{"code":"server_error","type":"server_error"}`,
		`{"message":1,"code":"server_error"}`,
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		`{"message":"` + strings.Repeat("x", 1<<20) + `","code":"server_error"}`,
	} {
		err := fmt.Errorf("asking: %w", errors.New("received error while streaming: "+text))
		assert.Nil(t, openaiadapter.Adapter{}.FromError(err), text[:min(len(text), 80)])
	}
	const object = `{"message":"","code":"server_error"}`
	assert.Nil(t, openaiadapter.Adapter{}.FromError(errors.New("tool: received error while streaming: "+object)), "another program's text")
	assert.NotNil(t, openaiadapter.Adapter{}.FromError(errors.New("received error while streaming: "+object)))
}

// The errors could make an adapter fail, or leak data.
func TestHostile(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	tests := map[string]error{
		"no request": &Error{StatusCode: 500, Request: &http.Request{}, Response: &http.Response{}},
		"a huge event": &StreamError{
			Message: huge,
			Event:   Event{Data: []byte(`{"error":{"code":"` + huge + `"}}`)},
		},
		"a deep event": &StreamError{Event: Event{Data: []byte(`{"error":` + strings.Repeat("[", 60_000))}},
		"no event":     &StreamError{},
		"secrets in every word": &Error{
			StatusCode: 400, Code: faults.CredentialAPIKey, Type: faults.CredentialAPIKey,
			Param: faults.CanaryMessage + " " + faults.CredentialAPIKey, Message: "key: " + faults.CredentialAPIKey,
		},
		"a secret in a stream": &StreamError{
			Message: "received: " + faults.CredentialAPIKey,
			Event:   Event{Data: []byte(`{"error":{"code":"` + faults.CredentialAPIKey + `","type":"` + faults.CanaryMessage + `"}}`)},
		},
	}
	for name, err := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, err)
			seen := te.Error() + te.Payload().String() + fmt.Sprintf("%+v %#v", te, te)
			assert.Empty(t, faults.Planted().Find(seen))
			assert.Less(t, len(seen), 4<<10)
			assert.LessOrEqual(t, len(te.DeveloperMessage()), 2<<10)
			report, err := json.Marshal(te.Report())
			require.NoError(t, err)
			assert.NotContains(t, string(report), faults.CredentialAPIKey, "OpenAI's text contains the key that it refuses")
		})
	}
}

// panicking is an error whose Error method panics, like that of a zero Error of openai-go
// v1.
type panicking struct{ error }

func (panicking) Error() string   { panic("no response") }
func (p panicking) Unwrap() error { return p.error }

func TestATextThatPanics(t *testing.T) {
	te := adapt(t, panicking{&Error{StatusCode: 429, Code: "rate_limit_exceeded"}})
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.Contains(t, te.DeveloperMessage(), "panicking")
}

// loop is a join that contains itself: its text never ends.
type loop struct{ parts []error }

func (l *loop) Error() string   { return errors.Join(l.parts...).Error() }
func (l *loop) Unwrap() []error { return l.parts }

func TestATextWithoutEnd(t *testing.T) {
	l := &loop{}
	l.parts = []error{&Error{StatusCode: 400, Message: "said"}, l}
	te := adapt(t, l)
	assert.Equal(t, toolerr.KindUpstreamBadRequest, te.Kind())
	assert.Contains(t, te.DeveloperMessage(), "message: said")
}

// Not more of a huge text is copied than developers see.
func TestNothingHugeIsKept(t *testing.T) {
	const size = 8 << 20
	huge := fmt.Errorf("%s: %w", strings.Repeat("x", size), &Error{StatusCode: 400, Message: strings.Repeat("y", size), Code: strings.Repeat("z", size)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	te := adapt(t, huge)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	assert.LessOrEqual(t, len(te.DeveloperMessage()), 2<<10)
}

// FuzzStream reads any event inside a stream.
func FuzzStream(f *testing.F) {
	for _, seed := range streamErrors {
		f.Add(fmt.Appendf(nil, seed.event, "m"))
	}
	f.Add([]byte(`{"error":{"code":1e400,"type":3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		te := openaiadapter.Adapter{}.FromError(&StreamError{Event: Event{Data: data}})
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
	})
}
