package stdadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/stdadapter"
)

// costs returns errors that the adapter declines for different reasons. The first lookup of
// a type is not counted.
func costs() map[string]error {
	return map[string]error{
		"a text":         fmt.Errorf("x: %w", fmt.Errorf("y: %w", errors.New("z"))),
		"an exchange":    &url.Error{Op: "Get", URL: "http://example.com", Err: errors.New("x")},
		"a cancellation": fmt.Errorf("x: %w", context.Canceled),
		"like nothing":   like{words: []string{"x"}},
		"joined":         errors.Join(errors.New("x"), &url.Error{Op: "Get", Err: context.DeadlineExceeded}),
	}
}

func TestCost(t *testing.T) {
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = stdadapter.Adapter{}.FromError(nil) }))
	for name, err := range costs() {
		t.Run(name, func(t *testing.T) {
			assert.Zero(t, testing.AllocsPerRun(100, func() {
				if (stdadapter.Adapter{}).FromError(err) != nil {
					panic("claimed")
				}
			}), "declining costs nothing")
		})
	}
	var missing error = &fs.PathError{Op: "open", Path: "/data/x", Err: syscall.ENOENT}
	// One allocation is for the refusal that resolves the path for a call.
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _ = stdadapter.Adapter{}.FromError(missing) }), 5.0)
}
