package adapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

func TestChainOrder(t *testing.T) {
	var asked []string
	asking := func(slug string, te *toolerr.ToolRuntimeError) fake {
		return fake{slug, func(error) *toolerr.ToolRuntimeError {
			asked = append(asked, slug)
			return te
		}}
	}
	first, second := toolerr.Upstream(404, say), toolerr.Upstream(500, say)
	te := adapt(t, t.Context(), errVendor, asking("_a", nil), asking("_b", first), asking("_c", second))
	assert.Equal(t, []string{"_a", "_b"}, asked, "the first that recognises it answers")
	assert.Equal(t, toolerr.KindUpstreamNotFound, te.Kind())
	assert.Equal(t, "_b", te.Service())
}

func TestChainNamesTheService(t *testing.T) {
	own := toolerr.Upstream(404, say, toolerr.WithService("_own"))
	assert.Equal(t, "_own", adapt(t, t.Context(), errVendor, answers("_a", own)).Service(), "an adapter's own word stays")
	assert.Equal(t, "_a", adapt(t, t.Context(), errVendor, answers("_a", toolerr.Upstream(404, say))).Service())
}

func TestChainKeepsOneOfEachSlug(t *testing.T) {
	a, b, again := declines("_a"), declines("_b"), answers("_a", toolerr.Upstream(404, say))
	c := adapter.NewChain(a, b, again)
	var slugs []string
	for _, kept := range c.Adapters() {
		slugs = append(slugs, kept.Slug())
	}
	assert.Equal(t, []string{"_a", "_b"}, slugs)
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(c.Adapt(t.Context(), errVendor)), "the second _a is not called")

	c.Adapters()[0] = again
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(c.Adapt(t.Context(), errVendor)), "the list belongs to the caller")
}

// Adapt returns nil or a *ToolRuntimeError, and never panics.
func TestAdaptAnswersEverything(t *testing.T) {
	var typedNil *toolerr.ToolRuntimeError
	ring := &wrapping{}
	ring.cause = ring
	knot := &joining{}
	knot.parts = []error{knot, nil, knot}
	through := &wrapping{}
	through.cause = errors.Join(toolerr.Fatal(say, toolerr.WithCause(through)), through)
	tests := map[string]struct {
		err       error
		kind      toolerr.Kind
		developer string
	}{
		"unknown":             {errVendor, toolerr.KindToolFatal, "vendor says no to row 8841"},
		"unknown, wrapped":    {fmt.Errorf("while: %w", errVendor), toolerr.KindToolFatal, "while: vendor says no to row 8841"},
		"a typed nil":         {(*wrapping)(nil), toolerr.KindToolFatal, "wrapping"},
		"a typed nil of ours": {typedNil, toolerr.KindToolFatal, "The tool failed."},
		"hostile":             {&hostile{}, toolerr.KindToolFatal, "(the Error method of a *adapter_test.hostile panicked)"},
		"hostile, joined":     {errors.Join(&uncomparable{}, &joining{[]error{&hostile{}}}), toolerr.KindToolFatal, "(the Error method of a *errors.joinError panicked)"},
		"uncomparable":        {uncomparable{[]string{"a"}}, toolerr.KindToolFatal, "uncomparable"},
		"an empty join":       {&joining{}, toolerr.KindToolFatal, "(the Error method of a *adapter_test.joining panicked)"},
		"a ring":              {ring, toolerr.KindToolFatal, "an error tree of more than 256 errors, or one that contains itself"},
		"a knot":              {knot, toolerr.KindToolFatal, "an error tree of more than 256 errors, or one that contains itself"},
		"a ring with one ours": {
			through, toolerr.KindToolFatal,
			"an error tree of more than 256 errors, or one that contains itself\nan error tree of more than 256 errors, or one that contains itself",
		},
		"deep":                 {deep(errVendor, 10_000), toolerr.KindToolFatal, "an error tree of more than 256 errors, or one that contains itself"},
		"a bare kind":          {toolerr.KindUpstreamNotFound, toolerr.KindUpstreamNotFound, "UPSTREAM_RUNTIME_NOT_FOUND"},
		"a bare kind, wrapped": {fmt.Errorf("row 8841: %w", toolerr.KindUpstreamNotFound), toolerr.KindUpstreamNotFound, "row 8841: UPSTREAM_RUNTIME_NOT_FOUND"},
		"the unknown kind":     {toolerr.KindUnknown, toolerr.KindUnknown, "UNKNOWN"},
		"an unknown kind":      {toolerr.Kind("MADE_UP"), toolerr.KindUnknown, "MADE_UP"},
	}
	chains := map[string]adapter.Chain{
		"no adapters":       {},
		"adapters decline":  adapter.NewChain(declines("_a"), declines("_b")),
		"adapters panic":    adapter.NewChain(panics("_a", "no"), panics("_b", errVendor), panics("_c", nil)),
		"adapters walk":     adapter.NewChain(walking("_walk")),
		"an observer looks": adapter.NewRegistry(walking("_walk")).WithObserver(&watching{}).For("tool"),
	}
	for name, tt := range tests {
		for with, c := range chains {
			t.Run(name+"/"+with, func(t *testing.T) {
				te := adapted(t, c.Adapt(t.Context(), tt.err))
				assert.Equal(t, tt.kind, te.Kind())
				assert.Equal(t, tt.kind.Message().String(), te.Error(), "a fixed text")
				assert.Equal(t, tt.developer, te.DeveloperMessage())
			})
		}
	}
	for with, c := range chains {
		t.Run("nil/"+with, func(t *testing.T) {
			err := c.Adapt(t.Context(), nil)
			assert.True(t, err == nil, "nil, and not a nil of some type") //nolint:testifylint // the interface itself
		})
	}
}

