package agenttest

import (
	"context"
	"encoding/json"
	"maps"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/errand-go/errand/agent"
)

// A Behavior is a function that a [Tool] runs when it is called.
type Behavior func(ctx context.Context) (any, error)

// A Tool accepts any arguments, runs its [Behavior], and counts its calls. It is safe for
// concurrent use.
type Tool struct {
	*agent.FuncTool
	mu   sync.Mutex
	runs map[string]int
	last json.RawMessage
}

// NewTool returns a tool with the given behavior.
func NewTool(name string, does Behavior, opts ...agent.ToolOption) *Tool {
	t := &Tool{runs: map[string]int{}}
	opts = append([]agent.ToolOption{agent.Schema(json.RawMessage(`{"type":"object"}`))}, opts...)
	t.FuncTool = agent.NewTool(name, "A tool of a test.", func(ctx context.Context, in map[string]any) (any, error) {
		id := ""
		if call := agent.CallFrom(ctx); call != nil {
			id = call.ID
		}
		raw, _ := json.Marshal(in) // in was decoded from JSON
		t.mu.Lock()
		t.runs[id]++
		t.last = raw
		t.mu.Unlock()
		return does(ctx)
	}, opts...)
	return t
}

// Count returns how often the tool ran.
func (t *Tool) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, runs := range t.runs {
		n += runs
	}
	return n
}

// Runs returns how often the tool ran, by call id.
func (t *Tool) Runs() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	runs := make(map[string]int, len(t.runs))
	maps.Copy(runs, t.runs)
	return runs
}

// LastArgs returns the arguments of the latest run, as JSON.
func (t *Tool) LastArgs() json.RawMessage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last
}

// Return succeeds with v.
func Return(v any) Behavior { return func(context.Context) (any, error) { return v, nil } }

// ReturnError fails with err.
func ReturnError(err error) Behavior { return func(context.Context) (any, error) { return nil, err } }

// Sequence runs the given behaviors in order, one for each call, and the last one for all
// further calls.
func Sequence(steps ...Behavior) Behavior {
	var mu sync.Mutex
	next := 0
	return func(ctx context.Context) (any, error) {
		mu.Lock()
		step := steps[min(next, len(steps)-1)]
		next++
		mu.Unlock()
		return step(ctx)
	}
}

// Panic panics with v.
func Panic(v any) Behavior { return func(context.Context) (any, error) { panic(v) } }

// Goexit ends the goroutine, as t.FailNow does.
func Goexit() Behavior {
	return func(context.Context) (any, error) {
		runtime.Goexit()
		return nil, nil
	}
}

// Hang ignores its context and returns when release is closed.
func Hang(release <-chan struct{}) Behavior {
	return func(context.Context) (any, error) {
		<-release
		return map[string]string{"late": "result"}, nil
	}
}

// WaitForCancel waits until its context ends, and returns the context's error.
func WaitForCancel() Behavior {
	return func(ctx context.Context) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
}

// Slow succeeds after d, or fails if its context ends earlier.
func Slow(d time.Duration) Behavior {
	return func(ctx context.Context) (any, error) {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
			return map[string]bool{"done": true}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Huge succeeds with a text of n bytes.
func Huge(n int) Behavior {
	return func(context.Context) (any, error) {
		return map[string]string{"text": strings.Repeat("ab€d", n/6+1)[:n]}, nil
	}
}

// Cycle succeeds with a value that contains itself.
func Cycle() Behavior {
	type node struct{ Next *node }
	n := &node{}
	n.Next = n
	return Return(n)
}
