package httpadapter_test

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// net/http fails in every way that has its own error. The text alone gives the same result
// as the error.
func TestFlattened(t *testing.T) {
	server := faults.New(t, faults.WithTimeout(100*time.Millisecond))
	compared := 0
	for _, f := range faults.All() {
		if f.Missing(faults.NeedRequest, faults.NeedUpload, faults.NeedBody, faults.NeedJSON) != nil || f.Want.Status != 0 {
			continue
		}
		if _, silent := f.SilentFor("http"); silent || f.Name == "body-reader-fails" || strings.HasPrefix(f.Name, "json-") { // errors of files and decoders
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			target := server.Target(f)
			ctx, cancel := target.Context(t.Context())
			defer cancel()
			err := call(ctx, target)
			require.Error(t, err)
			want := httpadapter.Adapter{}.FromError(err)
			text := base.Lost(err.Error())
			if want == nil || text == nil {
				return
			}
			compared++
			got := httpadapter.Adapter{}.FromError(text)
			require.NotNil(t, got)
			assert.Equal(t, answerOf(want), answerOf(got), "%v", err)
			if !strings.Contains(err.Error(), "the response's body failed") {
				assert.Equal(t, want.Extra().Endpoint, got.Extra().Endpoint, "%v", err)
			}
			assert.Empty(t, faults.Planted().Find(got.Payload().String()))
			assert.Empty(t, faults.Planted().FindCredentials(got.DeveloperMessage()))
		})
	}
	assert.Greater(t, compared, 60, "errors whose text shows something")
	closed := base.Lost(`Post "http://h/": readfrom tcp 127.0.0.1:1->127.0.0.1:2: write tcp 127.0.0.1:1->127.0.0.1:2: ` + net.ErrClosed.Error())
	require.Error(t, closed)
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, httpadapter.Adapter{}.FromError(closed).Kind(), "which of the errors of a broken upload comes is chance")
	for _, text := range []string{"", "x", "unexpected EOF", `Post "http://h/`, `Post "http://h/"`, `Post "http://h/":x`, `"": x509: `} {
		assert.NoError(t, base.Lost(text), text)
	}
}

// Any text can be read, and the result is an error of the adapter.
func FuzzFlattened(f *testing.F) {
	for _, text := range []string{
		`Post "https://h/token": dial tcp 127.0.0.1:1: connect: connection refused`, `parse "%zz": invalid URL escape "%zz"`,
		`Post "https://h/": the proxy p:1 refused to connect to h:443: HTTP status 407`, `Get "\"": Get "x": x509: unknown`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		err := base.Lost(text)
		if err == nil {
			return
		}
		te := httpadapter.Adapter{}.FromError(errors.Join(err))
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
		if len(text) > 40 {
			assert.False(t, strings.Contains(te.Error(), text), "the agent reads none of it")
		}
	})
}