// walking is an adapter that visits every error of the tree, and recognises none.
func walking(slug string) fake {
	return fake{slug, func(err error) *toolerr.ToolRuntimeError {
		for e := range adapter.Tree(err) {
			if e == io.ErrNoProgress { //nolint:errorlint // one node of a walk
				return toolerr.Fatal(say)
			}
		}
		return nil
	}}
}

func TestDeepTreesAreRefusedBeforeAnyAdapterRuns(t *testing.T) {
	asked := 0
	count := fake{"_count", func(error) *toolerr.ToolRuntimeError {
		asked++
		return nil
	}}
	te := adapt(t, t.Context(), deep(errVendor, 256), count)
	assert.Zero(t, asked)
	assert.Equal(t, toolerr.KindToolFatal, te.Kind())
	assert.False(t, te.CanRetry())

	adapt(t, t.Context(), deep(errVendor, 255), count)
	assert.Equal(t, 1, asked)

	var wide, endless []error
	for range 1000 {
		wide = append(wide, errVendor)
	}
	adapt(t, t.Context(), errors.Join(wide...), count)
	assert.Equal(t, 2, asked, "a tree that is only wide ends")
	for range 200 {
		endless = append(endless, errors.Join(wide...))
	}
	adapt(t, t.Context(), errors.Join(endless...), count)
	assert.Equal(t, 2, asked, "one of 200,000 errors is refused")
}

func TestOursPassUnchanged(t *testing.T) {
	te := toolerr.RateLimit(say, toolerr.WithRetryAfter(time.Second))
	c := adapter.NewChain(answers("_a", toolerr.Fatal(say)))
	for name, ctx := range map[string]context.Context{
		"alive": t.Context(), "canceled": canceledContext(t), "expired": expiredContext(t), "nil": nil,
	} {
		t.Run(name, func(t *testing.T) { assert.Same(t, te, c.Adapt(ctx, te)) })
	}
}

