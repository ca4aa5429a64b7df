package scene

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
)

// Timeout is how long the clients of timeout faults wait.
const Timeout = 200 * time.Millisecond

// Registry is the demo's: the adapters that most programs want, and for one
// tool the adapter of its SDK in front of them.
func Registry() adapter.Registry {
	return adapters.Default().With(countStock.Name, warehouseAdapter{})
}

// A Stage is where scenes are played: the misbehaving server, and the registry
// with which the tools are wrapped.
type Stage struct {
	server   *faults.Server
	registry adapter.Registry
}

// NewStage starts the server. Close it when done.
func NewStage(r adapter.Registry) (*Stage, error) {
	server, err := faults.Start(faults.WithTimeout(Timeout))
	if err != nil {
		return nil, err
	}
	return &Stage{server: server, registry: r}, nil
}

// Close ends the server.
func (st *Stage) Close() { st.server.Close() }

// Play calls the scene's tool twice: bare, for what a host without errand has
// in hand, and wrapped, as a host with errand calls it.
func (st *Stage) Play(ctx context.Context, s Scene) Outcome {
	raw := st.bare(ctx, s)
	start := time.Now()
	err := st.wrapped(ctx, s)
	return newOutcome(s, raw, err, time.Since(start))
}

// rawError is what a host without errand has in hand.
type rawError struct {
	text     string
	panicked bool
}

// bare calls the tool as it is.
func (st *Stage) bare(ctx context.Context, s Scene) (raw rawError) {
	api := service{check: func(_ *http.Response, err error) error { return err }}
	if s.fault.Name != "" {
		api.target = st.server.Target(s.fault)
		api.client = api.target.Client
		var cancel context.CancelFunc
		ctx, cancel = api.target.Context(ctx)
		defer cancel()
	}
	defer func() {
		if r := recover(); r != nil {
			raw = rawError{text: fmt.Sprint("panic: ", r), panicked: true}
		}
	}()
	if _, err := s.Tool.call(ctx, api); err != nil {
		raw.text = api.target.After(err).Error()
	}
	return raw
}

// Recording returns the target's client over a transport of errand's, which
// records what the wire knew. The caller closes its idle connections.
func Recording(t faults.Target) *http.Client {
	client := *t.Client
	transport := httpadapter.Transport{Base: client.Transport}
	if client.Transport == http.RoundTripper(t.Transport) {
		transport = httpadapter.NewTransport(t.Transport)
	}
	client.Transport = transport
	return &client
}

// wrapped calls the tool through adapter.Wrap, with the registry's chain for it
// and a client whose transport records what the wire knew.
func (st *Stage) wrapped(ctx context.Context, s Scene) error {
	api := service{check: httpadapter.CheckBody}
	if s.fault.Name != "" {
		api.target = st.server.Target(s.fault)
		api.client = Recording(api.target)
		defer api.client.CloseIdleConnections()
		var cancel context.CancelFunc
		ctx, cancel = api.target.Context(ctx)
		defer cancel()
	}
	tool := func(ctx context.Context, api service) (any, error) {
		out, err := s.Tool.call(ctx, api)
		return out, api.target.After(err)
	}
	_, err := adapter.Wrap(tool, st.registry.For(s.Tool.Name), adapter.WithEvidence())(ctx, api)
	return err
}
