package openai_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	openai3 "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/auth"
	"github.com/openai/openai-go/v3/packages/ssestream"
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

func TestDeclines(t *testing.T) {
	var noStream *ssestream.StreamError
	for name, err := range map[string]error{
		"one that wraps a nil": fmt.Errorf("asking: %w", error(noStream)),
		"the zero error":       &openai3.Error{},
		"a success":            &openai3.Error{StatusCode: 200, Message: "all is well"},
		"a zero token error":   &auth.OAuthError{},
		"an invalid status":    &openai3.Error{StatusCode: 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, openaiadapter.Adapter{}.FromError(err))
		})
	}
}

// The errors could make an adapter fail, or leak data.
func TestHostile(t *testing.T) {
	huge := strings.Repeat("x", 1<<20)
	tests := map[string]error{
		"no request": &openai3.Error{StatusCode: 500, Request: &http.Request{}, Response: &http.Response{}},
		"a huge event": &ssestream.StreamError{
			Message: huge,
			Event:   ssestream.Event{Data: []byte(`{"error":{"code":"` + huge + `"}}`)},
		},
		"a deep event": &ssestream.StreamError{Event: ssestream.Event{Data: []byte(`{"error":` + strings.Repeat("[", 60_000))}},
		"no event":     &ssestream.StreamError{},
		"secrets in every word": &openai3.Error{
			StatusCode: 400, Code: faults.CredentialAPIKey, Type: faults.CredentialAPIKey,
			Param: faults.CanaryMessage + " " + faults.CredentialAPIKey, Message: "key: " + faults.CredentialAPIKey,
		},
		"a secret in a stream": &ssestream.StreamError{
			Message: "received: " + faults.CredentialAPIKey,
			Event:   ssestream.Event{Data: []byte(`{"error":{"code":"` + faults.CredentialAPIKey + `","type":"` + faults.CanaryMessage + `"}}`)},
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

// Not more of a huge text is copied than developers see.
func TestNothingHugeIsKept(t *testing.T) {
	const size = 8 << 20
	huge := fmt.Errorf("%s: %w", strings.Repeat("x", size), &openai3.Error{StatusCode: 400, Message: strings.Repeat("y", size), Code: strings.Repeat("z", size)})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	te := adapt(t, huge)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	assert.LessOrEqual(t, len(te.DeveloperMessage()), 2<<10)
}

// FuzzStream reads any event inside a stream.
func FuzzStream(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"m","type":"server_error","code":"rate_limit_exceeded"}}`))
	f.Add([]byte(`{"error":{"message":"m","code":502}}`))
	f.Add([]byte(`{"error":["m"]}`))
	f.Add([]byte(`{"error":{"code":1e400,"type":3}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		te := openaiadapter.Adapter{}.FromError(&ssestream.StreamError{Event: ssestream.Event{Data: data}})
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
	})
}