// An error that wraps a ToolRuntimeError has the inner error's view for the agent and the
// whole developer text. errors.Is finds the wrapped errors.
func TestOursWrapped(t *testing.T) {
	inner := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Second), toolerr.WithService("_acme"),
		toolerr.WithCause(errVendor), toolerr.WithNote(note.Code("slow_down")), toolerr.WithUserAction())
	second := toolerr.Fatal(say)
	for name, err := range map[string]error{
		"wrapped":                         fmt.Errorf("%w: %w", errMine, inner),
		"joined":                          errors.Join(errMine, inner),
		"the first of two":                errors.Join(errMine, inner, second),
		"before a bare kind":              errors.Join(errMine, inner, toolerr.KindToolFatal),
		"behind a bare kind":              errors.Join(toolerr.KindToolFatal, errMine, inner),
		"beside a canceled one":           errors.Join(errMine, inner, context.Canceled),
		"beside errors of other adapters": errors.Join(io.EOF, errMine, inner),
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, t.Context(), err, answers("_other", toolerr.Fatal(say)))
			assert.NotSame(t, inner, te)
			assert.Equal(t, inner.Payload().String(), te.Payload().String(), "the agent's view of the inner")
			assert.Same(t, err, te.Cause())
			require.ErrorIs(t, te, errMine)
			require.ErrorIs(t, te, errVendor, "through the inner's cause")
			require.ErrorIs(t, te, toolerr.KindUpstreamRateLimit)
			assert.NotErrorIs(t, te, toolerr.KindToolFatal, "the outermost alone answers for kinds")
			assert.Contains(t, te.DeveloperMessage(), "mine")
			assert.Contains(t, te.DeveloperMessage(), "vendor says no to row 8841")
			assert.Equal(t, inner.Report().Extra, te.Report().Extra)
			require.EqualError(t, inner.Cause(), errVendor.Error(), "the inner is as it was")
		})
	}
	t.Run("the developer text of the inner", func(t *testing.T) {
		told := inner.With(toolerr.WithDeveloperMessage("shard 7 is down"))
		te := adapt(t, t.Context(), fmt.Errorf("%w: %w", errMine, told))
		assert.Equal(t, "mine: "+inner.Error()+"\nshard 7 is down", te.DeveloperMessage())
	})
	t.Run("adapted twice", func(t *testing.T) {
		once := adapt(t, t.Context(), fmt.Errorf("%w: %w", errMine, inner))
		twice := adapt(t, t.Context(), fmt.Errorf("again: %w", once))
		assert.Equal(t, inner.Payload().String(), twice.Payload().String())
		require.ErrorIs(t, twice, errMine)
		assert.Contains(t, twice.DeveloperMessage(), "vendor says no to row 8841")
	})
}

func TestAbortSurvives(t *testing.T) {
	ours := toolerr.Upstream(404, say)
	tests := map[string]error{
		"unknown":                toolerr.Abort(errVendor),
		"unknown, wrapped":       fmt.Errorf("while: %w", toolerr.Abort(errVendor)),
		"recognised":             toolerr.Abort(io.EOF),
		"ours":                   toolerr.Abort(ours),
		"ours, wrapped":          fmt.Errorf("while: %w", toolerr.Abort(ours)),
		"around ours":            toolerr.Abort(fmt.Errorf("while: %w", ours)),
		"a second one's":         errors.Join(ours, toolerr.Abort(toolerr.Fatal(say))),
		"a foreign one's":        errors.Join(ours, toolerr.Abort(errVendor)),
		"a bare kind":            toolerr.Abort(toolerr.KindUpstreamNotFound),
		"too deep":               toolerr.Abort(deep(errVendor, 10_000)),
		"hostile":                toolerr.Abort(&hostile{}),
		"behind a hostile":       errors.Join(&hostile{}, toolerr.Abort(errVendor)),
		"by a method of its own": stopping{},
	}
	recognises := fake{"_eof", func(err error) *toolerr.ToolRuntimeError {
		if errors.Is(err, io.EOF) {
			return toolerr.Upstream(404, say, toolerr.WithCause(err))
		}
		return nil
	}}
	for name, err := range tests {
		t.Run(name, func(t *testing.T) {
			for _, ctx := range []context.Context{t.Context(), canceledContext(t)} {
				te := adapt(t, ctx, err, recognises)
				assert.True(t, te.Aborts())
			}
		})
	}
	assert.False(t, adapt(t, t.Context(), errVendor).Aborts())
	assert.False(t, adapt(t, t.Context(), &hostile{}).Aborts())
	assert.False(t, ours.Aborts(), "the tool's own error is not touched")
}

type stopping struct{}

func (stopping) Error() string { return "stopping" }
func (stopping) Aborts() bool  { return true }

