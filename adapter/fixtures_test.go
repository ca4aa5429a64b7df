package adapter_test

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

var (
	errVendor = errors.New("vendor says no to row 8841")
	errMine   = errors.New("mine")
	say       = toolerr.Msg("It did not work.")
)

// fake is an adapter that returns the result of its function.
type fake struct {
	slug string
	from func(error) *toolerr.ToolRuntimeError
}

func (f fake) Slug() string { return f.slug }

func (f fake) FromError(err error) *toolerr.ToolRuntimeError {
	if f.from == nil {
		return nil
	}
	return f.from(err)
}

// declines is an adapter that recognises no error.
func declines(slug string) fake { return fake{slug: slug} }

// answers is an adapter that recognises every error, or none if te is nil.
func answers(slug string, te *toolerr.ToolRuntimeError) fake {
	if te == nil {
		return declines(slug)
	}
	return fake{slug, func(err error) *toolerr.ToolRuntimeError { return te.With(toolerr.WithCause(err)) }}
}

// panics is an adapter that panics.
func panics(slug string, with any) fake {
	return fake{slug, func(error) *toolerr.ToolRuntimeError { panic(with) }}
}

// watching is an observer that keeps its observations.
type watching struct {
	mu   sync.Mutex
	seen []adapter.Observation
}

func (w *watching) Adapted(_ context.Context, o adapter.Observation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, o)
}

// list returns the observations so far.
func (w *watching) list() []adapter.Observation {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.seen)
}

// wrapping is an error whose cause is set later.
type wrapping struct{ cause error }

func (w *wrapping) Error() string { return "wrapping" }
func (w *wrapping) Unwrap() error { return w.cause }

// joining is a join whose parts are set later. Its text is that of errors.Join, which does
// not end if the join contains itself.
type joining struct{ parts []error }

func (j *joining) Error() string   { return errors.Join(j.parts...).Error() }
func (j *joining) Unwrap() []error { return j.parts }

// hostile panics in every method.
type hostile struct{}

func (*hostile) Error() string   { panic("Error") }
func (*hostile) Is(error) bool   { panic("Is") }
func (*hostile) As(any) bool     { panic("As") }
func (*hostile) Unwrap() []error { panic("Unwrap") }
func (*hostile) Aborts() bool    { panic("Aborts") }

// uncomparable cannot be compared or hashed.
type uncomparable struct{ list []string }

func (uncomparable) Error() string { return "uncomparable" }

func deep(err error, n int) error {
	for range n {
		err = &wrapping{err}
	}
	return err
}

// bubble runs a subtest in a bubble of synctest.
func bubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

// adapted returns err as the type that Adapt always returns.
func adapted(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te, ok := err.(*toolerr.ToolRuntimeError) //nolint:errorlint // the dynamic type is what is promised
	require.True(t, ok, "the dynamic type is %T", err)
	require.NotNil(t, te)
	return te
}

// adapt adapts err with a chain of the given adapters.
func adapt(t *testing.T, ctx context.Context, err error, adapters ...adapter.Adapter) *toolerr.ToolRuntimeError { //nolint:revive // t first, as everywhere
	t.Helper()
	return adapted(t, adapter.NewChain(adapters...).Adapt(ctx, err))
}

// canceledContext and expiredContext return contexts that have ended.
func canceledContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func expiredContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	t.Cleanup(cancel)
	<-ctx.Done()
	return ctx
}

// at returns the URL of a service.
func at(host, path string) *url.URL { return &url.URL{Scheme: "https", Host: host, Path: path} }
