package conformance_test

import (
	"bytes"
	"context"
	"log"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// lines is a writer for several goroutines.
type lines struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

// Package log gets the messages of the user's client, but not those of net/http about the
// server.
func TestLogWithoutServerMessages(t *testing.T) {
	const noisy, said = "h2-ends-without-headers", "received DATA before a HEADERS frame"
	var written lines
	before := log.Writer()
	t.Cleanup(func() { log.SetOutput(before) }) //nolint:forbidigo // as it was
	log.SetOutput(&written)                     //nolint:forbidigo // what the suite leaves of it is tested

	f, ok := faults.Lookup(noisy)
	require.True(t, ok)
	target := faults.New(t).Target(f)
	require.Error(t, getItem(t.Context(), target.Client, target.URL))
	require.Contains(t, written.String(), said, "without a suite")
	written.Reset()

	suite := storeSuite(noisy, "status-404")
	call := suite.Call
	suite.Call = func(ctx context.Context, target conformance.Target) error {
		log.Print("the user's line") //nolint:forbidigo // a user's
		return call(ctx, target)
	}
	var running sync.WaitGroup
	for range 3 { // one ends before another
		running.Go(func() { assert.NoError(t, suite.Check(t.Context())) })
	}
	running.Wait()
	assert.Contains(t, written.String(), "the user's line")
	assert.NotContains(t, written.String(), said)
	written.Reset()
	log.Print("afterwards") //nolint:forbidigo // a user's
	assert.Contains(t, written.String(), "afterwards")
	assert.Same(t, &written, log.Writer(), "as it was")
}