func TestAdapterThatPanics(t *testing.T) {
	tests := map[string]struct {
		with any
		want string
	}{
		"a string":     {"no", "adapter _bad panicked: no"},
		"a stringer":   {time.Second, "adapter _bad panicked: 1s"},
		"a credential": {"token ghp_" + strings.Repeat("a1B2", 9), "adapter _bad panicked: token (redacted)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := &watching{}
			r := adapter.NewRegistry(declines("_a"), panics("_bad", tt.with), panics("_bad2", "again"), answers("_good", toolerr.Upstream(404, say))).WithObserver(w)
			te := adapted(t, r.For("search").Adapt(t.Context(), io.EOF))
			assert.Equal(t, toolerr.KindUpstreamNotFound, te.Kind(), "the chain resumes behind it")
			assert.Equal(t, "_good", te.Service())

			require.Len(t, w.seen, 3)
			bad := w.seen[0]
			assert.Equal(t, "search", bad.Tool)
			assert.Equal(t, "_bad", bad.Adapter)
			assert.Nil(t, bad.Err)
			require.NotNil(t, bad.AdapterPanic)
			assert.Equal(t, toolerr.KindToolFatal, bad.AdapterPanic.Kind())
			assert.Equal(t, tt.want, bad.AdapterPanic.DeveloperMessage())
			assert.Contains(t, bad.AdapterPanic.LogValue().String(), "fixtures_test.go", "the stack of the panic")
			assert.NotContains(t, bad.AdapterPanic.Error(), "8841")
			assert.Equal(t, "_bad2", w.seen[1].Adapter)
			assert.Same(t, te, w.seen[2].Err)
			assert.Equal(t, "_good", w.seen[2].Adapter)
		})
	}
}

// moody is an adapter whose Slug panics after registration.
type moody struct{ registered *bool }

func (m moody) Slug() string {
	if *m.registered {
		panic("Slug")
	}
	return "_moody"
}

func (moody) FromError(error) *toolerr.ToolRuntimeError { panic("FromError") }

func TestSlugIsCalledOnce(t *testing.T) {
	registered := false
	c := adapter.NewChain(moody{&registered}, answers("_good", toolerr.Upstream(404, say)))
	registered = true
	assert.Equal(t, toolerr.KindUpstreamNotFound, adapted(t, c.Adapt(t.Context(), errVendor)).Kind())
}

func TestObserver(t *testing.T) {
	w := &watching{}
	c := adapter.NewRegistry(answers("_a", toolerr.Upstream(404, say))).WithObserver(w).For("search")
	require.NoError(t, c.Adapt(t.Context(), nil))
	assert.Empty(t, w.seen, "nothing happened")

	te := adapted(t, c.Adapt(t.Context(), errVendor))
	ours := toolerr.Fatal(say)
	again := adapted(t, c.Adapt(t.Context(), ours))
	require.Len(t, w.seen, 2)
	assert.Equal(t, "search", w.seen[0].Tool)
	assert.Equal(t, "_a", w.seen[0].Adapter)
	assert.Same(t, te, w.seen[0].Err)
	assert.Nil(t, w.seen[0].AdapterPanic)
	assert.Positive(t, w.seen[0].Took)
	assert.Equal(t, adapter.Observation{Tool: "search", Err: again, Took: w.seen[1].Took}, w.seen[1])
	require.ErrorIs(t, again, ours)
	assert.NotEmpty(t, again.Reference(), "by which a user finds what the observer did with it")
	assert.Same(t, again, c.Adapt(t.Context(), again), "it stays")
}

// bad is an observer that panics.
type bad struct{}

func (bad) Adapted(context.Context, adapter.Observation) { panic("observer") }

func TestObserverThatPanics(t *testing.T) {
	for name, o := range map[string]adapter.Observer{"it panics": bad{}, "it is a typed nil": (*watching)(nil)} {
		t.Run(name, func(t *testing.T) {
			c := adapter.NewRegistry(panics("_p", "no"), answers("_a", toolerr.Upstream(404, say))).WithObserver(o).For("search")
			assert.Equal(t, toolerr.KindUpstreamNotFound, adapted(t, c.Adapt(t.Context(), errVendor)).Kind())
		})
	}
}

// An adapter can return any error of the type.
func TestStrangeAnswers(t *testing.T) {
	for name, te := range map[string]*toolerr.ToolRuntimeError{
		"the zero error":   {},
		"a kind of no one": toolerr.New("MADE_UP", say),
		"a status of none": toolerr.Upstream(math.MinInt, say),
	} {
		t.Run(name, func(t *testing.T) {
			got := adapt(t, t.Context(), errVendor, fake{"_a", func(error) *toolerr.ToolRuntimeError { return te }})
			assert.True(t, got.Kind().Known())
			assert.True(t, got.Payload().IsError())
		})
	}
}
